/**
 * Opens the database that a review store lives in: a SQLite file, or PostgreSQL when several instances share it.
 * Migrations run first, forward only; a database that is newer than this program is refused, untouched.
 */
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { copyBeforeUpgrade } from './copy.ts';
import { isPostgres } from './dialect.ts';
import { migrate, type MigrationSet } from './migrate.ts';
import { storeMigrations } from './migrations/index.ts';
import { openPool, type Patience } from './postgres.ts';
import { makePrivateDirectory, makePrivateFile, tighten } from './private-files.ts';
import { setWatch, StorageWatch, writeBeside, writeTemporary } from './readiness.ts';
import { setReader, SqliteReader } from './reader.ts';
import { openWriting } from './sqlite.ts';
import { PreparedSqliteDialect } from './sqlite-dialect.ts';
import { StoreError } from './store-error.ts';
import type { StoreTables } from './tables.ts';
import { toUnavailable } from './unavailable.ts';

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

/**
 * @param sets - for the tables of the program that opens the store, beside the store's own.
 * @throws StoreError where the location cannot be opened or holds newer data.
 */
export async function openDatabase<Tables extends StoreTables = StoreTables>(
  location: Location,
  sets: readonly MigrationSet[] = [],
): Promise<Kysely<Tables>> {
  const { db, patience } = connect<Tables>(location);
  try {
    const allSets = [{ name: 'store', migrations: storeMigrations }, ...sets];
    await migrate(db, allSets, (before) => keepCopy(location, before));
    await gatherStatistics(db).catch(unlessUnavailable);
    patience.isEndless = false;
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

interface Connected<Tables> {
  readonly db: Kysely<Tables>;
  /** Without end while the data are brought up to date. */
  readonly patience: Patience;
}

function connect<Tables>(location: Location): Connected<Tables> {
  if ('databaseUrl' in location) return connectPostgres(location.databaseUrl);
  const file = fileOf(location);
  try {
    makePrivateDirectory(location.directory);
    // SQLite gives the files beside it the same mode.
    makePrivateFile(file);
    for (const end of ['-wal', '-shm', '-journal']) tighten(`${file}${end}`);
    return connectSqlite(location.directory, file);
  } catch (error) {
    throw new StoreError(`The data directory ${location.directory} cannot be used: ${reason(error)}`, { cause: error });
  }
}

function connectPostgres<Tables>(databaseUrl: string): Connected<Tables> {
  const patience = { isEndless: true };
  const db: Kysely<Tables> = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool(databaseUrl, patience) }),
    log: (event) => { if (event.level === 'error') watch.noteFailure(event.error); },
  });
  const watch = new StorageWatch(() => writeTemporary(db), { always: false });
  setWatch(db, watch);
  return { db, patience };
}

function connectSqlite<Tables>(directory: string, file: string): Connected<Tables> {
  const writer = openWriting(file);
  const reader = new SqliteReader(file);
  const watch = new StorageWatch(() => writeBeside(directory), { always: true });
  const db = new Kysely<Tables>({ dialect: new PreparedSqliteDialect({ file, writer, reader, noteFailure: (error) => watch.noteFailure(error) }) });
  setReader(db, reader);
  setWatch(db, watch);
  return { db, patience: { isEndless: true } };
}

/** Statistics can wait: what is there can be read though the disk is full, or somebody else writes. */
function unlessUnavailable(error: unknown): void {
  if (!toUnavailable(error, 'service')) throw error;
}

/** PostgreSQL's operators have a backup of theirs, and undo a migration that fails. */
async function keepCopy(location: Location, before: string): Promise<void> {
  if ('databaseUrl' in location || location.keepCopy === false) return;
  await copyBeforeUpgrade(fileOf(location), join(location.directory, `${location.name}.before-${before}.sqlite`));
}

function fileOf({ directory, name }: { readonly directory: string; readonly name: string }): string {
  return join(directory, `${name}.sqlite`);
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const nested = error instanceof AggregateError ? error.errors.map(reason).join(', ') : '';
  return (error.message || nested || error.name).replace(/\s+/g, ' ');
}

