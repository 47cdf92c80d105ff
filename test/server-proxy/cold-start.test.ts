/** A shop that is busy from the first second on is mirrored all the same, and its shoppers are answered. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { onBothDatabases } from './both-databases.ts';
import { product, productReview, type Content } from './fake-upstream.ts';
import { ManualClock, settle } from './clocks.ts';
import { Stage, until, type Read, type TestProxy } from './harness.ts';

const VIEWS_A_SECOND = 60;

/** Reviews are spread unevenly, and some products have none. */
function shop(products: number, reviews: number): Partial<Content> {
  const listed = Array.from({ length: products }, (_none, index) => ({ ...product(index + 1), num_reviews: 0 }));
  const productReviews = Array.from({ length: reviews }, (_none, index) => {
    const of = listed[(index * index + 7 * index) % products]!;
    of.num_reviews += 1;
    return productReview(reviews - index, of);
  });
  return { products: listed.map((one) => ({ ...one, num_reviews: String(one.num_reviews) })), productReviews };
}

test('a shop of 200 products under sixty page views a second is whole within fifteen seconds, and its shoppers wait for that', async () => {
  const clock = new ManualClock();
  await using stage = await Stage.open({ content: shop(200, 380), now: () => clock.now() });
  const { upstream } = stage;
  const proxy = await stage.proxy({ clock });
  const views: Promise<{ readonly at: number; readonly http: number }>[] = [];
  const view = async (sku: string, at: number) => ({
    at,
    http: (await proxy.shop(`/product/reviews?sku=${sku}`)).http,
  });
  const start = clock.now();
  const browse = async () => {
    for (let tenth = 0; tenth < 10; tenth += 1) {
      for (let count = 0; count < VIEWS_A_SECOND / 10; count += 1)
        views.push(view(`SKU-${1 + ((views.length * 37) % 200)}`, clock.now() - start));
      await clock.advance(100, 20);
    }
  };
  while ((await proxy.get('/readyz')).body.businesses[0].complete !== true) await browse();
  const mirroredAt = clock.now() - start;
  const calls = upstream.calls.length;
  await browse();
  await clock.advance(10_000);
  const answers = await Promise.all(views);
  // Login, three pages of products, four of reviews, and five other parts.
  const singly = upstream.calls.filter(({ query }) => query.has('sku')).length;
  assert.ok(singly <= 5, `${singly} calls for one product each`);
  assert.ok(calls <= 13 + singly + 3, `${calls} calls until everything was mirrored`);
  const answered = answers.filter(({ http }) => http === 200);
  assert.ok(answered.length >= 0.7 * answers.length, `${answered.length} of ${answers.length} were answered`);
  assert.deepEqual(
    answers.filter(({ at, http }) => at >= mirroredAt && http !== 200),
    [],
  );
  assert.ok(mirroredAt <= 15_000, `whole after ${mirroredAt} ms`);
});

test('products show what the listing says of their reviews before those are mirrored', async () => {
  await using stage = await Stage.open({ content: shop(40, 120) });
  // Reviews never come.
  stage.upstream.fault = (call, response) =>
    call.path.endsWith('/product/reviews') ? void response.writeHead(500).end() : false;
  const proxy = await stage.proxy();
  await until(
    'the products are mirrored',
    async () => (await proxy.get('/readyz')).body.businesses?.[0].parts[0].mirrored === true,
  );
  const before = await proxy.foregroundCalls();
  const { body } = await proxy.shop('/products?count=100');
  assert.equal(body.products.length, 40);
  const listed = new Map(stage.upstream.content.products.map((one) => [one['sku'], Number(one['num_reviews'])]));
  for (const { sku, num_reviews, average_rating } of body.products)
    assert.deepEqual([num_reviews, average_rating], [listed.get(sku), 4.5]);
  assert.equal(
    (await proxy.shop('/product/reviews/stats?skus=SKU-1,SKU-2,SKU-3,SKU-4')).body.stats['SKU-1'].total,
    listed.get('SKU-1'),
  );
  assert.equal(await proxy.foregroundCalls(), before);
});

/** The page of a product: its reviews, their statistics and its questions, which have to agree. */
async function openPage(proxy: TestProxy, sku: string, total: number): Promise<void> {
  const [list, stats, questions] = await Promise.all([
    proxy.shop(`/product/reviews?sku=${sku}&order=created&digest=1`),
    proxy.shop(`/product/reviews/stats?skus=${sku}`),
    proxy.shop(`/product/questions?sku=${sku}`),
  ]);
  assert.deepEqual([list.http, stats.http, questions.http], [200, 200, 200]);
  assert.deepEqual([list.body.total, stats.body.stats[sku].total], [total, total]);
  const stars = Object.values<{ num_reviews: number }>(stats.body.stats[sku].ratings);
  assert.equal(
    stars.reduce((sum, { num_reviews: count }) => sum + count, 0),
    total,
  );
}

const databases = onBothDatabases();
/** A refresh reads at most 194 reviews, in two calls; with more, the newest are asked for, and the statistics. */
for (const [size, range] of [
  ['that a refresh reads', [100, 194]],
  ['that are too many for a refresh', [195, 400]],
] as const)
  for (const [database, place] of databases)
    test(`the first pages that one shopper opens need no second window, one with reviews ${size}, on ${database}`, async () => {
      // It never moves on, so what waits for another window waits for ever.
      const clock = new ManualClock();
      const content = shop(21, 1_200);
      await using stage = await Stage.open({ content, now: () => clock.now() });
      const proxy = await stage.proxy({ clock, location: await place(stage) });
      const listed = content.products!.map((one) => ({ sku: String(one['sku']), total: Number(one['num_reviews']) }));
      const popular = listed.find(({ total }) => total >= range[0] && total <= range[1])!;
      const others = listed.filter(({ total }) => total > 0 && total < 95).slice(0, 2);
      for (const { sku, total } of [popular, ...others]) await openPage(proxy, sku, total);
      const ofProducts = stage.upstream.calls.filter(({ query }) => query.has('sku'));
      assert.deepEqual(
        ofProducts.map(({ query }) => query.get('sku')),
        [popular.sku, popular.sku, ...others.map(({ sku }) => sku)],
      );
      assert.equal((await proxy.get('/readyz')).body.businesses[0].complete, false);
    });

test('whoever opens a page every two seconds from the start on waits at most six seconds for each', async () => {
  const clock = new ManualClock();
  const content = shop(24, 1_180);
  await using stage = await Stage.open({ content, now: () => clock.now() });
  const proxy = await stage.proxy({ clock });
  const waits: number[] = [];
  for (const one of content.products!.slice(0, 8)) {
    const start = clock.now();
    let isOpen = false;
    const opening = openPage(proxy, String(one['sku']), Number(one['num_reviews'])).finally(() => {
      isOpen = true;
    });
    while (!isOpen) await clock.advance(100, 20);
    await opening;
    waits.push(clock.now() - start);
    await clock.advance(2_000);
  }
  assert.deepEqual(
    waits.filter((ms) => ms > 6_000),
    [],
  );
});

test('what one shopper asks about the shop does not wait for another window either, and what was asked is kept', async () => {
  const clock = new ManualClock();
  await using stage = await Stage.open({ content: shop(21, 1_200), now: () => clock.now() });
  const proxy = await stage.proxy({ clock });
  const walked = ['/products', '/product/reviews', '/product/questions'];
  await until('the walk has had its calls', () =>
    walked.every((path) => stage.upstream.callsOf(path).length >= (path === '/product/reviews' ? 2 : 1)),
  );
  const ask = async () => {
    const { http, body } = await proxy.shop('/reviews?count=2');
    assert.deepEqual([http, body.reviews.length], [200, 2]);
  };
  await ask();
  await ask();
  assert.equal(stage.upstream.callsOf('/shop.example/reviews').length, 1);
});

/** How long requests for the pages of products took by the clock, as the server that answers them sees it. */
class Watch implements Disposable {
  readonly #clock: ManualClock;
  readonly begun = new Map<IncomingMessage, number>();
  readonly tookMs: number[] = [];

  constructor(clock: ManualClock) {
    this.#clock = clock;
    subscribe('http.server.request.start', this.#start);
    subscribe('http.server.response.finish', this.#finish);
  }

  #start = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage };
    if (request.url!.includes('/product/reviews?sku=SKU-') && !request.url!.includes('client_token'))
      this.begun.set(request, this.#clock.now());
  };

  #finish = (message: unknown): void => {
    const begun = this.begun.get((message as { request: IncomingMessage }).request);
    if (begun !== undefined) this.tookMs.push(this.#clock.now() - begun);
  };

  [Symbol.dispose](): void {
    unsubscribe('http.server.request.start', this.#start);
    unsubscribe('http.server.response.finish', this.#finish);
  }
}

/** Never moves on, and counts the plans of the mirror: each that finds nothing to do sleeps until the next review. */
class PlanCountingClock extends ManualClock {
  plans = 0;
  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms > 0 && ms <= 500) this.plans += 1;
    return super.sleep(ms, signal);
  }
}

test('each cold shopper of a crowd woke a plan over the whole crowd', async () => {
  const SHOPPERS = 300;
  const clock = new PlanCountingClock();
  await using stage = await Stage.open({ content: shop(SHOPPERS, 900), now: () => clock.now() });
  const proxy = await stage.proxy({
    clock,
    trustedProxies: ['127.0.0.1/32'],
    connections: { total: 2 * SHOPPERS, perAddress: SHOPPERS },
  });
  using watch = new Watch(clock);
  const views: Promise<unknown>[] = [];
  const come = async () => {
    const number = views.length + 1;
    const from = { 'x-forwarded-for': `10.1.${number >> 8}.${number & 255}` };
    views.push(proxy.shop(`/product/reviews?sku=SKU-${number}`, from).catch(() => null));
    while (watch.begun.size < number) await settle();
    await settle();
  };
  while (views.length < 100) await come();
  const before = clock.plans;
  while (views.length < SHOPPERS) await come();
  const plans = clock.plans - before;
  assert.ok(plans <= 50, `${plans} plans for 200 shoppers`);
  await proxy.close();
  await Promise.all(views);
});

test('2,000 different cold pages at once leave 150 shoppers waiting more than ten seconds without an answer', async () => {
  const PAGES = 2_000;
  const LONGEST_WAIT_MS = 10_000;
  const STEP_MS = 100;
  const clock = new ManualClock();
  await using stage = await Stage.open({ content: shop(PAGES, 6_000), now: () => clock.now() });
  const proxy = await stage.proxy({
    clock,
    trustedProxies: ['127.0.0.1/32'],
    connections: { total: 2 * PAGES, perAddress: 100 },
  });
  using watch = new Watch(clock);
  const views: Promise<Read>[] = [];
  // As many connections at a time as a server has room for before it takes them; by the clock all come at once.
  while (views.length < PAGES) {
    for (const end = views.length + 100; views.length < end;)
      views.push(
        proxy.shop(`/product/reviews?sku=SKU-${views.length + 1}`, {
          'x-forwarded-for': `10.0.${views.length >> 8}.${views.length & 255}`,
        }),
      );
    await until('they have come', () => watch.begun.size === views.length);
  }
  await until('somebody is answered', () => watch.tookMs.length > 0);
  await settle(200);
  while (watch.tookMs.length < PAGES) await clock.advance(STEP_MS);
  const answers = await Promise.all(views);
  assert.deepEqual(
    watch.tookMs.filter((ms) => ms > LONGEST_WAIT_MS),
    [],
  );
  for (const { http, headers } of answers)
    if (http !== 200) assert.deepEqual([http, Number(headers.get('retry-after')) > 0], [503, true]);
  assert.ok(answers.some(({ http }) => http === 200));
});
