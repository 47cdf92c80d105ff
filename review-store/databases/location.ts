/**
 * Chooses the database by where the data is. Only this module imports from the folders beside it; what SQLite and
 * PostgreSQL do in their own way, everybody else asks of the engine (engine.ts).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Dialect } from 'kysely';
import { makePrivateDirectory, makePrivateFile, tighten } from './private-files.ts';
import { requireEntry, requireRights } from './rights.ts';
import { reasonOf, StoreError } from './store-error.ts';
import { PatientPostgresDialect } from './postgres/dialect.ts';
import { PreparedSqliteDialect } from './sqlite/dialect.ts';
import { SqliteFile } from './sqlite/file.ts';

export type Location =
  | {
      /** The data directory; created if it does not exist. */
      readonly directory: string;
      /** The file is `{name}.sqlite`. */
      readonly name: string;
      /** Whether data of an earlier version is copied before the upgrade; by default it is. */
      readonly keepCopy?: boolean;
    }
  | {
      readonly databaseUrl: string;
      /** False where the operator has made a backup, or wants none; see the engine's `keepCopy`. */
      readonly keepCopy?: boolean;
    };

/** @throws StoreError if the data directory cannot be used. */
export function dialectOf(location: Location): Dialect {
  if ('databaseUrl' in location) return new PatientPostgresDialect(location.databaseUrl);
  const file = fileOf(location);
  try {
    requireRights(location.directory);
    makePrivateDirectory(location.directory);
    // SQLite gives the files beside it the same mode.
    makePrivateFile(file);
    for (const end of ['-wal', '-shm', '-journal']) tighten(`${file}${end}`);
    return new PreparedSqliteDialect(new SqliteFile(file));
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`The data directory ${location.directory} cannot be used: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/** A backup is a copy of SQLite files; PostgreSQL has tools of its own for that. */
export { copyAtOneMoment } from './sqlite/copy.ts';
/** For exclusive use of a file: a move from one database to the other, and a restore. */
export { isInUse, SoleUse, type MovedRow, type MovedValue } from './sqlite/sole-use.ts';

/**
 * True where opening the database would make it.
 * @throws StoreError if this user may not look.
 */
export function isMissing(location: Location): boolean {
  if ('databaseUrl' in location) return false;
  requireEntry(location.directory);
  return !existsSync(fileOf(location));
}

const fileOf = ({ directory, name }: { readonly directory: string; readonly name: string }): string =>
  join(directory, `${name}.sqlite`);
