import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { listDomains } from '../../review-store/content/businesses.ts';
import { isInUse } from '../../review-store/databases/location.ts';
import { moveToPostgres, type Moved } from '../../review-store/moving/move.ts';
import { openKey, type KeyLocation } from '../../review-store/secrets/open-key.ts';
import type { Upgrade } from '../../review-store/databases/migrate.ts';
import { holdsData, inspect, openDatabase, planUpgrade } from '../../review-store/open.ts';
import type { StoreTables } from '../../review-store/tables.ts';
import { mayRun } from '../../server-kit/process-identity.ts';
import { mirrorMigrations } from './mirror-migrations.ts';
import { proxyMigrations } from './migrations.ts';
import type { ProxyDb, ProxyTables } from './tables.ts';
import { viewOf } from '../../review-store/databases/engine.ts';

const NAME = 'proxy';
const own = { name: 'proxy', migrations: proxyMigrations };
const sets = [own, { name: 'mirror', migrations: mirrorMigrations }];
const key = { table: 'proxy_secret', name: 'shoppers' } as const;

interface RunningProcess {
  readonly pid: number;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
}

const storeLocation = (location: KeyLocation) => ('directory' in location ? { ...location, name: NAME } : location);

/** Whether a proxy keeps its data there. */
export const holdsProxyData = (location: KeyLocation): Promise<boolean> => holdsData(storeLocation(location), own);

/** The data of a proxy as it is, without its key: see `inspect`. */
export const inspectProxy = <Result>(
  location: KeyLocation,
  work: (db: ProxyDb, upgrade: Upgrade) => Promise<Result>,
): Promise<Result> => inspect<StoreTables & ProxyTables, Result>(storeLocation(location), sets, work);

/**
 * The process that runs on SQLite data. One that was killed has left its row, but no lock on the file.
 * @returns null if there is none.
 */
export async function findRunning(location: KeyLocation & { directory: string }): Promise<RunningProcess | null> {
  if (!(await holdsProxyData(location))) return null;
  const rows = await inspectProxy(location, async (db, { missing }) =>
    missing.includes('proxy 0006-instances') ? [] : db.selectFrom('proxy_instance').selectAll().execute(),
  );
  const row = rows.find(({ machine, pid, process_start: processStart }) => mayRun({ machine, pid, processStart }));
  if (!row || !isInUse(join(location.directory, `${NAME}.sqlite`))) return null;
  return { pid: row.pid, startedAt: row.started_at };
}

/** The changes that opening the data of a proxy would make. */
export const planProxyUpgrade = (location: KeyLocation): Promise<Upgrade> => planUpgrade(storeLocation(location), sets);

/**
 * The mirror and the proxy's own tables are in one database, so that one transaction can span both. Its key makes the
 * pseudonyms of shoppers.
 */
export async function openProxyDatabase(location: KeyLocation): Promise<ProxyDb> {
  const db = await openDatabase<StoreTables & ProxyTables>(storeLocation(location), sets);
  try {
    await openKey(db, { location, file: NAME, ...key });
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** The site domains of all businesses that it has mirrored, oldest first. */
export const listBusinesses = (db: ProxyDb): Promise<string[]> => listDomains(storeOf(db));

/** The same database, as the functions of the review store take it. */
export function storeOf(db: ProxyDb): Kysely<StoreTables> {
  return viewOf(db);
}

/**
 * Copies the data of a proxy to PostgreSQL.
 * @param secret - PLAUDIT_SECRET.
 * @throws StoreError if a proxy runs on the data, or the database holds other data.
 */
export const moveProxy = (directory: string, databaseUrl: string, secret: string | undefined): Promise<Moved> =>
  moveToPostgres({ directory, name: NAME, databaseUrl, secret, sets, key }, openProxyDatabase);
