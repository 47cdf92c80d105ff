/** Votes that are taken back or changed within their day: what counts follows at once, and nobody counts more often. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AskingShop } from '../support/asking-shop.ts';
import { longOn } from '../support/length.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { Stage, until, type Read, type TestProxy } from './harness.ts';

type Choice = 'positive' | 'negative' | 'none';

const voter = (visitor: string, network = '203.0.113.1') => ({
  'plaudit-visitor': visitor,
  'x-forwarded-for': network,
});
const vote = (
  proxy: TestProxy,
  choice: Choice,
  who: Record<string, string>,
  more: Record<string, string> = {},
): Promise<Read> => proxy.post('/product/reviews/vote', { review_id: '1', vote: choice, ...more }, who);
const change = (proxy: TestProxy, choice: Choice, who: Record<string, string>): Promise<Read> =>
  vote(proxy, choice, who, { replace: '1' });

async function shown(proxy: TestProxy, id = 1): Promise<[number, number, number]> {
  const { body } = await proxy.shop('/product/reviews?count=100');
  const review = body.product_reviews.find((one: { id: number }) => one.id === id);
  return [review.votes, review.num_positive_votes, review.num_negative_votes];
}

/** What the service itself counts. */
const counted = (stage: AskingShop): Promise<[number, number]> =>
  stage.inService(async (db) => {
    const row = await db
      .selectFrom('product_review')
      .select(['positive_votes', 'negative_votes'])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    return [row.positive_votes, row.negative_votes];
  });

async function nothingWaits(stage: AskingShop): Promise<void> {
  stage.clock.pace = 20;
  await until('no vote waits', async () =>
    (await stage.proxy.get('/metrics')).text.includes('plaudit_votes_waiting 0\n'),
  );
  stage.clock.pace = 1;
}

/** Until the window of calls that was used up is over: what is cast then goes to the API at once. */
const callsAreFree = ({ clock }: AskingShop): Promise<void> => clock.pass(11_000, 20);

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  describe(database, () => {
    let postgres: UsedPostgres;
    before(async () => {
      postgres = await usePostgres();
    });
    after(() => postgres.stop());
    const open = async () => AskingShop.open(database === 'SQLite' ? null : await freshDatabase(postgres.url, 'proxy'));

    test('a vote that the API has counted is changed and taken back, there and on the page', async () => {
      await using stage = await open();
      const proxy = await stage.startProxy();
      const kim = voter('kim');
      await callsAreFree(stage);
      assert.equal((await vote(proxy, 'none', kim)).http, 409);
      assert.equal((await vote(proxy, 'positive', kim)).http, 200);
      assert.equal((await vote(proxy, 'positive', kim)).http, 409);
      assert.equal((await vote(proxy, 'negative', kim)).http, 409);
      assert.deepEqual(await shown(proxy), [1, 1, 0]);
      for (const _ of [1, 2]) assert.equal((await change(proxy, 'negative', kim)).http, 200);
      assert.deepEqual(await shown(proxy), [1, 0, 1]);
      assert.deepEqual(await counted(stage), [0, 1]);
      // Whoever changes their mind again is told that it counts; the API is told once, what stands by then.
      for (const _ of [1, 2]) assert.equal((await vote(proxy, 'none', kim)).http, 202);
      assert.deepEqual(await shown(proxy), [0, 0, 0]);
      assert.equal((await vote(proxy, 'negative', kim)).http, 202);
      assert.deepEqual(await shown(proxy), [1, 0, 1]);
      assert.equal((await change(proxy, 'positive', kim)).http, 202);
      assert.deepEqual(await shown(proxy), [1, 1, 0]);
      assert.deepEqual(await counted(stage), [0, 1]);
      await nothingWaits(stage);
      assert.deepEqual(await shown(proxy), [1, 1, 0]);
      assert.deepEqual(await counted(stage), [1, 0]);
      // It is a voter's own: nobody else takes it back.
      assert.equal((await vote(proxy, 'none', voter('lee'))).http, 409);
      assert.equal((await vote(proxy, 'none', voter('kim', '203.0.113.9'))).http, 409);
      assert.deepEqual(await counted(stage), [1, 0]);
    });

    test(
      'taking back makes no room for other votes of an address, and cannot go on for ever',
      longOn(database),
      async () => {
        await using stage = await open();
        const proxy = await stage.startProxy();
        for (const visitor of ['a', 'b', 'c']) {
          assert.ok((await vote(proxy, 'positive', voter(visitor))).http < 300);
          assert.ok((await vote(proxy, 'none', voter(visitor))).http < 300);
          await nothingWaits(stage);
        }
        assert.equal((await vote(proxy, 'positive', voter('d'))).http, 409);
        assert.equal((await change(proxy, 'positive', voter('d'))).http, 409);
        assert.deepEqual(await counted(stage), [0, 0]);
        const answers: number[] = [];
        for (let turn = 0; turn < 12; turn += 1)
          answers.push((await change(proxy, turn % 2 === 0 ? 'negative' : 'positive', voter('a'))).http);
        // It was taken back before, so nine are left. What changes nothing is no change.
        assert.deepEqual(
          answers.map((http) => (http < 300 ? 'counted' : http)),
          [...Array<string>(9).fill('counted'), 409, 'counted', 409],
        );
        await nothingWaits(stage);
        const [yes, no] = await counted(stage);
        assert.equal(yes + no, 1);
        assert.deepEqual(await shown(proxy), [1, yes, no]);
      },
    );

    test('a vote that has not left is changed or dropped here, and the API never hears of the first one', async () => {
      await using stage = await open();
      const proxy = await stage.startProxy();
      await stage.relay.stop();
      const [kim, lee, max] = [voter('kim'), voter('lee'), voter('max')];
      for (const who of [kim, lee, max]) assert.equal((await vote(proxy, 'positive', who)).http, 202);
      assert.deepEqual(await shown(proxy), [3, 3, 0]);
      assert.ok((await change(proxy, 'negative', kim)).http < 300);
      assert.ok((await vote(proxy, 'none', lee)).http < 300);
      assert.deepEqual(await shown(proxy), [2, 1, 1]);
      await stage.relay.start();
      await nothingWaits(stage);
      // One whose answer is late is sent again, and counts once.
      assert.deepEqual(
        new Set(stage.relay.of('/vote').map(({ body }) => new URLSearchParams(body).get('vote'))),
        new Set(['negative', 'positive']),
      );
      assert.deepEqual(await counted(stage), [1, 1]);
      assert.deepEqual(await shown(proxy), [2, 1, 1]);
    });

    test(
      'what is in doubt is settled first and changed then, whatever answers are lost',
      longOn(database),
      async () => {
        await using stage = await open();
        const proxy = await stage.startProxy();
        const lose = { next: true };
        stage.relay.loseAnswer = (path) => path.endsWith('/vote') && (lose.next = !lose.next) === false;
        const [kim, lee] = [voter('kim'), voter('lee')];
        assert.equal((await vote(proxy, 'positive', kim)).http, 202);
        assert.deepEqual(await counted(stage), [1, 0]);
        assert.equal((await vote(proxy, 'none', kim)).http, 202);
        assert.deepEqual(await shown(proxy), [0, 0, 0]);
        await nothingWaits(stage);
        assert.deepEqual(await counted(stage), [0, 0]);
        stage.relay.loseAnswer = () => false;
        await callsAreFree(stage);
        assert.equal((await vote(proxy, 'positive', lee)).http, 200);
        stage.relay.loseAnswer = (path) => path.endsWith('/vote') && (lose.next = !lose.next) === false;
        lose.next = true;
        assert.equal((await change(proxy, 'negative', lee)).http, 202);
        // Changed again before anybody knows what became of the change.
        assert.equal((await change(proxy, 'positive', lee)).http, 202);
        assert.deepEqual(await shown(proxy), [1, 1, 0]);
        await nothingWaits(stage);
        assert.deepEqual(await counted(stage), [1, 0]);
        assert.deepEqual(await shown(proxy), [1, 1, 0]);
      },
    );

    test('a change that waits outlasts a restart', longOn(database), async () => {
      await using stage = await open();
      const first = await stage.startProxy();
      await callsAreFree(stage);
      assert.equal((await vote(first, 'positive', voter('kim'))).http, 200);
      stage.relay.isAway = true;
      assert.equal((await change(first, 'negative', voter('kim'))).http, 202);
      await first.close();
      stage.relay.isAway = false;
      const proxy = await stage.startProxy();
      assert.deepEqual(await shown(proxy), [1, 0, 1]);
      await nothingWaits(stage);
      assert.deepEqual(await counted(stage), [0, 1]);
    });
  });
}

test('an API without the extension keeps what it has counted, and is told of no change', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy({ trustedProxies: ['127.0.0.1/32'] })).mirrored();
  const cast = (choice: Choice, who: Record<string, string>, more = {}) =>
    proxy.post('/product/reviews/vote', { review_id: '8', vote: choice, ...more }, who);
  const [kim, lee] = [voter('kim'), voter('lee')];
  assert.equal((await cast('positive', kim)).http, 200);
  assert.equal((await cast('none', kim)).http, 409);
  assert.equal((await cast('negative', kim, { replace: '1' })).http, 409);
  assert.deepEqual(await shown(proxy, 8), [1, 1, 0]);
  // To this API the proxy is one voter, so the second vote waits a day; until then its voter may change it.
  assert.equal((await cast('positive', lee)).http, 202);
  assert.deepEqual(await shown(proxy, 8), [2, 2, 0]);
  assert.equal((await cast('negative', lee, { replace: '1' })).http, 202);
  assert.deepEqual(await shown(proxy, 8), [2, 1, 1]);
  assert.equal((await cast('none', lee)).http, 200);
  assert.deepEqual(await shown(proxy, 8), [1, 1, 0]);
  for (const { body } of stage.upstream.callsOf('/vote')) assert.ok(!/none|replace/.test(body), body);
});

test('hostile votes are refused by name', async () => {
  await using stage = await AskingShop.open();
  const proxy = await stage.startProxy();
  for (const [fields, code] of [
    [{ vote: 'NONE ' }, 404],
    [{ vote: 'all' }, 306],
    [{ vote: '' }, 302],
    [{ replace: 'yes' }, 306],
    [{ review_id: '1 or 1=1' }, 306],
    [{ review_id: '99' }, 403],
  ] as const) {
    const { body } = await proxy.post(
      '/product/reviews/vote',
      { review_id: '1', vote: 'positive', ...fields },
      voter('x'),
    );
    assert.equal(body.errorCode, code, JSON.stringify(fields));
  }
  assert.deepEqual(await shown(proxy), [0, 0, 0]);
});
