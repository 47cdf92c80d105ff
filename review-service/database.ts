import { moveToPostgres, type Moved } from '../review-store/moving/move.ts';
import { openKey, type KeyLocation } from '../review-store/secrets/open-key.ts';
import type { Upgrade } from '../review-store/databases/migrate.ts';
import { holdsData, inspect, openDatabase, planUpgrade } from '../review-store/open.ts';
import { protectEarlierData } from './earlier-data.ts';
import { serviceMigrations } from './data/migrations/index.ts';
import type { Database, ServiceTables } from './data/tables.ts';

export type ServiceLocation = KeyLocation;

const NAME = 'reviews';
const key = { table: 'service_setting', name: 'key' } as const;

const storeLocation = (location: ServiceLocation) => ('directory' in location ? { ...location, name: NAME } : location);

/** Whether a service keeps its data there. */
export const holdsServiceData = (location: ServiceLocation): Promise<boolean> =>
  holdsData(storeLocation(location), serviceMigrations);

/** The data of a service as it is, without its key: see `inspect`. */
export const inspectService = <Result>(
  location: ServiceLocation,
  work: (db: Database, upgrade: Upgrade) => Promise<Result>,
): Promise<Result> => inspect<ServiceTables, Result>(storeLocation(location), [serviceMigrations], work);

/** The changes that opening the data of a service would make. */
export const planServiceUpgrade = (location: ServiceLocation): Promise<Upgrade> =>
  planUpgrade(storeLocation(location), [serviceMigrations]);

/** The data of a service with its key, for the service and for commands. */
export async function openServiceDatabase(location: ServiceLocation): Promise<Database> {
  const db = await openDatabase<ServiceTables>(storeLocation(location), [serviceMigrations]);
  try {
    await openKey(db, { location, file: NAME, ...key, whenMade: protectEarlierData });
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Copies the data of a service to PostgreSQL.
 * @param secret - PLAUDIT_SECRET.
 * @throws StoreError if a service runs on the data, or the database holds other data.
 */
export const moveService = (directory: string, databaseUrl: string, secret: string | undefined): Promise<Moved> =>
  moveToPostgres({ directory, name: NAME, databaseUrl, secret, sets: [serviceMigrations], key }, openServiceDatabase);
