/** A catalogue that is taken by a running service: what else it does meanwhile, and what is left where it breaks. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { findFeed, setFeed, type Feed } from '../../review-service/catalogue/feeds.ts';
import { importFeed, importFile, type ImportingOptions } from '../../review-service/catalogue/importing.ts';
import { requireBusiness } from '../../review-service/data/require-business.ts';
import { until } from '../server-proxy/harness.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';

const BATCH = 200;
const header = 'sku,title,description\n';
const row = (sku: string) => `${sku},Product ${sku},A description that is a little longer than its title\n`;

async function* rows(prefix: string, count: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(header);
  for (let at = 0; at < count; at += BATCH)
    yield Buffer.from(
      Array.from({ length: Math.min(BATCH, count - at) }, (_none, n) => row(`${prefix}${at + n}`)).join(''),
    );
}

/** Of this process. */
const importingProcesses = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('import-process'))
    .map(Number);

onSqliteFirst((place) => {
  let service: TestService;
  let made = 0;
  let shop: string;
  let businessId: number;
  before(async () => {
    service = await new TestService(await place()).start();
  });
  after(() => service.stop());

  const newShop = async () => {
    shop = `shop-${++made}.example`;
    service.token = await service.account(shop);
    businessId = await service.withDatabase(async (db) => (await requireBusiness(db, shop)).id);
  };
  const take = (input: AsyncIterable<Uint8Array>, options: Partial<ImportingOptions> = {}) =>
    importFile(service.location, businessId, input, {
      isPatient: true,
      now: () => service.clock.now,
      onRefused: (line, reason) => assert.fail(`line ${line}: ${reason}`),
      ...options,
    });
  const stored = () =>
    service.withDatabase(async (db) => {
      const found = db.selectFrom('product').where('business_id', '=', businessId);
      const { count } = await found.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow();
      return Number(count);
    });

  const dueFeed = async (count: number): Promise<[Feed, Uint8Array]> => {
    const url = 'https://shop.example/feed.csv';
    const feed = await service.withDatabase(async (db) => {
      // Due in an hour, so that the service leaves it alone.
      await setFeed(db, shop, { url, everyMs: 3_600_000 }, service.clock.now + 3_600_000);
      return findFeed(db, (await requireBusiness(db, shop)).id);
    });
    return [feed!, await buffer(rows('F', count))];
  };

  test('reads and writes are answered while it goes on', async () => {
    await newShop();
    let isOver = false;
    let taken = 0;
    const importing = take(rows('S', 6_000), { onStored: ({ total }) => (taken = total) }).finally(() => {
      isOver = true;
    });
    let [reads, writes] = [0, 0];
    // Until the first batch is stored, the import is not under way.
    const isUnderWay = () => taken > 0 && !isOver;
    while (!isOver) {
      await service.ok('listProducts', shop, { query: { count: 20 } });
      if (isUnderWay()) reads += 1;
      if (writes < 5) {
        await service.ok('addProduct', shop, { form: { sku: 'OWN', title: 'Own' } });
        if (isUnderWay()) writes += 1;
      }
      await wait(5);
    }
    assert.equal((await importing).added, 6_000);
    assert.ok(reads >= 5 && writes > 0, `${reads} reads and ${writes} writes`);
  });

  test('one whose process is killed ends in one line, keeps whole batches, and harms nobody', async () => {
    await newShop();
    const killed = take(rows('S', 100 * BATCH), {
      onStored({ total }) {
        if (total === 3 * BATCH) for (const pid of importingProcesses()) process.kill(pid, 'SIGKILL');
      },
    });
    await assert.rejects(killed, {
      name: 'ImportFailed',
      message: 'The import ended early: its process was ended by SIGKILL; what was stored until then stays',
    });
    const count = await stored();
    assert.ok(count >= 3 * BATCH && count < 100 * BATCH && count % BATCH === 0, `${count} products`);
    await service.ok('addProduct', shop, { form: { sku: 'NEXT', title: 'Written after it' } });
    const again = await take(rows('S', 4 * BATCH));
    assert.deepEqual([again.total, again.refused], [4 * BATCH, 0]);
  });

  test('one that its owner ends stops, and what has not been sent is not taken for the end of the file', async () => {
    await newShop();
    const owner = new AbortController();
    const [feed, bytes] = await dueFeed(100 * BATCH);
    const importing = importFeed({ location: service.location, feed, now: service.clock.now }, bytes, owner.signal);
    await until('some of it is stored', async () => (await stored()) > 0);
    owner.abort();
    await assert.rejects(importing, { name: 'ImportFailed' });
    const count = await stored();
    assert.ok(count < 100 * BATCH && count % BATCH === 0, `${count} products`);
    assert.deepEqual(importingProcesses(), []);
  });

  test('what cannot be read ends it as well', async () => {
    await newShop();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* rows('S', 3 * BATCH);
      throw new Error('the disk is gone');
    }
    await assert.rejects(take(broken()), { name: 'ImportFailed', message: /the disk is gone; what was stored/ });
    assert.equal((await stored()) % BATCH, 0);
  });

  test('a trial writes nothing, and waits for nobody who writes', async () => {
    // PostgreSQL ends a transaction that says nothing for so long.
    if (!('directory' in service.location)) return;
    await newShop();
    await service.withDatabase((db) =>
      db.transaction().execute(async (transaction) => {
        await transaction.updateTable('business').set({ domain: shop }).where('id', '=', businessId).execute();
        const counts = await take(rows('S', 3 * BATCH), { dryRun: true });
        assert.deepEqual([counts.added, counts.refused], [3 * BATCH, 0]);
      }),
    );
    assert.equal(await stored(), 0);
  });
});
