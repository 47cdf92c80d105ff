/** How the mirror follows a service of ours that misbehaves, is replaced, or has nothing to say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { product, productReview } from './fake-upstream.ts';
import { FakeChanges } from './fake-changes.ts';
import { PacedClock, SkippingClock } from './clocks.ts';
import { Stage, until, type TestProxy } from './harness.ts';

const ids = async (proxy: TestProxy, sku = 'SKU-1'): Promise<number[]> =>
  (await proxy.shop(`/product/reviews?sku=${sku}&count=100`)).body.product_reviews.map(({ id }: { id: number }) => id);

const listings = ({ upstream }: Stage): number =>
  upstream.calls.filter(({ method, path }) => method === 'GET' && !path.endsWith('/changes')).length;

const callsThisHour = async (proxy: TestProxy): Promise<number> =>
  Number(/^plaudit_upstream_calls_this_hour (\d+)$/m.exec((await proxy.get('/metrics')).text)![1]);

test('all that is listed is shown, and what changes or goes follows without a call that counts', async () => {
  await using stage = await Stage.open();
  const changes = new FakeChanges(stage.upstream);
  const proxy = await (await stage.proxy()).mirrored();
  const [first = 0, ...rest] = await ids(proxy);
  const before = [listings(stage), await callsThisHour(proxy)];
  changes.change('product_reviews', first, (review) => ({ ...review, content: 'Another text' }));
  await until('it says something else', async () =>
    (await proxy.shop('/product/reviews?sku=SKU-1')).text.includes('Another text'),
  );
  changes.change('product_reviews', first, () => null);
  await until('it is gone', async () => !(await ids(proxy)).includes(first));
  assert.deepEqual(await ids(proxy), rest);
  const { content } = stage.upstream;
  changes.change('comments', 1, () => null);
  changes.change('questions', Number(content.questions[0]!['id']), () => null);
  changes.change('product_questions', Number(content.productQuestions[0]!['id']), () => null);
  for (const path of ['/review/comments', '/questions', '/product/questions'])
    await until(`${path} is empty`, async () => (await proxy.shop(path)).body.total === 0);
  assert.deepEqual([listings(stage), await callsThisHour(proxy)], before);
});

test('a page that stops in the middle keeps nobody waiting, and is asked for again', async () => {
  await using stage = await Stage.open();
  const changes = new FakeChanges(stage.upstream);
  const proxy = await (await stage.proxy()).mirrored();
  const [first = 0, ...rest] = await ids(proxy);
  const stalled = Promise.withResolvers<() => void>();
  changes.page = (body, response) => {
    const text = JSON.stringify(body);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
    response.write(text.slice(0, text.length / 2));
    stalled.resolve(() => response.destroy());
    return true;
  };
  changes.change('product_reviews', first, () => null);
  const cut = await stalled.promise;
  assert.deepEqual(await ids(proxy), [first, ...rest]);
  changes.page = null;
  cut();
  await until('it is gone', async () => !(await ids(proxy)).includes(first));
  assert.deepEqual(await ids(proxy), rest);
});

test('a page that comes twice is kept once', async () => {
  await using stage = await Stage.open();
  const changes = new FakeChanges(stage.upstream);
  let repeated = 0;
  changes.page = (body) => {
    // As if the answer to the first request had been lost on the way.
    if (repeated++ < 2) Object.assign(body, { next: 'a-0', more: true });
    return false;
  };
  const proxy = await (await stage.proxy()).mirrored();
  const { content } = stage.upstream;
  const { body } = await proxy.shop('/product/reviews?count=100');
  assert.equal(body.total, content.productReviews.length);
  assert.equal((await proxy.shop('/product/reviews/stats')).body.product_reviews_stats.total, body.total);
  assert.equal((await proxy.shop('/review/comments')).body.total, 1);
});

test('after a reset everything stays as it is shown until all has been read, and then what is gone goes', async () => {
  await using stage = await Stage.open();
  const changes = new FakeChanges(stage.upstream);
  const proxy = await (await stage.proxy()).mirrored();
  const [first = 0, ...rest] = await ids(proxy);
  const { content } = stage.upstream;
  content.productReviews = content.productReviews.filter((one) => Number(one['id']) !== first);
  content.comments = [];
  changes.rebuild();
  const asked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  changes.page = (body, response) => {
    if ((body as { reset: boolean }).reset) return false;
    asked.resolve();
    void go.promise.then(() => response.end(JSON.stringify(body)));
    response.writeHead(200, { 'content-type': 'application/json' });
    return true;
  };
  changes.token = 'b';
  await asked.promise;
  assert.deepEqual(await ids(proxy), [first, ...rest]);
  changes.page = null;
  go.resolve();
  await until('it is gone', async () => !(await ids(proxy)).includes(first));
  assert.deepEqual(await ids(proxy), rest);
  await until('the comment is gone', async () => (await proxy.shop('/review/comments')).body.total === 0);
  assert.equal((await proxy.get('/readyz')).body.businesses[0].complete, true);
});

test('an older service is walked from what is mirrored, and followed again once it lists changes', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open(clock.api);
  const changes = new FakeChanges(stage.upstream);
  const proxy = await (await stage.proxy({ clock })).mirrored();
  const before = await ids(proxy);
  assert.equal((await proxy.shop('/review/comments')).body.total, 1);
  const { content } = stage.upstream;
  const named = changes.extensions;
  changes.extensions = 'ask, answer, changes';
  content.productReviews = [productReview(901, content.products[0]!), ...content.productReviews];
  await clock.skipUntil('the new one is shown', async () => (await ids(proxy)).includes(901));
  assert.deepEqual(new Set(await ids(proxy)), new Set([901, ...before]));

  changes.rebuild();
  changes.extensions = named;
  const walked = changes.asked.length;
  await clock.skipUntil('it is followed', async () => changes.asked.length > walked + 1);
  assert.equal(changes.asked[walked], null, 'from the beginning');
  changes.change('product_reviews', 901, () => null);
  await until('it is gone', async () => !(await ids(proxy)).includes(901));
  assert.deepEqual(new Set(await ids(proxy)), new Set(before));
  assert.equal((await proxy.shop('/review/comments')).body.total, 1);
});

test('where nothing happens, a business takes three requests a minute at most', async () => {
  const clock = new PacedClock(60);
  await using stage = await Stage.open({ now: clock.now });
  const changes = new FakeChanges(stage.upstream, clock);
  const proxy = await (await stage.proxy({ clock })).mirrored();
  await until('it waits', () => changes.asked.length > 1);
  const [asked, listed, from] = [changes.asked.length, listings(stage), clock.now()];
  await until('ten minutes have passed', () => clock.now() > from + 600_000);
  const minutes = (clock.now() - from) / 60_000;
  assert.ok(changes.asked.length - asked <= 3 * minutes, `${changes.asked.length - asked} in ${minutes}`);
  assert.equal(listings(stage), listed);
  clock.pace = 1;
  await proxy.close();
});

test('an item that cannot be read is left out, and the others of its page are kept', async () => {
  await using stage = await Stage.open();
  const changes = new FakeChanges(stage.upstream);
  const proxy = await (await stage.proxy()).mirrored();
  changes.page = (body) => {
    const { product_reviews: reviews } = (body as { changes: { product_reviews: unknown[] } }).changes;
    if (reviews.length > 0) reviews.unshift({ id: 'none' });
    return false;
  };
  const mug = product(1);
  changes.change('product_reviews', 901, () => ({ ...productReview(901, mug), id: 901, rating: 4 }));
  await until('the other one is shown', async () => (await ids(proxy)).includes(901));
});
