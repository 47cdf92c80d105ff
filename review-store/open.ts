/**
 * Opens the database of a review store: a SQLite file, or PostgreSQL when several instances share it. Migrations run
 * first, forward only; a database that is newer than this program is refused and left alone.
 */
import { Kysely } from 'kysely';
import { engineOf } from './databases/engine.ts';
import { dialectOf, isMissing, type Location } from './databases/location.ts';
import { isUsedBy, migrate, readMissing, type MigrationSet } from './migrate.ts';
import { storeMigrations } from './migrations/index.ts';
import { reasonOf, StoreError } from './store-error.ts';
import type { StoreTables } from './tables.ts';
import { toUnavailable } from './unavailable.ts';

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
    const keepsCopy = 'directory' in location && location.keepCopy !== false;
    await migrate(db, withStore(sets), { keepsCopy });
    await gatherStatistics(db).catch(unlessUnavailable);
    engineOf(db).beginService();
    return db;
  } catch (error) {
    await db.destroy().catch(() => {});
    throw cannotBeOpened(error);
  }
}

/**
 * Whether the program with this set of migrations keeps data there. Looking makes none.
 * @throws StoreError if the location cannot be opened.
 */
export async function holdsData(location: Location, { name }: MigrationSet): Promise<boolean> {
  if (isMissing(location)) return false;
  const db = new Kysely({ dialect: dialectOf(location) });
  try {
    return await isUsedBy(db, name);
  } catch (error) {
    throw cannotBeOpened(error);
  } finally {
    await db.destroy();
  }
}

/**
 * Opens a database as it is, for whoever only looks at it: nothing is upgraded.
 * @param look - is given the migrations that are missing, each as `set-name`.
 * @throws StoreError if the location cannot be opened or holds newer data.
 */
export async function lookInto<Tables extends StoreTables, Result>(
  location: Location,
  sets: readonly MigrationSet[],
  look: (db: Kysely<Tables>, missing: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const db = new Kysely<Tables>({ dialect: dialectOf(location) });
  try {
    const missing = await readMissing(db, withStore(sets)).catch((error: unknown) => {
      throw cannotBeOpened(error);
    });
    return await look(db, missing);
  } finally {
    await db.destroy().catch(() => {});
  }
}

const withStore = (sets: readonly MigrationSet[]): MigrationSet[] => [
  { name: 'store', migrations: storeMigrations },
  ...sets,
];

/** Updates what the database knows of the size of its tables; to be repeated now and then while data grows. */
export const gatherStatistics = <Tables>(db: Kysely<Tables>): Promise<void> => engineOf(db).gatherStatistics(db);

/** Statistics can wait: the data can be read even if the disk is full or somebody else is writing. */
function unlessUnavailable(error: unknown): void {
  if (!toUnavailable(error, 'service')) throw error;
}

const cannotBeOpened = (error: unknown): StoreError =>
  error instanceof StoreError
    ? error
    : new StoreError(`The database cannot be opened: ${reasonOf(error)}`, { cause: error });
