/** An API that goes mad, and lists nothing for a while, does not empty the mirror. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { runProgram } from '../support/program.ts';
import { makeContent, product, productReview, send, type Call, type Content } from './fake-upstream.ts';
import { fastClock } from './clocks.ts';
import { Stage, until, type TestProxy } from './harness.ts';

const products = Array.from({ length: 60 }, (_none, index) => product(index + 1));
const shop = (): Partial<Content> => ({
  products: [...products],
  productReviews: Array.from({ length: 120 }, (_none, index) =>
    productReview(120 - index, products[index % 60]!, 120 - index),
  ),
});

/** A shop on a clock that runs twenty times faster than the wall's, and what the log says of it. */
async function openStage() {
  const clock = fastClock(20);
  const warnings: string[] = [];
  const logger = pino(
    { level: 'warn' },
    { write: (line: string) => void warnings.push((JSON.parse(line) as { msg: string }).msg) },
  );
  const stage = await Stage.open({ now: () => clock.now(), content: shop() });
  return { stage, warnings, start: async () => (await stage.proxy({ clock, logger })).mirrored() };
}

const key = { products: 'products', '/product/reviews': 'product_reviews' } as const;
/** The first page of a list: a sweep that has begun comes through. */
const isListing = ({ path, query }: Call) =>
  query.get('count') === '100' &&
  Number(query.get('start') ?? 0) === 0 &&
  (path.endsWith('/products') || path.endsWith('/product/reviews'));

/**
 * Every list of products and their reviews is empty, refreshes and heads among them. It begins when a sweep
 * of the reviews has asked for its last page: a head that is read after that counts for the sweep to come, which would
 * then miss only what is not on the head's page.
 */
async function goMad({ upstream }: Stage): Promise<void> {
  const isReviews = ({ path, query }: Call) => query.get('count') === '100' && path.endsWith('/product/reviews');
  await until('a sweep of the reviews is at its end', () => {
    const last = upstream.calls.findLast(isReviews);
    return last !== undefined && !isListing(last);
  });
  upstream.fault = (call, response) => {
    if (!isListing(call)) return false;
    const name = call.path.endsWith('/products') ? key.products : key['/product/reviews'];
    send(response, 200, { status: 'OK', success: true, count: '100', start: '0', [name]: [] });
    return undefined;
  };
}

const held = async (proxy: TestProxy): Promise<string[]> => (await proxy.get('/readyz')).body.warnings ?? [];
const totals = async (proxy: TestProxy): Promise<number[]> => [
  (await proxy.shop('/products')).body.total,
  (await proxy.shop('/product/reviews')).body.total,
];
/** Products have no head: each of these is a sweep. */
const sweeps = ({ upstream }: Stage, since: number): number =>
  upstream.calls.slice(since).filter(({ path, query }) => path.endsWith('/products') && query.get('count') === '100')
    .length;

test('two sweeps of empty listings take nothing away, /readyz and the log say so, and all is well once the API is', async () => {
  const { stage, warnings, start } = await openStage();
  await using _ = stage;
  const proxy = await start();
  await goMad(stage);
  const before = stage.upstream.calls.length;
  await until('both are held', async () => (await held(proxy)).length === 2);
  const ready = await proxy.get('/readyz');
  assert.equal(ready.http, 200);
  assert.match(ready.body.warnings[0], /^shop\.example: 120 of 120 product reviews seem to be gone .*accept-removals/);
  const [products] = ready.body.businesses[0].parts;
  assert.deepEqual([products.removalsHeld.missing, products.removalsHeld.known], [60, 60]);
  // The second sweep after the first that missed them has begun: of two, none is believed.
  await until('a second sweep has come through', () => sweeps(stage, before) >= 2);
  assert.deepEqual(await totals(proxy), [60, 120]);
  stage.upstream.fault = null;
  await until('it is believed again', async () => (await held(proxy)).length === 0);
  assert.deepEqual(await totals(proxy), [60, 120]);
  const told = () => warnings.filter((line) => line.includes('They stay'));
  await until('the log has said so of both', () => told().length >= 2);
  assert.deepEqual(
    told()
      .map((line) => line.replace(/\. They stay.*/, ''))
      .toSorted(),
    [
      'The review service no longer shows 120 of 120 product reviews',
      'The review service no longer shows 60 of 60 products',
    ],
  );
});

test('a third sweep that agrees is believed', async () => {
  const { stage, warnings, start } = await openStage();
  await using _ = stage;
  const proxy = await start();
  const before = stage.upstream.calls.length;
  stage.upstream.content.products = products.slice(0, 5);
  stage.upstream.content.productReviews = stage.upstream.content.productReviews.filter((review) =>
    products.slice(0, 5).some(({ sku }) => sku === (review['product'] as { sku: string }).sku),
  );
  await until('they are gone', async () => (await totals(proxy))[0] === 5);
  assert.ok(sweeps(stage, before) >= 3, `${sweeps(stage, before)} sweeps`);
  await until('so are their reviews', async () => (await totals(proxy))[1] === 10);
  await until('nothing is held any more', async () => (await held(proxy)).length === 0);
  // Their reviews go with them: where the third sweep of products comes first, there is nothing to say of reviews.
  await until('the log says so', () => warnings.some((line) => line.startsWith('Removed 55 products, ')));
});

test('what is held is removed at once where the operator knows it to be gone', async () => {
  const { stage, start } = await openStage();
  await using _ = stage;
  const proxy = await start();
  const location = ['--data', stage.path('data')];
  assert.equal((await runProgram(['proxy', 'accept-removals', ...location])).out, 'Nothing is held\n');
  await goMad(stage);
  await until('it is held', async () => (await held(proxy)).length > 0);
  // No sweep may settle it meanwhile.
  stage.upstream.fault = (call, response) => (isListing(call) ? send(response, 500, {}) : false);
  const { out, status, err } = await runProgram([
    'proxy',
    'accept-removals',
    ...location,
    '--business',
    'shop.example',
  ]);
  assert.equal(status, 0, err);
  assert.match(
    out,
    /^shop\.example: (60 of 60 products|120 of 120 product reviews) are removed as soon as the proxy runs\n/m,
  );
  await until('it is gone', async () => (await totals(proxy)).includes(0));
});

test('a merchant who removes many products sees them gone at once, and nothing is held', async () => {
  const { stage, start } = await openStage();
  await using _ = stage;
  const proxy = await start();
  for (const { id } of products.slice(0, 55))
    await proxy.merchant('/businesses/-/products/remove', { body: { product_id: String(id) } });
  assert.equal((await proxy.shop('/products')).body.total, 5);
  const before = stage.upstream.calls.length;
  await until('two sweeps have come through', () => sweeps(stage, before) >= 3);
  assert.deepEqual(
    (await held(proxy)).filter((line) => line.includes(' products ')),
    [],
  );
});

test('a small list that comes empty is held too', async () => {
  const clock = fastClock(20);
  await using stage = await Stage.open({
    now: () => clock.now(),
    content: { ...makeContent(), products: products.slice(0, 20) },
  });
  const proxy = await (await stage.proxy({ clock })).mirrored();
  stage.upstream.content.products = [];
  await until('they are held', async () => (await held(proxy)).some((line) => line.includes('20 of 20 products')));
  assert.equal((await proxy.shop('/products')).body.total, 20);
  await until('they are gone', async () => (await proxy.shop('/products')).body.total === 0);
});
