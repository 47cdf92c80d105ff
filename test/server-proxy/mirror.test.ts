import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeContent, product, productReview, send, type Content, type FakeOptions } from './fake-upstream.ts';
import { fastClock } from './clocks.ts';
import { Stage, until, type TestProxy } from './harness.ts';

/** More reviews than pages hold, newest first. */
function manyReviews(count: number): Partial<Content> {
  const products = [product(1), product(2), product(3)];
  return {
    products,
    productReviews: Array.from({ length: count }, (_none, index) =>
      productReview(count - index, products[index % 2]!, (count - index) % 200),
    ),
  };
}

/** Twenty times faster than the wall: a sweep that takes minutes passes in seconds. */
async function fastStage(options: FakeOptions): Promise<{ stage: Stage; start: () => Promise<TestProxy> }> {
  const clock = fastClock(20);
  const stage = await Stage.open({ ...options, now: () => clock.now() });
  return { stage, start: () => stage.proxy({ clock }) };
}

async function idsOf(proxy: TestProxy): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; ; start += 100) {
    const { body } = await proxy.shop(`/product/reviews?count=100&start=${start}`);
    ids.push(...body.product_reviews.map((one: { id: number }) => one.id));
    if (body.count < 100) return ids;
  }
}

test('items that are removed or added while pages are walked lose nothing', async () => {
  const { stage, start } = await fastStage({ content: manyReviews(350) });
  await using _ = stage;
  let pages = 0;
  stage.upstream.fault = (call) => {
    const { productReviews, products } = stage.upstream.content;
    if (!call.path.endsWith('/product/reviews')) return false;
    pages += 1;
    // Between the first pages, more than the overlap disappears from the top; later something new comes.
    if (pages === 2) productReviews.splice(0, 12);
    if (pages === 4) productReviews.unshift(productReview(900, products[0]!));
    return false;
  };
  const proxy = await (await start()).mirrored();
  assert.ok(pages >= 4, `only ${pages} pages were read`);
  const kept = new Set(await idsOf(proxy));
  for (const one of stage.upstream.content.productReviews.slice(1))
    assert.ok(kept.has(Number(one['id'])), `${String(one['id'])} was lost`);
});

test('a removal is believed after two sweeps that did not see the item, and one glitch takes nothing away', async () => {
  const { stage, start } = await fastStage({});
  await using _ = stage;
  const proxy = await (await start()).mirrored();
  const { productReviews } = stage.upstream.content;
  const glitch = productReviews.splice(0, 1)[0]!;
  const swept = () =>
    stage.upstream.callsOf('/product/reviews').filter(({ query }) => query.get('order') === 'created').length;
  const before = swept();
  await until('one sweep missed it', () => swept() > before);
  assert.ok((await idsOf(proxy)).includes(8));
  productReviews.unshift(glitch);
  const gone = productReviews.splice(2, 1)[0]!;
  await until('the removed one is gone', async () => !(await idsOf(proxy)).includes(Number(gone['id'])));
  assert.ok((await idsOf(proxy)).includes(8));
  assert.equal((await proxy.shop('/product/reviews/stats')).body.product_reviews_stats.total, 3);
});

test('edits come with the next sweep, and new items with the next look at the head', async () => {
  const { stage, start } = await fastStage({});
  await using _ = stage;
  const proxy = await (await start()).mirrored();
  stage.upstream.content.productReviews[3]!['title'] = 'Edited';
  stage.upstream.content.productReviews.unshift(productReview(50, stage.upstream.content.products[0]!));
  await until('both are there', async () => {
    const { text } = await proxy.shop('/product/reviews?count=100');
    return text.includes('Edited') && text.includes('"id":50');
  });
});

test('a restart serves at once from the mirror, with the upstream down', async () => {
  await using stage = await Stage.open();
  await (await (await stage.proxy()).mirrored()).close();
  await stage.upstream.stop();
  const proxy = await stage.proxy({ upstream: 'http://127.0.0.1:9/v1' });
  for (const path of [
    '',
    '/products',
    '/product/reviews?sku=SKU-1',
    '/product/reviews/stats?skus=SKU-1,SKU-2',
    '/reviews',
    '/questions',
    '/product/questions',
    '/product/reviews/top-rated',
    '/review?review_no=11',
  ]) {
    assert.equal((await proxy.shop(path)).http, 200, path);
  }
  assert.equal((await proxy.get('/readyz')).http, 200);
});

test('a first walk that is interrupted goes on where it was', async () => {
  const { stage, start } = await fastStage({ content: manyReviews(450) });
  await using _ = stage;
  const first = await start();
  const pages = () =>
    stage.upstream.callsOf('/product/reviews').filter(({ query }) => query.get('order') === 'created');
  await until('some pages were read', () => pages().length >= 2);
  await first.close();
  const before = pages().length;
  const proxy = await (await start()).mirrored();
  assert.ok(Number(pages()[before]!.query.get('start')) > 0);
  assert.equal((await idsOf(proxy)).length, 450);
});

test('a part that cannot be read holds up no other, and is tried again', async () => {
  await using stage = await Stage.open();
  stage.upstream.fault = (call, response) =>
    call.path.endsWith('/product/questions')
      ? send(response, 200, { status: 'ERROR', success: false, errorCode: 399 })
      : false;
  const proxy = await stage.proxy();
  const mirrored = async (part: string) =>
    (await proxy.get('/readyz')).body.businesses?.[0].parts.find((one: { part: string }) => one.part === part).mirrored;
  await until('the others are mirrored', async () => (await mirrored('questions')) && (await mirrored('reviews')));
  assert.equal(await mirrored('productQuestions'), false);
  stage.upstream.fault = null;
  await until('it is mirrored too', () => mirrored('productQuestions'));
});

test('a server that ignores `start` does not keep the walk busy for ever', async () => {
  const { stage, start } = await fastStage({ content: manyReviews(300) });
  await using _ = stage;
  stage.upstream.fault = (call, response) => {
    if (!call.path.endsWith('/product/reviews')) return false;
    send(response, 200, { status: 'OK', product_reviews: stage.upstream.content.productReviews.slice(0, 100) });
    return undefined;
  };
  await (await start()).mirrored();
});

test('only what changed in one shop is looked up for it: a second business has a mirror of its own', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy({ businesses: ['shop.example', 'missing.example'] });
  await until('the first is mirrored', async () => (await proxy.get('/readyz')).body.businesses?.[0].complete === true);
  assert.equal((await proxy.shop('/products')).http, 200);
  const missing = await proxy.get('/v1/businesses/missing.example/products');
  assert.deepEqual([missing.http, missing.body.errorCode], [404, 301]);
});

test('what the store holds is what the API said, field by field', async () => {
  await using stage = await Stage.open({ content: makeContent() });
  const proxy = await (await stage.proxy()).mirrored();
  const { body } = await proxy.shop('/review?review_no=14');
  assert.deepEqual(
    [
      body.review.reviewNo,
      body.review.rating,
      body.review.positive_votes,
      body.review.edited,
      body.review.updated_for.reviewNo,
      body.review.author.lastName,
    ],
    [
      14,
      [
        { type: 'overall', rating: 5 },
        { type: 'value', rating: null },
      ],
      2,
      null,
      10,
      'P',
    ],
  );
  const sources = (await proxy.shop('/reviews?datasources=bbb')).body.reviews.map(
    (one: { reviewNo: number }) => one.reviewNo,
  );
  assert.deepEqual(sources.toSorted(), [11, 12, 14]);
});
