import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { png } from '../support/pictures.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import type { ProxyOptions } from '../../server-proxy/proxy.ts';
import { fieldOf, planted, send, type Call, type FakeUpstream, type Fault } from './fake-upstream.ts';
import { SkippingClock } from './clocks.ts';
import { Stage, until, type TestProxy } from './harness.ts';

const add = '/product/reviews/add';
const flag = '/reviews/flag';
const written = {
  sku: 'SKU-1',
  title: 'Lovely',
  content: 'A good one & more.',
  rating: '5',
  first_name: 'Ada',
  last_name: 'Lovelace',
};
const report = { review_no: '14', reason: 'language', message: 'Look at this.' };

const isAdd = (call: Call): boolean => call.path.endsWith(add);
const down: Fault = (_call, response) => void response.writeHead(502).end('<html>');
const titles = (upstream: FakeUpstream): unknown[] =>
  upstream.content.productReviews.map((one) => one['title']).filter((title) => title === 'Lovely');
const waiting = async (proxy: TestProxy): Promise<string | undefined> =>
  /plaudit_outbox\{state="waiting"\} (\d+)/.exec((await proxy.get('/metrics')).text)?.[1];

async function photo(fields: Record<string, string>): Promise<FormData> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  data.append('image1', new Blob([new Uint8Array(await png())]), 'a.png');
  return data;
}

let postgres: UsedPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres.stop());

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  describe(`on ${database}`, () => {
    const locate = async (stage: Stage): Promise<Pick<ProxyOptions, 'location'>> =>
      database === 'SQLite'
        ? { location: { directory: stage.path('data') } }
        : { location: { databaseUrl: await freshDatabase(postgres.url, 'proxy') } };

    test('a review with a photo, written while the API is down, is acknowledged, survives a restart and is delivered', async () => {
      const clock = new SkippingClock();
      await using stage = await Stage.open(clock.api);
      const located = await locate(stage);
      const proxy = await (await stage.proxy({ ...located, clock })).mirrored();
      stage.upstream.fault = down;
      const answer = await proxy.post(add, await photo({ ...written, caption1: 'In use' }));
      assert.deepEqual(
        [answer.http, answer.body.queued, answer.body.status, answer.body.success, answer.headers.get('cache-control')],
        [202, true, 'OK', true, 'no-store'],
      );
      const { id, title, rating, published, user } = answer.body.product_review;
      assert.deepEqual(
        [id, title, rating, published, user.firstName, user.lastName],
        [null, 'Lovely', 5, 'pending', 'Ada', 'L'],
      );
      assert.equal((await proxy.shop('/product/reviews?sku=SKU-1')).body.total, 2);
      assert.equal(await waiting(proxy), '1');
      await proxy.close();

      const restarted = await stage.proxy({ ...located, clock });
      stage.upstream.fault = null;
      await clock.skipUntil('it is delivered', async () => (await waiting(restarted)) === '0');
      const delivered = stage.upstream.callsOf(add).at(-1)!;
      assert.deepEqual([fieldOf(delivered, 'title'), fieldOf(delivered, 'caption1')], ['Lovely', 'In use']);
      assert.match(delivered.body, /name="image1"; filename="image1\.jpg"\r\nContent-Type: image\/jpeg/);
      assert.equal(titles(stage.upstream).length, 1);
      assert.equal((await restarted.shop('/product/reviews?sku=SKU-1')).body.total, 3);
    });

    test('a review whose answer was lost is looked for, and not sent a second time', async () => {
      const clock = new SkippingClock();
      await using stage = await Stage.open(clock.api);
      const proxy = await (await stage.proxy({ ...(await locate(stage)), clock })).mirrored();
      stage.upstream.loseAnswer = isAdd;
      assert.equal((await proxy.post(add, written)).http, 202);
      assert.equal(titles(stage.upstream).length, 1);
      stage.upstream.loseAnswer = null;
      await clock.skipUntil('it is settled', async () => (await waiting(proxy)) === '0');
      assert.equal(stage.upstream.callsOf(add).length, 1);
      assert.equal((await proxy.shop('/product/reviews?sku=SKU-1')).body.total, 3);
    });

    test('a review that never arrived is sent again, also beside one that says the same', async () => {
      const clock = new SkippingClock();
      await using stage = await Stage.open(clock.api);
      const proxy = await (await stage.proxy({ ...(await locate(stage)), clock })).mirrored();
      assert.equal((await proxy.post(add, written)).http, 200);
      stage.upstream.fault = (call, response) => (isAdd(call) ? void response.destroy() : false);
      assert.equal((await proxy.post(add, written)).http, 202);
      stage.upstream.fault = null;
      await clock.skipUntil('it is settled', async () => (await waiting(proxy)) === '0');
      assert.equal(titles(stage.upstream).length, 2);
    });

    test('what was acknowledged and is then refused is shown to the merchant, who can drop it', async () => {
      const clock = new SkippingClock();
      await using stage = await Stage.open(clock.api);
      const proxy = await (await stage.proxy({ ...(await locate(stage)), clock })).mirrored();
      stage.upstream.fault = down;
      assert.equal((await proxy.post(add, await photo({ ...written, sku: 'GONE' }))).http, 202);
      assert.equal((await proxy.post(flag, report)).http, 202);
      const before = await proxy.merchant('/businesses/-/queue');
      assert.deepEqual([before.http, before.body.count, before.body.total], [200, 2, 2]);
      assert.deepEqual(
        before.body.queue.map((one: { operation: string; state: string }) => [one.operation, one.state]),
        [
          ['flagReview', 'waiting'],
          ['addProductReview', 'waiting'],
        ],
      );
      stage.upstream.fault = null;
      await clock.skipUntil('it is refused', async () =>
        (await proxy.get('/metrics')).text.includes('plaudit_outbox{state="refused"} 1'),
      );
      const { body } = await proxy.merchant('/businesses/-/queue?state=refused');
      const [refused] = body.queue;
      assert.deepEqual(
        [body.total, refused.errorCode, refused.errorReason, refused.fields.title, refused.images],
        [1, 401, 'Product does not exist', 'Lovely', 1],
      );
      assert.equal((await proxy.merchant('/businesses/-/queue/drop', { body: { id: refused.id } })).http, 200);
      assert.equal((await proxy.merchant('/businesses/-/queue/drop', { body: { id: refused.id } })).http, 404);
      await clock.skipUntil(
        'the report is passed on',
        async () => (await proxy.merchant('/businesses/-/queue')).body.total === 0,
      );
      // Where the clock leapt while it waited for its turn, it was in doubt, and sent once more.
      assert.deepEqual([...new Set(stage.upstream.flags)], ['Look at this.']);
    });

    test('the same key after an acknowledged review that waits, and after it was delivered, is the same review', async () => {
      const clock = new SkippingClock();
      await using stage = await Stage.open(clock.api);
      const located = await locate(stage);
      const proxy = await (await stage.proxy({ ...located, clock })).mirrored();
      stage.upstream.fault = down;
      const key = { 'idempotency-key': 'mine' };
      const first = await proxy.post(add, written, key);
      const again = await proxy.post(add, { ...written, elapsed: '60000' }, key);
      assert.deepEqual(
        [first.http, again.http, again.text, again.headers.get('idempotent-replayed')],
        [202, 202, first.text, 'true'],
      );
      stage.upstream.fault = null;
      await clock.skipUntil('it is delivered', async () => (await waiting(proxy)) === '0');
      assert.equal((await proxy.post(add, written, key)).headers.get('idempotent-replayed'), 'true');
      assert.equal(titles(stage.upstream).length, 1);
    });
  });
}

test('a report of a review is passed on, or kept while the API cannot take it', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const answer = await proxy.post(flag, { ...report, email: planted.email });
  assert.deepEqual([answer.http, answer.body], [200, { status: 'OK', success: true }]);
  const [call] = stage.upstream.callsOf(flag);
  assert.deepEqual(
    ['review_no', 'reason', 'message', 'email'].map((name) => fieldOf(call!, name)),
    ['14', 'language', 'Look at this.', null],
  );
  for (const [body, code] of [
    [{ ...report, reason: 'rude' }, 306],
    [{ ...report, message: '' }, 302],
    [{ ...report, review_no: '../1' }, 306],
  ] as const) {
    assert.equal((await proxy.post(flag, body)).body.errorCode, code);
  }
});

test('an API that says when to come back is asked then, and was not in doubt', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  stage.upstream.fault = (call, response) =>
    call.method === 'POST'
      ? send(response, 200, { status: 'ERROR', success: false, errorCode: 503 }, { 'retry-after': '7' })
      : false;
  assert.equal((await proxy.post(add, written)).http, 202);
  const [item] = (await proxy.merchant('/businesses/-/queue')).body.queue;
  assert.equal(Date.parse(item.next_attemptRFC) - Date.parse(item.createdRFC) <= 20_000, true);
  assert.equal(item.in_doubt, false);
});

test('a shopper waits only so long for an API that hangs, and a stop does not lose what is on its way', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open(clock.api);
  const proxy = await (await stage.proxy({ clock })).mirrored();
  const { promise: held, resolve: release } = Promise.withResolvers<boolean>();
  stage.upstream.fault = (call) => (isAdd(call) ? held : false);
  const answer = proxy.post(add, written);
  await until('it is under way', () => stage.upstream.callsOf(add).length === 1);
  clock.ahead += 16_000;
  assert.equal((await answer).http, 202);
  const closing = proxy.close();
  release(false);
  await closing;
  const restarted = await stage.proxy({ clock });
  assert.equal(await waiting(restarted), '0');
  assert.equal(titles(stage.upstream).length, 1);
});
