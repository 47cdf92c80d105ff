/**
 * Opens the database of a review store: a SQLite file, or PostgreSQL when several instances share it. Migrations run
 * first, forward only; a database that is newer than this program is refused and left alone.
 */
import { join } from 'node:path';
import { Kysely, type Dialect } from 'kysely';
import { engineOf } from './databases/engine.ts';
import { PatientPostgresDialect } from './databases/postgres/dialect.ts';
import { copyBeforeUpgrade } from './databases/sqlite/copy.ts';
import { PreparedSqliteDialect } from './databases/sqlite/dialect.ts';
import { SqliteFile } from './databases/sqlite/file.ts';
import { migrate, type MigrationSet } from './migrate.ts';
import { storeMigrations } from './migrations/index.ts';
import { makePrivateDirectory, makePrivateFile, tighten } from './private-files.ts';
import { StoreError } from './store-error.ts';
import type { StoreTables } from './tables.ts';
import { toUnavailable } from './unavailable.ts';

export type Location =
  | {
      /** The data directory; created if it does not exist. */
      readonly directory: string;
      /** The file is `{name}.sqlite`. */
      readonly name: string;
      /** Whether data of an earlier version is copied before the upgrade; by default it is. */
      readonly keepCopy?: boolean;
    }
  | { readonly databaseUrl: string };

/**
 * @param sets - migrations of the program that opens the store, beside the store's own.
 * @throws StoreError if the location cannot be opened or holds newer data.
 */
export async function openDatabase<Tables extends StoreTables = StoreTables>(
  location: Location,
  sets: readonly MigrationSet[] = [],
): Promise<Kysely<Tables>> {
  const db = new Kysely<Tables>({ dialect: dialectOf(location) });
  try {
    const allSets = [{ name: 'store', migrations: storeMigrations }, ...sets];
    await migrate(db, allSets, (before) => keepCopy(location, before));
    await gatherStatistics(db).catch(unlessUnavailable);
    engineOf(db).beginService();
    return db;
  } catch (error) {
    await db.destroy().catch(() => {});
    if (error instanceof StoreError) throw error;
    throw new StoreError(`The database cannot be opened: ${reason(error)}`, { cause: error });
  }
}

/** Updates what the database knows of the size of its tables; to be repeated now and then while data grows. */
export const gatherStatistics = <Tables>(db: Kysely<Tables>): Promise<void> => engineOf(db).gatherStatistics(db);

function dialectOf(location: Location): Dialect {
  if ('databaseUrl' in location) return new PatientPostgresDialect(location.databaseUrl);
  const file = fileOf(location);
  try {
    makePrivateDirectory(location.directory);
    // SQLite gives the files beside it the same mode.
    makePrivateFile(file);
    for (const end of ['-wal', '-shm', '-journal']) tighten(`${file}${end}`);
    return new PreparedSqliteDialect(new SqliteFile(file));
  } catch (error) {
    throw new StoreError(`The data directory ${location.directory} cannot be used: ${reason(error)}`, { cause: error });
  }
}

/** Statistics can wait: the data can be read even if the disk is full or somebody else is writing. */
function unlessUnavailable(error: unknown): void {
  if (!toUnavailable(error, 'service')) throw error;
}

/** Operators of PostgreSQL have backups of their own, and PostgreSQL undoes a migration that fails. */
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
