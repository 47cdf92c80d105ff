/** A review store on every database, to run one suite on each. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import type { Store } from '../../review-store/content/ids.ts';
import type { Location } from '../../review-store/databases/location.ts';
import { openDatabase } from '../../review-store/open.ts';
import { usePostgres, type UsedPostgres } from './use-postgres.ts';

export interface TestStore {
  readonly db: Store;
  readonly location: Location;
}

/** @param suite - is given the store once its hooks run. */
export function onEveryStore(suite: (store: TestStore) => void): void {
  describe('SQLite', () => {
    const directory = mkdtempSync(join(tmpdir(), 'plaudit-store-'));
    withStore(suite, () => ({ directory, name: 'store' }));
    after(() => rmSync(directory, { recursive: true, force: true }));
  });
  describe('PostgreSQL', () => {
    let postgres: UsedPostgres;
    before(async () => {
      postgres = await usePostgres();
    });
    withStore(suite, () => ({ databaseUrl: postgres.url }));
    after(() => postgres.stop());
  });
}

function withStore(suite: (store: TestStore) => void, location: () => Location): void {
  const store = {} as { db: Store; location: Location };
  before(async () => Object.assign(store, { db: await openDatabase(location()), location: location() }));
  suite(store);
  after(() => store.db.destroy());
}
