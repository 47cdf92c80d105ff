import type { Kysely } from 'kysely';
import { openDatabase, type Location } from '../../review-store/open.ts';
import type { StoreTables } from '../../review-store/tables.ts';
import { mirrorMigrations } from './mirror-migrations.ts';
import { proxyMigrations } from './migrations.ts';
import type { ProxyDb, ProxyTables } from './tables.ts';

/** The mirror and the proxy's own tables, in one database, so that one transaction can span both. */
export function openProxyDatabase(location: Location): Promise<ProxyDb> {
  return openDatabase<StoreTables & ProxyTables>(location, [
    { name: 'proxy', migrations: proxyMigrations },
    { name: 'mirror', migrations: mirrorMigrations },
  ]);
}

/** The same database, as the functions of the review store take it. */
export function storeOf(db: ProxyDb): Kysely<StoreTables> {
  return db as unknown as Kysely<StoreTables>;
}
