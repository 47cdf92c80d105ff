/**
 * Opens the database that a review store lives in: a SQLite file, or PostgreSQL when several instances share it.
 * Migrations run first, forward only; a database that is newer than this program is refused, untouched.
 */
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { copyBeforeUpgrade } from './copy.ts';
import { isPostgres } from './dialect.ts';
import { migrate, type MigrationSet } from './migrate.ts';
import { storeMigrations } from './migrations/index.ts';
import { makePrivateDirectory, makePrivateFile, tighten } from './private-files.ts';
import { setReader, SqliteReader } from './reader.ts';
import { openSqlite, PreparedSqliteDialect } from './sqlite.ts';
import { StoreError } from './store-error.ts';
import type { StoreTables } from './tables.ts';

export type Location =
  | {
      /** The data directory; made where it does not exist. */
      readonly directory: string;
      /** The file is `{name}.sqlite`. */
      readonly name: string;
      /** Whether data of an earlier version is copied before it is brought up to date; it is, unless told otherwise. */
      readonly keepCopy?: boolean;
    }
  | { readonly databaseUrl: string };

const INT8 = 20;

/**
 * @param sets - for the tables of the program that opens the store, beside the store's own.
 * @throws StoreError where the location cannot be opened or holds newer data.
 */
export async function openDatabase<Tables extends StoreTables = StoreTables>(
  location: Location,
  sets: readonly MigrationSet[] = [],
): Promise<Kysely<Tables>> {
  const db = connect<Tables>(location);
  try {
    await migrate(db, [{ name: 'store', migrations: storeMigrations }, ...sets], (before) => keepCopy(location, before));
    await gatherStatistics(db);
    return db;
  } catch (error) {
    await db.destroy().catch(() => {});
    if (error instanceof StoreError) throw error;
    throw new StoreError(`The database cannot be opened: ${reason(error)}`, { cause: error });
  }
}

/**
 * Tells SQLite how many rows its tables hold, by which it chooses indexes; PostgreSQL looks after that by itself. To be
 * repeated now and then while data grows. Only tables that changed much are looked at, and a part of them at most.
 */
export async function gatherStatistics<Tables>(db: Kysely<Tables>): Promise<void> {
  if (!isPostgres(db)) await sql`pragma optimize = 0x10002`.execute(db);
}

function connect<Tables>(location: Location): Kysely<Tables> {
  if ('databaseUrl' in location) {
    const types = { getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')) };
    const pool = new pg.Pool({ connectionString: location.databaseUrl, max: 10, connectionTimeoutMillis: 5_000, types: types as never });
    // A connection that breaks fails the query that uses it and is replaced at the next use. Without listeners one that
    // breaks between two queries, in the pool or in a transaction, would end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  }
  const file = fileOf(location);
  try {
    makePrivateDirectory(location.directory);
    // SQLite gives the files beside it the same mode.
    makePrivateFile(file);
    for (const end of ['-wal', '-shm', '-journal']) tighten(`${file}${end}`);
    return connectSqlite(file);
  } catch (error) {
    throw new StoreError(`The data directory ${location.directory} cannot be used: ${reason(error)}`, { cause: error });
  }
}

function connectSqlite<Tables>(file: string): Kysely<Tables> {
  const database = openSqlite(file);
  const reader = new SqliteReader(file);
  const close = () => {
    reader.close();
    database.close();
  };
  const db = new Kysely<Tables>({ dialect: new PreparedSqliteDialect({ database: { ...database, close } }) });
  setReader(db, reader);
  return db;
}

/** PostgreSQL's operators have a backup of theirs, and undo a migration that fails. */
async function keepCopy(location: Location, before: string): Promise<void> {
  if ('databaseUrl' in location || location.keepCopy === false) return;
  await copyBeforeUpgrade(fileOf(location), join(location.directory, `${location.name}.before-${before}.sqlite`));
}

const fileOf = ({ directory, name }: { readonly directory: string; readonly name: string }): string => join(directory, `${name}.sqlite`);

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const nested = error instanceof AggregateError ? error.errors.map(reason).join(', ') : '';
  return (error.message || nested || error.name).replace(/\s+/g, ' ');
}

