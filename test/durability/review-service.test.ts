/**
 * What was acknowledged is kept, once. A real process is killed while 20 writers write, and each of them then sends
 * again what was not answered, with the same Idempotency-Key. A few rounds here; `npm run test:durability` does 50.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openServiceDatabase } from '../../review-service/database.ts';
import { hashSecret } from '../../review-service/people/accounts/secrets.ts';
import { addToken } from '../../review-service/people/accounts/user-tokens.ts';
import { CallLog } from '../../review-service/limits/call-log.ts';
import { saveContent } from '../support/content.ts';
import { rounds } from '../support/length.ts';
import { startPostgres } from '../support/postgres.ts';
import { addOwner, assertRefusal, TestService } from '../support/review-service.ts';
import { ServiceProcess } from '../support/service-process.ts';

const KILLS = rounds(2, 50);
const WRITERS = 20;
const SLOWEST_START_MS = 10_000;
const shop = 'a.example';

describe(`${KILLS} times kill -9 with ${WRITERS} writers`, () => {
  let directory: string;
  let clientToken: string;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'plaudit-durability-'));
    const db = await openServiceDatabase({ directory });
    ({ clientToken } = await addOwner(db, { business: shop, email: 'owner@a.example' }));
    const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
    // Each writer has tokens enough not to meet the limits of one, also for what is sent again.
    const now = Date.now();
    for (let round = 0; round <= KILLS; round++)
      for (let writer = 0; writer < WRITERS; writer++)
        for (const token of [tokenOf(round, writer), tokenAgainOf(round, writer)])
          await addToken(db, id, token, now, now + 86_400_000);
    await saveContent(db, shop, { products: [{ id: 1, sku: 'MUG', categories: ['Kitchen'], brand: 'Clay' }] });
    await db.destroy();
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  /** One review, known by its title; true once it is acknowledged. */
  async function write(url: string, title: string, token: string): Promise<boolean> {
    try {
      const response = await fetch(`${url}/v1/businesses/${shop}/product/reviews/add?client_token=${clientToken}`, {
        method: 'POST',
        headers: { user_token: token, 'idempotency-key': title },
        body: new URLSearchParams({ sku: 'MUG', title, content: 'Written while the power fails', rating: '4' }),
      });
      // 409: the claim of the run that was killed still stands; it is given up after a while, and refused until then.
      return response.status === 200 && ((await response.json()) as { success: boolean }).success;
    } catch {
      return false;
    }
  }

  test('nothing acknowledged is lost, nothing is there twice, and the next start is quick', async (context) => {
    const acknowledged = new Set<string>();
    const sent = new Set<string>();
    let unanswered: { title: string; writer: number }[] = [];
    let slowest = 0;
    let untroubled = await startedUntroubled(join(directory, 'untroubled'));
    for (let round = 0; round <= KILLS; round++) {
      const service = await ServiceProcess.start(['--data', directory]);
      slowest = Math.max(slowest, service.startedIn);
      // Is it recovering, or has the machine become busy since?
      if (service.startedIn > SLOWEST_START_MS)
        untroubled = Math.max(untroubled, await startedUntroubled(join(directory, 'untroubled')));
      const again = unanswered;
      unanswered = [];
      for (const { title, writer } of again)
        if (await write(service.url, title, tokenAgainOf(round, writer))) acknowledged.add(title);
      if (round === KILLS) {
        await service.kill();
        break;
      }
      const before = acknowledged.size;
      let killed = false;
      const writers = Array.from({ length: WRITERS }, async (_, writer) => {
        for (let count = 0; !killed && count < 9; count++) {
          const title = `round ${round} writer ${writer} review ${count}`;
          sent.add(title);
          if (await write(service.url, title, tokenOf(round, writer))) acknowledged.add(title);
          else unanswered.push({ title, writer });
        }
      });
      // In the midst of writing: at another moment each time, and never before the first answers.
      while (acknowledged.size < before + 5 + ((round * 37) % 80)) await wait(1);
      await service.kill();
      killed = true;
      await Promise.all(writers);
      assert.ok(unanswered.length > 0, 'the kill came while they wrote');
    }

    const data = new DatabaseSync(join(directory, 'reviews.sqlite'));
    try {
      assert.deepEqual({ ...data.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' });
      data.exec(`insert into product_review_search (product_review_search, rank) values ('integrity-check', 1)`);
      const kept = data
        .prepare('select title from product_review')
        .all()
        .map((row) => String(row['title']));
      const counted = data.prepare('select num_reviews from product').get() as { num_reviews: number };
      assert.deepEqual(
        [...acknowledged].filter((title) => !kept.includes(title)),
        [],
        'lost',
      );
      assert.equal(new Set(kept).size, kept.length, 'doubled');
      assert.deepEqual(
        kept.filter((title) => !sent.has(title)),
        [],
        'of unknown origin',
      );
      assert.equal(counted.num_reviews, kept.length, 'counted');
    } finally {
      data.close();
    }
    context.diagnostic(
      `${acknowledged.size} reviews were acknowledged; the slowest start took ${Math.round(slowest)} ms, one with nothing to recover ${Math.round(untroubled)} ms`,
    );
    // Where a busy machine makes any start slow, recovering may not make it much slower.
    assert.ok(slowest < Math.max(SLOWEST_START_MS, 3 * untroubled), `a start took ${slowest} ms`);
  });
});

test('kill -9 frees nobody of the limits of before it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-limits-'));
  try {
    const db = await openServiceDatabase({ directory });
    const { clientToken } = await addOwner(db, { business: shop, email: 'owner@a.example' });
    const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
    await addToken(db, id, 'counted', Date.now(), Date.now() + 3_600_000);
    // However long a start takes here: 990 calls of the last half hour leave ten for this hour.
    const log = await CallLog.open({ directory }, db);
    const begun = Date.now();
    for (let call = 0; call < 990; call++) await log.record(hashSecret('counted'), begun - 1_800_000 + call * 1_500);
    await log.close();
    await db.destroy();
    const answered: number[] = [];
    for (const calls of [5, 10]) {
      const service = await ServiceProcess.start(['--data', directory]);
      const call = () =>
        fetch(`${service.url}/v1/businesses/${shop}?client_token=${clientToken}`, {
          headers: { user_token: 'counted' },
        });
      for (let count = 0; count < calls; count++) answered.push((await call()).status);
      await service.kill();
    }
    assert.deepEqual(answered, [...Array.from({ length: 10 }, () => 200), ...Array.from({ length: 5 }, () => 429)]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

async function startedUntroubled(directory: string): Promise<number> {
  const service = await ServiceProcess.start(['--data', directory]);
  await service.kill();
  return service.startedIn;
}

const tokenOf = (round: number, writer: number): string => `token of round ${round} writer ${writer}`;
const tokenAgainOf = (round: number, writer: number): string =>
  `token of round ${round} writer ${writer}, to send again`;

test('PostgreSQL restarted under load: 503 with Retry-After meanwhile, then all is well by itself', async () => {
  const postgres = await startPostgres();
  const service = await new TestService({ databaseUrl: postgres.url }).start();
  try {
    service.token = await service.account(shop);
    await service.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }] }));
    const seen = new Set<number>();
    const acknowledged: string[] = [];
    let written = 0;
    let done = false;
    const load = Array.from({ length: 8 }, async (_, writer) => {
      while (!done) {
        const title = `review ${written++}`;
        const response = await (writer % 2
          ? service.call('addProductReview', shop, { form: { sku: 'MUG', title, content: 'c', rating: 5 } })
          : service.call('listProductReviews', shop));
        seen.add(response.status);
        if (response.status !== 200) await assertRefusal(response, 503, 503, /cannot reach its data/);
        else if (writer % 2) acknowledged.push(title);
      }
    });
    const until = async (condition: () => boolean) => {
      while (!condition()) await wait(5);
    };
    await until(() => acknowledged.length > 10);
    // Once, where the machine is not so quick that nobody notices.
    do await postgres.restart();
    while (!seen.has(503));
    const before = acknowledged.length;
    await until(() => acknowledged.length > before + 10);
    done = true;
    await Promise.all(load);
    assert.deepEqual(
      [...seen].toSorted((one, other) => one - other),
      [200, 503],
    );
    const { titles, counted } = await service.withDatabase(async (db) => ({
      titles: (await db.selectFrom('product_review').select('title').execute()).map(({ title }) => title),
      counted: (await db.selectFrom('product').select('num_reviews').executeTakeFirstOrThrow()).num_reviews,
    }));
    assert.deepEqual(
      acknowledged.filter((title) => !titles.includes(title)),
      [],
    );
    assert.deepEqual([new Set(titles).size, counted], [titles.length, titles.length]);
  } finally {
    await service.stop();
    await postgres.stop();
  }
});
