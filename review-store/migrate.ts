/**
 * Brings a database up to date, forward only. Everything that is missing is one transaction, so a process that is
 * killed leaves the database as it was. The lock that keeps other processes waiting ends with the process that holds
 * it: on SQLite it is the lock of every write, on PostgreSQL one of the transaction
 * (docs/decisions/0094-migrations.md).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf } from './databases/engine.ts';
import { StoreBusy } from './databases/errors.ts';
import { StoreError } from './store-error.ts';

/** Changes of the tables of one part of a program; the names sort in the order in which they run. */
export interface MigrationSet {
  readonly name: string;
  readonly migrations: Readonly<Record<string, Migration>>;
}

interface State {
  /** False if no version has used the database yet. */
  readonly isUsed: boolean;
  readonly missing: readonly { readonly set: string; readonly name: string; readonly migration: Migration }[];
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
      const { isUsed, missing } = await readState(transaction, sets);
      const [first] = missing;
      if (!first) return;
      if (isUsed && keepsCopy) await engineOf(transaction).keepCopy(`${first.set}-${first.name}`);
      for (const { name } of sets) await makeEntriesTable(transaction, name);
      for (const { set, name, migration } of missing) {
        await migration.up(transaction);
        const values = sql.join([name, new Date().toISOString()]);
        await sql`insert into ${entriesOf(set)} (name, timestamp) values (${values})`.execute(transaction);
      }
    });
  });
}

/**
 * Which migrations this program would run, each as `set-name`.
 * @throws StoreError if the database is newer than this program.
 */
export const readMissing = async <Tables>(db: Kysely<Tables>, sets: readonly MigrationSet[]): Promise<string[]> =>
  (await readState(db, sets)).missing.map(({ set, name }) => `${set}-${name}`);

/** Whether any version has run the migrations of this set. */
export const isUsedBy = <Tables>(db: Kysely<Tables>, set: string): Promise<boolean> =>
  engineOf(db).hasTable(db, entriesTable(set));

const entriesTable = (set: string): string => `${set}_migration`;
const entriesOf = (set: string) => sql.table(entriesTable(set));

async function readState<Tables>(db: Kysely<Tables>, sets: readonly MigrationSet[]): Promise<State> {
  const missing: State['missing'][number][] = [];
  let isUsed = false;
  for (const { name: set, migrations } of sets) {
    const entries = await readEntries(db, set);
    isUsed ||= entries.length > 0;
    const unknown = entries.find((entry) => !Object.hasOwn(migrations, entry));
    if (unknown) {
      const what = `it holds ${unknown}`;
      throw new StoreError(`The database was written by a newer version of Plaudit (${what}): update this one`);
    }
    for (const name of Object.keys(migrations).toSorted()) {
      if (!entries.includes(name)) missing.push({ set, name, migration: migrations[name]! });
    }
  }
  return { isUsed, missing };
}

async function readEntries<Tables>(db: Kysely<Tables>, set: string): Promise<string[]> {
  if (!(await isUsedBy(db, set))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${entriesOf(set)}`.execute(db);
  return rows.map(({ name }) => name);
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
