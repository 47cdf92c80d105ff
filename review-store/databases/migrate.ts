/**
 * Brings a database up to date, forward only. Everything that is missing is one transaction, so a process that is
 * killed leaves the database as it was. The lock that keeps other processes waiting ends with the process that holds
 * it: on SQLite it is the lock of every write, on PostgreSQL one of the transaction
 * (docs/decisions/0094-migrations.md).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { engineOf, viewOf, type CopyPlan } from './engine.ts';
import { StoreBusy } from './errors.ts';
import { StoreError } from './store-error.ts';

/** One change of tables. */
export interface TableChange {
  /**
   * SQL, each statement with a semicolon at the end of its last line. Where the databases differ, a function answers
   * it, or makes the change itself.
   */
  readonly up: string | ((db: Kysely<never>) => string | Promise<void>);
  /**
   * The programs that go on with the data although they lack this migration: `all`, or those that have the migration
   * that is named here, of the same set. Without this there are none.
   */
  readonly olderPrograms?: string;
}

/** Changes of the tables of one part of a program; the names sort in the order in which they run. */
export interface MigrationSet {
  readonly name: string;
  readonly migrations: Readonly<Record<string, TableChange>>;
}

interface Missing {
  readonly set: string;
  readonly name: string;
  readonly change: TableChange;
}

/** The state of a database when a program opens it. */
interface State {
  /** False if no version has used the database yet. */
  readonly isUsed: boolean;
  readonly missing: readonly Missing[];
  /** Those of a newer version that this program goes on without, as `set name`. */
  readonly newer: readonly string[];
  /** Whether programs of the version that used the database last go on once nothing is missing. */
  readonly olderGoOn: boolean;
}

/** How long to wait for another process that brings the same database up to date. */
const PATIENCE_MS = 120_000;
const BETWEEN_ATTEMPTS_MS = 25;

/**
 * @param keepsCopy - whether data of an earlier version is copied before it is changed.
 * @throws StoreError if the database is newer than this program; it stays as it is.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  sets: readonly MigrationSet[],
  { keepsCopy }: { keepsCopy: boolean },
): Promise<void> {
  await withPatience(async () => {
    if ((await readState(db, sets)).missing.length === 0) return;
    await db.transaction().execute(async (transaction) => {
      await engineOf(transaction).lockForUpgrade(transaction, PATIENCE_MS);
      // Another process may have been faster.
      const { isUsed, missing, olderGoOn } = await readState(transaction, sets);
      const [first] = missing;
      if (!first) return;
      if (isUsed && keepsCopy) await engineOf(transaction).keepCopy(nameCopy(first), olderGoOn);
      for (const { name } of sets) await makeEntriesTable(transaction, name);
      for (const one of missing) {
        await applyChange(viewOf<never>(transaction), one.change);
        await enter(transaction, one);
      }
    });
  });
}

export async function applyChange(db: Kysely<never>, { up }: TableChange): Promise<void> {
  const text = (typeof up === 'function' ? await up(db) : up) ?? '';
  // A semicolon within the body of a function ends no statement.
  for (const statement of text.split(/;$(?![^$]*\$\$;)/m))
    if (statement.trim() !== '') await sql.raw(statement).execute(db);
}

export interface Upgrade {
  /** Migrations that would run, as `set name`, in order. */
  readonly missing: readonly string[];
  /** Migrations of a newer version that has used the database, and that this program goes on without. */
  readonly newer: readonly string[];
  /** Whether programs of the version that used the database last can go on beside this one. */
  readonly olderGoOn: boolean;
  /** The copy that would be made first; null where none would. */
  readonly copy: CopyPlan | null;
}

/** @throws StoreError if the database is newer than this program. */
export async function readUpgrade<Tables>(db: Kysely<Tables>, sets: readonly MigrationSet[]): Promise<Upgrade> {
  const { isUsed, missing, newer, olderGoOn } = await readState(db, sets);
  const [first] = missing;
  const copy = first && isUsed ? await engineOf(db).planCopy(nameCopy(first)) : null;
  return { missing: missing.map(({ set, name }) => `${set} ${name}`), newer, olderGoOn, copy };
}

/** Whether any version has run the migrations of this set. */
export const isUsedBy = <Tables>(db: Kysely<Tables>, set: string): Promise<boolean> =>
  engineOf(db).hasTable(db, entriesTable(set));

const entriesTable = (set: string): string => `${set}_migration`;
const entriesOf = (set: string) => sql.table(entriesTable(set));

async function readState<Tables>(db: Kysely<Tables>, sets: readonly MigrationSet[]): Promise<State> {
  const missing: Missing[] = [];
  const newer: string[] = [];
  const reach = await readReach(db);
  let [isUsed, olderGoOn] = [false, true];
  for (const { name: set, migrations } of sets) {
    const entries = await readEntries(db, set);
    isUsed ||= entries.length > 0;
    for (const entry of entries.toSorted()) {
      if (Object.hasOwn(migrations, entry)) continue;
      if (!reaches(reach.get(`${set} ${entry}`), Object.keys(migrations))) throw tooNew(`${set} ${entry}`);
      newer.push(`${set} ${entry}`);
    }
    for (const name of Object.keys(migrations).toSorted()) {
      if (entries.includes(name)) continue;
      const change = migrations[name]!;
      missing.push({ set, name, change });
      olderGoOn &&= reaches(change.olderPrograms, entries);
    }
  }
  return { isUsed, missing, newer, olderGoOn };
}

/** Whether a program that has these migrations is among the `olderPrograms` of another one. */
const reaches = (olderPrograms: string | undefined, has: readonly string[]): boolean =>
  olderPrograms !== undefined && (olderPrograms === 'all' || has.includes(olderPrograms));

const tooNew = (migration: string): StoreError =>
  new StoreError(
    `The database was written by a newer version of Plaudit (it holds ${migration}), and nothing was changed: ` +
      'start that version, or go back to a copy from before the upgrade',
  );

const nameCopy = ({ set, name }: Missing): string => `${set}-${name}`;

async function readEntries<Tables>(db: Kysely<Tables>, set: string): Promise<string[]> {
  if (!(await isUsedBy(db, set))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${entriesOf(set)}`.execute(db);
  return rows.map(({ name }) => name);
}

/** The `olderPrograms` of each migration that has them, by `set name`: for programs that lack the migration itself. */
async function readReach<Tables>(db: Kysely<Tables>): Promise<ReadonlyMap<string, string>> {
  if (!(await engineOf(db).hasTable(db, REACH))) return new Map();
  const { rows } = await sql<{ migration: string; older_programs: string }>`
    select migration, older_programs from ${sql.table(REACH)}`.execute(db);
  return new Map(rows.map((row) => [row.migration, row.older_programs]));
}

const REACH = 'reach_of_migration';

async function enter<Tables>(db: Kysely<Tables>, { set, name, change }: Missing): Promise<void> {
  const values = sql.join([name, new Date().toISOString()]);
  await sql`insert into ${entriesOf(set)} (name, timestamp) values (${values})`.execute(db);
  if (change.olderPrograms === undefined) return;
  const columns = sql`migration varchar(255) not null primary key, older_programs varchar(255) not null`;
  await sql`create table if not exists ${sql.table(REACH)} (${columns})`.execute(db);
  const reach = sql.join([`${set} ${name}`, change.olderPrograms]);
  await sql`insert into ${sql.table(REACH)} (migration, older_programs) values (${reach})`.execute(db);
}

/** Earlier versions kept a lock in a table, where it outlived the process that held it. */
async function makeEntriesTable<Tables>(db: Kysely<Tables>, set: string): Promise<void> {
  const columns = sql`name varchar(255) not null primary key, timestamp varchar(255) not null`;
  await sql`create table if not exists ${entriesOf(set)} (${columns})`.execute(db);
  await sql`drop table if exists ${sql.table(`${entriesTable(set)}_lock`)}`.execute(db);
}

/** Tries again while another process holds the lock. */
async function withPatience(work: () => Promise<void>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreBusy)) throw error;
      if (performance.now() > end) {
        const why = `another process has held its lock for ${PATIENCE_MS / 60_000} minutes`;
        throw new StoreError(`The database cannot be brought up to date: ${why}`, { cause: error });
      }
    }
    await wait(BETWEEN_ATTEMPTS_MS);
  }
}
