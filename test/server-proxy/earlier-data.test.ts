/** Data of the version before, in which writes and votes had queues of their own: what waited in them arrives once. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Kysely } from 'kysely';
import { openDatabase } from '../../review-store/open.ts';
import { mirrorMigrations } from '../../server-proxy/state/mirror-migrations.ts';
import { proxyMigrations } from '../../server-proxy/state/migrations.ts';
import { png } from '../support/pictures.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { fieldOf, product, productReview, type FakeUpstream } from './fake-upstream.ts';
import { SkippingClock } from './clocks.ts';
import { Stage } from './harness.ts';

const MINUTE = 60_000;
const { '0016-jobs': _jobs, ...earlier } = proxyMigrations;

const sorted = <Item>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => String(one).localeCompare(String(other)));

let postgres: UsedPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres.stop());

/** What the shop's customers wrote and voted, as the version before left it. */
async function fill(db: Kysely<any>, upstream: FakeUpstream, now: number): Promise<void> {
  const fieldsOf = (title: string) => ({ sku: 'SKU-1', title, content: `What ${title} says.`, rating: '5' });
  const write = (title: string, more: object) => ({
    id: title,
    business: 'shop.example',
    operation: 'addProductReview',
    fields: JSON.stringify(fieldsOf(title)),
    bytes: 100,
    state: 'waiting',
    in_doubt: 0,
    attempts: 0,
    created_at: now - MINUTE,
    next_attempt_at: now + MINUTE,
    ...more,
  });
  const dead = { leased_by: 'gone', next_attempt_at: now + MINUTE };
  await db
    .insertInto('proxy_outbox')
    .values(
      [
        write('Put off', { attempts: 4, next_attempt_at: now + 10 * MINUTE }),
        write('Arrived in doubt', { in_doubt: 1, attempts: 1, at_work_until: now + MINUTE }),
        write('Lost in doubt', { in_doubt: 1, attempts: 1 }),
        write('Arrived as its sender died', { in_doubt: 1, attempts: 1, ...dead }),
        write('Lost as its sender died', { in_doubt: 1, attempts: 1, ...dead }),
        write('Never sent', dead),
        write('Held', { state: 'held', held_for: 'text' }),
        write('Refused', { state: 'refused', attempts: 3, error_code: 401 }),
        write('Delivered', { state: 'delivered', fields: '{}', bytes: 0, review_id: 1 }),
      ].map((row) => ({
        leased_by: null,
        at_work_until: null,
        held_for: null,
        error_code: null,
        review_id: null,
        ...row,
      })),
    )
    .execute();
  const photo = { position: 1, field: 'image1', type: 'image/png', name: 'a.png', bytes: new Uint8Array(await png()) };
  await db
    .insertInto('proxy_outbox_file')
    .values({ outbox_id: 'Put off', ...photo })
    .execute();
  for (const title of ['Arrived in doubt', 'Arrived as its sender died'])
    upstream.content.productReviews.unshift({
      ...productReview(upstream.content.productReviews.length + 500, product(1)),
      ...fieldsOf(title),
      created: new Date(now).toISOString(),
    });

  const vote = (review: number, more: object) => ({
    id: `vote ${review}`,
    business: 'shop.example',
    review_id: review,
    voter: `voter ${review}`,
    address: 'address',
    vote: 'positive',
    state: 'waiting',
    created_at: now - MINUTE,
    next_attempt_at: now + MINUTE,
    leased_by: null,
    doubted_since: null,
    delivered_at: null,
    wanted: null,
    ...more,
  });
  await db
    .insertInto('proxy_vote')
    .values([
      vote(1, {}),
      vote(2, { doubted_since: now - MINUTE }),
      vote(3, { doubted_since: now - MINUTE, leased_by: 'gone' }),
      vote(4, { state: 'delivered', delivered_at: now - MINUTE, wanted: 'negative' }),
      vote(5, { state: 'delivered', delivered_at: now - MINUTE }),
      vote(6, { state: 'withdrawn' }),
    ])
    .execute();
  // Of the two in doubt, the API has counted one.
  upstream.votes.set('2 voter 2', now - MINUTE);
  await db.insertInto('proxy_extension').values({ upstream: upstream.url, names: 'revote' }).execute();
}

for (const database of ['SQLite', 'PostgreSQL'] as const)
  describe(database, () => {
    test('what waited in the version before arrives once, and what waits for the merchant stays', async () => {
      const clock = new SkippingClock();
      const reviews = [1, 2, 3, 4, 5, 6].map((id) => productReview(id, product(1)));
      await using stage = await Stage.open({
        ...clock.api,
        knowsVoters: true,
        extensions: 'revote',
        content: { products: [product(1)], productReviews: reviews },
      });
      const { upstream } = stage;
      const location =
        database === 'SQLite'
          ? { directory: stage.path('data') }
          : { databaseUrl: await freshDatabase(postgres.url), keepCopy: false };
      const db: Kysely<any> = await openDatabase('directory' in location ? { ...location, name: 'proxy' } : location, [
        { name: 'proxy', migrations: earlier },
        { name: 'mirror', migrations: mirrorMigrations },
      ]);
      await fill(db, upstream, clock.now());
      await db.destroy();

      const proxy = await stage.proxy({ location, clock });
      await clock.skipUntil('nothing waits', async () =>
        /plaudit_outbox\{state="waiting"\} 0\n[^]*plaudit_votes_waiting 0\n/.test((await proxy.get('/metrics')).text),
      );
      const sent = upstream.callsOf('/product/reviews/add');
      assert.deepEqual(sorted(sent.map((call) => fieldOf(call, 'title'))), [
        'Lost as its sender died',
        'Lost in doubt',
        'Never sent',
        'Put off',
      ]);
      assert.match(sent.find((call) => fieldOf(call, 'title') === 'Put off')!.body, /name="image1"; filename="a\.png"/);
      const votes = upstream
        .callsOf('/product/reviews/vote')
        .map((call) => ['review_id', 'vote', 'replace'].map((name) => fieldOf(call, name)).join(' '));
      // One that replaces another may be sent twice where its answer is late: what it says is the same.
      const once = votes.filter((vote, at) => !vote.endsWith('1') || votes.indexOf(vote) === at);
      assert.deepEqual(sorted(once), ['1 positive ', '2 positive ', '3 positive ', '4 negative 1']);
      const counted = upstream.content.productReviews.flatMap(({ id, votes }) => (votes === '1' ? [id] : []));
      assert.deepEqual(sorted(counted), ['1', '3', '4']);

      const queue = async () => (await proxy.merchant('/businesses/-/queue')).body.queue as Record<string, unknown>[];
      assert.deepEqual(
        sorted((await queue()).map(({ id, state, attempts, errorCode }) => [id, state, attempts, errorCode])),
        [
          ['Held', 'held', 0, null],
          ['Refused', 'refused', 3, 401],
        ],
      );
      assert.equal((await proxy.merchant('/businesses/-/queue/release', { body: { id: 'Held' } })).http, 200);
      await clock.skipUntil('it is delivered', async () => (await queue()).length === 1);
      assert.equal(fieldOf(upstream.callsOf('/product/reviews/add').at(-1)!, 'title'), 'Held');
    });
  });
