/**
 * Opens the database of a review store: a SQLite file, or PostgreSQL when several instances share it. Migrations run
 * first, forward only; a database that is newer than this program is refused and left alone.
 */
import { Kysely } from 'kysely';
import { engineOf } from './databases/engine.ts';
import { dialectOf, isMissing, type Location } from './databases/location.ts';
import { isUsedBy, migrate, readUpgrade, type MigrationSet, type Upgrade } from './databases/migrate.ts';
import { storeMigrations } from './migrations/index.ts';
import { reasonOf, StoreError } from './databases/store-error.ts';
import type { StoreTables } from './tables.ts';
import { toUnavailable } from './databases/unavailable.ts';

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
    await migrate(db, withStore(sets), { keepsCopy: location.keepCopy !== false });
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
  return !isMissing(location) && (await withDatabase(location, (db) => isUsedBy(db, name).catch(refuse)));
}

/**
 * The changes that `openDatabase` would make to the data that is there; it stays as it is.
 * @throws StoreError if the location cannot be opened or holds newer data.
 */
export const planUpgrade = (location: Location, sets: readonly MigrationSet[]): Promise<Upgrade> =>
  inspect(location, sets, async (_db, upgrade) => upgrade);

/**
 * Opens a database as it is, to be looked at: nothing is upgraded.
 * @param work - is also given the changes that opening it would make.
 * @throws StoreError if the location cannot be opened or holds newer data.
 */
export const inspect = <Tables extends StoreTables, Result>(
  location: Location,
  sets: readonly MigrationSet[],
  work: (db: Kysely<Tables>, upgrade: Upgrade) => Promise<Result>,
): Promise<Result> =>
  withDatabase<Tables, Result>(location, async (db) => work(db, await readUpgrade(db, withStore(sets)).catch(refuse)));

const withStore = (sets: readonly MigrationSet[]): readonly MigrationSet[] => [
  { name: 'store', migrations: storeMigrations },
  ...sets,
];

async function withDatabase<Tables, Result>(
  location: Location,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const db = new Kysely<Tables>({ dialect: dialectOf(location) });
  try {
    return await work(db);
  } finally {
    await db.destroy().catch(() => {});
  }
}

const refuse = (error: unknown): never => {
  throw cannotBeOpened(error);
};

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
