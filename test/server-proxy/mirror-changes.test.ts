/** A change of the mirror and the number of its version are one: kept together, or not at all, and followed once. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ensureBusiness, findBusiness, listDomains } from '../../review-store/content/businesses.ts';
import type { KeyLocation } from '../../review-store/secrets/open-key.ts';
import { Changes } from '../../server-proxy/mirror/parts/changes.ts';
import { openProxyDatabase, storeOf } from '../../server-proxy/state/open.ts';
import type { ProxyDb } from '../../server-proxy/state/tables.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';

const shop = 'shop.example';
const other = 'other.example';

let postgres: UsedPostgres;
let directory: string;
before(async () => {
  postgres = await usePostgres();
  directory = mkdtempSync(join(tmpdir(), 'plaudit-changes-'));
});
after(async () => {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

const locations: Record<string, () => Promise<KeyLocation>> = {
  SQLite: async () => ({ directory }),
  PostgreSQL: async () => ({ databaseUrl: await freshDatabase(postgres.url, 'proxy') }),
};

for (const [name, locate] of Object.entries(locations)) {
  describe(name, () => {
    let db: ProxyDb;
    before(async () => {
      db = await openProxyDatabase(await locate());
    });
    after(() => db.destroy());

    const add = async (db: ProxyDb, domain: string) => {
      await ensureBusiness(storeOf(db), domain);
      return { changed: true, domain };
    };
    const storedVersion = async (): Promise<number> => {
      const another = new Changes(db);
      await another.follow([shop]);
      return another.version(shop);
    };

    test('a change is followed at once where it is made, and elsewhere with the next look, each time once', async () => {
      const here = new Changes(db);
      const elsewhere = new Changes(db);
      assert.equal((await here.change(shop, (db) => add(db, 'one.example'))).domain, 'one.example');
      const version = here.version(shop);
      assert.ok(version > 0);
      await here.follow([shop, other]);
      assert.equal(here.version(shop), version);
      assert.equal(elsewhere.version(shop), 0);
      await elsewhere.follow([shop, other]);
      assert.deepEqual([elsewhere.version(shop), elsewhere.version(other)], [version, 0]);
      await elsewhere.follow([shop, other]);
      assert.equal(elsewhere.version(shop), version);
    });

    test('what changes nothing that answers are made of leaves the version as it is', async () => {
      const changes = new Changes(db);
      await changes.follow([shop]);
      const version = changes.version(shop);
      await changes.change(shop, async () => ({ changed: false }));
      assert.deepEqual([changes.version(shop), await storedVersion()], [version, version]);
    });

    test('where a change fails neither it nor a version is kept', async () => {
      const changes = new Changes(db);
      const version = await storedVersion();
      const failing = changes.change(shop, async (db) => {
        await add(db, 'failed.example');
        throw new Error('on purpose');
      });
      await assert.rejects(failing, /on purpose/);
      assert.equal(await findBusiness(storeOf(db), 'failed.example'), undefined);
      assert.deepEqual([changes.version(shop), await storedVersion()], [0, version]);
    });

    test('changes at the same time have a version each, and none is lost', async () => {
      const changes = new Changes(db);
      const version = await storedVersion();
      const domains = ['a.example', 'b.example', 'c.example', 'd.example'];
      await Promise.all(domains.map((domain) => changes.change(shop, (db) => add(db, domain))));
      assert.deepEqual([changes.version(shop), await storedVersion()], [version + 4, version + 4]);
      const known = await listDomains(storeOf(db));
      for (const domain of domains) assert.ok(known.includes(domain));
    });
  });
}
