/** What our own service hides, shows again and counts, as shoppers of a proxy in front of it see it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { shopperAnswers } from '../../contract/shopper/shopper-answers.ts';
import { saveContent } from '../support/content.ts';
import { runProgram } from '../support/program.ts';
import { startProxyOf } from '../support/proxy-of-service.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';
import { PacedClock } from './clocks.ts';
import { TestProxy, until } from './harness.ts';

const shop = 'shop.example';
const overall = (rating: number) => [{ type: 'overall', rating }];

onEveryDatabase((place) => {
  const clock = new PacedClock(20);
  let service: TestService;
  let proxy: TestProxy;
  let flags: string[];
  before(async () => {
    service = await new TestService(await place(), { clock }).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [
          { id: 1, sku: 'MUG', title: 'Blue mug' },
          { id: 2, sku: 'CUP' },
        ],
        productReviews: [
          { id: 1, product: { sku: 'MUG' }, rating: 1, title: 'Zanzibar', content: 'Broke at once', solicited: 'Yes' },
          { id: 2, product: { sku: 'MUG' }, rating: 5, title: 'Lovely', order_id: 'O-2' },
          { id: 3, product: { sku: 'CUP' }, rating: 3, published: 'pending' },
          { id: 4, product: { sku: 'CUP' }, rating: 2, removedRFC: '2026-01-02T00:00:00+00:00' },
        ],
        reviews: [
          { reviewNo: 1, rating: overall(2), title: 'Never again', source: 'API', labels: ['incentivised'] },
          { reviewNo: 2, rating: overall(4), title: 'Good' },
          { reviewNo: 3, rating: overall(5), published: 'pending' },
          { reviewNo: 4, rating: overall(5), datasource: 'google', title: 'Elsewhere' },
        ],
      }),
    );
    proxy = await startProxyOf(service, await place('proxy'), { clock });
    const { location } = service;
    flags = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
  });
  after(async () => {
    await proxy.close();
    await service.stop();
  });

  const command = async (...args: string[]) => {
    const { status, err } = await runProgram(['reviews', ...args, '--business', shop, ...flags]);
    assert.equal(status, 0, err);
  };
  const numbers = async (query = '') => {
    const { http, body, text } = await proxy.shop(`/transparency${query}`);
    assert.equal(http, 200, text);
    const { status, success, ...answer } = body;
    assert.deepEqual([status, success], ['OK', true]);
    return shopperAnswers.getTransparency.parse(answer).transparency;
  };
  const titles = async (query: string) =>
    (await proxy.shop(`/product/reviews?${query}`)).body.product_reviews.map(({ title }: { title: string }) => title);
  const counted = (received: number, published: number, waiting: number, removed: number) => ({
    received,
    published,
    waiting,
    removed,
  });

  test('the numbers are those of the service, of the business and of each product, and cost no call', async () => {
    const calls = await proxy.foregroundCalls();
    const business = await numbers();
    assert.deepEqual(business, {
      ...counted(3, 2, 1, 0),
      removed: { total: 0, reasons: {} },
      stars: {
        1: counted(0, 0, 0, 0),
        2: counted(1, 1, 0, 0),
        3: counted(0, 0, 0, 0),
        4: counted(1, 1, 0, 0),
        5: counted(1, 0, 1, 0),
      },
      solicited: 1,
      incentivised: 1,
      verified: 1,
    });
    const mug = await numbers('?sku=MUG');
    assert.deepEqual([mug.published, mug.solicited, mug.incentivised, mug.verified], [2, 1, null, 1]);
    const cup = await numbers('?sku=CUP');
    assert.deepEqual(
      [cup.received, cup.published, cup.waiting, cup.removed, cup.stars[3].waiting, cup.stars[2].removed],
      [2, 0, 1, { total: 1, reasons: {} }, 1, 1],
    );
    assert.equal((await numbers('?sku=NOTHING')).received, 0);
    for (const [query, given] of [
      [{}, business],
      [{ sku: 'MUG' }, mug],
      [{ sku: 'CUP' }, cup],
    ] as const)
      assert.deepEqual((await service.ok('getTransparency', shop, { query })).transparency, given);
    // The lists bring them along.
    const { body: list } = await proxy.shop('/reviews?transparency=1');
    assert.deepEqual(list.transparency, business);
    assert.ok(!('transparency' in (await proxy.shop('/reviews')).body));
    await until('the digest is counted', async () => {
      const { body } = await proxy.shop('/product/reviews?sku=MUG&digest=1');
      return isDeepStrictEqual(body.digest?.transparency, mug);
    });
    assert.equal(await proxy.foregroundCalls(), calls);
    const { headers } = await proxy.shop('/transparency');
    assert.match(headers.get('cache-control')!, /^public, max-age=60/);
    assert.ok(headers.get('etag'));
    const merchant = await proxy.merchant(`/businesses/-/transparency?sku=MUG`);
    assert.deepEqual([merchant.body.transparency, merchant.headers.get('cache-control')], [mug, 'no-store']);
  });

  test('a hidden review of a product is gone everywhere, and comes back whole', async () => {
    const listing = async () => (await proxy.shop('/product/reviews?sku=MUG')).body.product_reviews;
    const hasLanguages = async () =>
      (await listing()).every((one: { language: string | null }) => one.language !== null);
    await until('languages are known', hasLanguages);
    const [before, rendered] = [await listing(), await proxy.get('/render/plaudit-product-reviews?sku=MUG')];
    assert.match(rendered.text, /Zanzibar/);
    await command('hide', '1', '--product', '--reason', 'personal data');
    await until('it is gone', async () => (await titles('sku=MUG')).length === 1);
    assert.deepEqual([await titles('q=zanzibar'), await titles('ratings=1')], [[], []]);
    const { product_reviews_stats: stats } = (await proxy.shop('/product/reviews/stats?sku=MUG')).body;
    assert.deepEqual([stats.total, stats.average_rating], [1, 5]);
    const page = (await proxy.get('/render/plaudit-product-reviews?sku=MUG')).text;
    assert.match(page, /Lovely/);
    assert.doesNotMatch(page, /Zanzibar|Broke at once/, 'neither in the HTML, nor in its JSON-LD');
    const { removed, stars, received } = await numbers('?sku=MUG');
    assert.deepEqual([received, removed], [2, { total: 1, reasons: { 'personal data': 1 } }]);
    assert.deepEqual(stars[1], counted(1, 0, 0, 1));

    await command('publish', '1', '--product');
    await until('it is back', async () => (await titles('sku=MUG')).length === 2);
    await until('languages are known again', hasLanguages);
    assert.deepEqual(await listing(), before);
    await until('the numbers follow', async () => (await numbers('?sku=MUG')).removed.total === 0);
  });

  test('a hidden review of the business leaves its averages, and a pending one joins them', async () => {
    const total = async () =>
      (await proxy.shop('')).body.numReviews.find(({ type }: { type: string }) => type === 'total').rating;
    assert.equal(await total(), 2);
    await command('hide', '1', '--shop', '--reason', 'spam');
    await until('it is gone', async () => (await proxy.shop('/review?review_no=1')).http === 404);
    await until('the figures follow', async () => (await total()) === 1);
    await until('the numbers follow', async () => {
      const { removed, incentivised, solicited } = await numbers();
      return isDeepStrictEqual([removed, incentivised, solicited], [{ total: 1, reasons: { spam: 1 } }, 0, 0]);
    });
    await command('publish', '3', '--shop');
    await until('it is there', async () => (await proxy.shop('/review?review_no=3')).http === 200);
    await until('the figures follow', async () => (await total()) === 2);
    await until('the numbers follow', async () => (await numbers()).waiting === 0);
  });
});
