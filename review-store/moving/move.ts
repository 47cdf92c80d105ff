/**
 * Copies everything of a SQLite file to PostgreSQL, in one transaction: it is there whole, or not at all, and an
 * interrupted move is simply made again. Before the commit every table is read back and compared, row by row. The file
 * stays as it is, and no program can open it meanwhile.
 */
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { keyOf } from '../secrets/data-key.ts';
import { dialectOf, SoleUse, type MovedRow } from '../databases/location.ts';
import type { MigrationSet } from '../databases/migrate.ts';
import type { KeyLocation } from '../secrets/open-key.ts';
import { openDatabase } from '../open.ts';
import { reasonOf, StoreError } from '../databases/store-error.ts';
import { Fingerprint } from './fingerprint.ts';
import { Batches, listTables, readRows, type Target, type TargetTable } from './target.ts';
import { viewOf } from '../databases/engine.ts';

interface Move {
  /** Holds the file `{name}.sqlite`. */
  readonly directory: string;
  readonly name: string;
  readonly databaseUrl: string;
  /** Of the program, beside the store's own. */
  readonly sets: readonly MigrationSet[];
  /** The row that says where the key is: on PostgreSQL it holds the key itself, until a program seals it. */
  readonly key: { readonly table: string; readonly name: string; readonly bytes: Buffer };
}

export interface Moved {
  readonly tables: number;
  readonly rows: number;
  /** It had been moved before, and nothing has changed since. */
  readonly wasThere: boolean;
}

/** Numbers rows for SQLite's search index; PostgreSQL needs none. */
const ONLY_ON_SQLITE = 'row_id';
const SEARCH_INDEX = /_search(?:_[a-z]+)?$/;
/** A database notes by itself what changes in it, and it is new to the holders of a copy that it is another one. */
const NOTED = /^change(?:_[a-z]+)?$/;

/**
 * Moves the data of a program.
 * @param open - as the program does: brings the data up to date, and finds its key.
 * @throws StoreError if a program runs on the file, or the database holds other data.
 */
export async function moveToPostgres<Tables>(
  place: Omit<Move, 'key'> & { readonly key: Omit<Move['key'], 'bytes'>; readonly secret: string | undefined },
  open: (location: KeyLocation) => Promise<Kysely<Tables>>,
): Promise<Moved> {
  const { directory, databaseUrl, secret } = place;
  // Nothing is changed under a program that runs.
  new SoleUse(fileOf(place))[Symbol.dispose]();
  const bytes = await keyBytes(() => open({ directory }));
  const moved = await moveFile({ ...place, key: { ...place.key, bytes } });
  // Seals the key, and sees that it is the same.
  if (!bytes.equals(await keyBytes(() => open({ databaseUrl, secret })))) throw otherData();
  return moved;
}

async function keyBytes<Tables>(open: () => Promise<Kysely<Tables>>): Promise<Buffer> {
  await using db = await open();
  return keyOf(db).bytes;
}

async function moveFile(move: Move): Promise<Moved> {
  using source = new SoleUse(fileOf(move));
  await using db = await openDatabase({ databaseUrl: move.databaseUrl }, move.sets);
  const view = viewOf<Record<string, Record<string, unknown>>>(db);
  const moved = await view.transaction().execute((target) => moveTables(source, target, move));
  // PostgreSQL would do so by itself, but not in the first minutes, and would find its way badly until then.
  for (const { name } of await listTables(view))
    await sql`vacuum (analyze) ${sql.table(name)}`.execute(db).catch(() => {});
  return moved;
}

const fileOf = ({ directory, name }: Pick<Move, 'directory' | 'name'>): string => join(directory, `${name}.sqlite`);

async function moveTables(source: SoleUse, target: Target, { key }: Move): Promise<Moved> {
  const tables = (await listTables(target)).filter(({ name }) => !NOTED.test(name));
  const there = new Set(source.tables.filter((name) => !NOTED.test(name)));
  refuseUnknown(source, there, tables);
  const shared = tables.filter(({ name }) => there.has(name));
  const wasThere = await isFilled(target, tables);
  let rows = 0;
  for (const table of shared) {
    if (wasThere) {
      rows += await compare(source, target, table, key);
      continue;
    }
    const expected = await copy(source, target, table, key).catch((error: unknown) => {
      throw new StoreError(`Table ${table.name} cannot be moved, and nothing was: ${reasonOf(error)}`, {
        cause: error,
      });
    });
    const found = new Fingerprint();
    for await (const row of readRows(target, table)) if (!isKey(row, table, key)) found.add(row, table.columns);
    if (!found.equals(expected)) throw notTheSame(table.name);
    rows += found.rows;
  }
  return { tables: shared.length, rows, wasThere };
}

/** Nothing may be left behind because this program does not know it. */
function refuseUnknown(source: SoleUse, there: ReadonlySet<string>, tables: readonly TargetTable[]): void {
  const known = new Map(tables.map(({ name, columns }) => [name, columns]));
  for (const name of there) {
    const columns = known.get(name);
    if (!columns && !SEARCH_INDEX.test(name))
      throw new StoreError(`Nobody knows what table ${name} is: nothing was moved`);
    const left = columns && source.columns(name).find((one) => one !== ONLY_ON_SQLITE && !columns.includes(one));
    if (left !== undefined) throw new StoreError(`Nobody knows what ${name}.${left} is: nothing was moved`);
  }
}

async function isFilled(target: Target, tables: readonly TargetTable[]): Promise<boolean> {
  for (const { name } of tables)
    if (
      await target
        .selectFrom(name)
        .select((eb) => eb.lit(1).as('one'))
        .limit(1)
        .executeTakeFirst()
    )
      return true;
  return false;
}

async function copy(source: SoleUse, target: Target, table: TargetTable, key: Move['key']): Promise<Fingerprint> {
  const print = new Fingerprint();
  const batches = new Batches(target, table);
  for (const row of source.rows(table.name, table.columns)) {
    if (isKey(row, table, key)) await batches.add({ ...row, value: key.bytes.toString('base64') });
    else {
      print.add(row, table.columns);
      await batches.add(row);
    }
  }
  await batches.end();
  return print;
}

/**
 * Reads both in step: PostgreSQL ends a transaction that says nothing for as long as a large file takes to be read.
 * @returns the number of rows. @throws StoreError unless they are the same.
 */
async function compare(source: SoleUse, target: Target, table: TargetTable, key: Move['key']): Promise<number> {
  const [expected, found] = [new Fingerprint(), new Fingerprint()];
  const add = (print: Fingerprint, row: MovedRow) => void (isKey(row, table, key) || print.add(row, table.columns));
  const rows = source.rows(table.name, table.columns);
  for await (const row of readRows(target, table)) {
    add(found, row);
    const { value } = rows.next() as IteratorResult<MovedRow, undefined>;
    if (value === undefined) throw otherData();
    add(expected, value);
  }
  if (!rows.next().done || !found.equals(expected)) throw otherData();
  return found.rows;
}

/** It differs by design; opening the data compares the key itself. */
const isKey = (row: MovedRow, { name }: TargetTable, key: Move['key']): boolean =>
  name === key.table && row['name'] === key.name;

const otherData = () =>
  new StoreError('The database holds data already, and it is not overwritten: choose an empty one');
const notTheSame = (table: string) => new StoreError(`Table ${table} did not arrive as it was: nothing was moved`);

/**
 * Makes a schema in a database, if it has none of this name. Several programs may do so at once.
 * @throws StoreError if that is not possible.
 */
export async function makeSchema(databaseUrl: string, schema: string): Promise<void> {
  await using db = new Kysely({ dialect: dialectOf({ databaseUrl }) });
  const isThere = async (): Promise<boolean> =>
    (await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(db)).rows.length > 0;
  try {
    // Where it is there, nobody needs the right to make it.
    if (await isThere()) return;
    await db.schema
      .createSchema(schema)
      .execute()
      .catch(async (error: unknown) => {
        if (!(await isThere())) throw error;
      });
  } catch (error) {
    throw new StoreError(`The schema ${schema} cannot be made: ${reasonOf(error)}`, { cause: error });
  }
}
