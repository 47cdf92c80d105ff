/** What the proxy really says, held against what the elements are typed by: contract/shopper/shopper.ts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOfCode } from '../../contract/endpoints/errors.ts';
import { Refusal, shopperAnswers, shopperRefusals } from '../../contract/shopper/shopper-answers.ts';
import type { QueryOf, ShopperOperation } from '../../contract/shopper/shopper.ts';
import { sign, Stage, until, type Read, type TestProxy } from './harness.ts';

const operations = Object.keys(shopperAnswers) as ShopperOperation[];

const customer = (): Record<string, string> => ({
  'plaudit-customer': sign({ email: 'customer@shop.example', exp: Math.floor(Date.now() / 1_000) + 3_600 }),
});

type Given = Readonly<Record<string, string>>;
const read =
  (path: string) =>
  (proxy: TestProxy, query: Given = {}): Promise<Read> =>
    proxy.shop(`${path}?${new URLSearchParams(query).toString()}`);
const write =
  (path: string, usual: Given) =>
  (proxy: TestProxy, changes: Given = {}): Promise<Read> =>
    proxy.post(path, { ...usual, ...changes }, customer());

const ask: { readonly [Name in ShopperOperation]: (proxy: TestProxy, changes?: Given) => Promise<Read> } = {
  getBusiness: read(''),
  listQuestions: read('/questions'),
  getReview: (proxy, query) => read('/review')(proxy, { review_no: '14', ...query }),
  listReviews: read('/reviews'),
  listComments: read('/review/comments'),
  listProducts: read('/products'),
  listProductQuestions: read('/product/questions'),
  listProductReviews: read('/product/reviews'),
  listTopRatedProducts: read('/product/reviews/top-rated'),
  getProductReviewStats: (proxy, query) => read('/product/reviews/stats')(proxy, { sku: 'SKU-1', ...query }),
  getStatsOfProducts: (proxy, query) =>
    read('/product/reviews/stats')(proxy, { skus: 'SKU-1,SKU-2,SKU-3,SKU-9', ...query }),
  getTransparency: (proxy, query) => read('/transparency')(proxy, { sku: 'SKU-1', ...query }),
  getTranslation: (proxy, query) => read('/product/reviews/translation')(proxy, { review_id: '8', to: 'de', ...query }),
  getWriteLink: (proxy) => proxy.get('/v1/partners/shop.example/write-link/get'),
  getEditLink: (proxy) => proxy.get('/v1/partners/shop.example/edit-link/get', customer()),
  addProductReview: write('/product/reviews/add', {
    sku: 'SKU-1',
    title: 'Good',
    content: 'Very good.',
    rating: '5',
    first_name: 'Ann',
    elapsed: '5000',
  } satisfies QueryOf<'addProductReview'>),
  voteOnProductReview: write('/product/reviews/vote', {
    review_id: '8',
    vote: 'positive',
  } satisfies QueryOf<'voteOnProductReview'>),
  flagReview: write('/reviews/flag', {
    review_no: '14',
    reason: 'other',
    message: 'He was never there.',
  } satisfies QueryOf<'flagReview'>),
  addProductQuestion: write('/product/questions/add', {
    sku: 'SKU-1',
    content: 'Does it float?',
    first_name: 'Ann',
    elapsed: '5000',
  } satisfies QueryOf<'addProductQuestion'>),
  answerProductQuestion: write('/product/questions/answer', {
    question_id: '1',
    content: 'It does.',
    first_name: 'Ann',
    elapsed: '5000',
  } satisfies QueryOf<'answerProductQuestion'>),
  flagProductReview: write('/product/reviews/flag', {
    review_id: '8',
    reason: 'other',
    message: 'They never had it.',
  } satisfies QueryOf<'flagProductReview'>),
};

/** Those that every server of the API has: the one here names no extension. */
const extended = ['addProductQuestion', 'answerProductQuestion', 'flagProductReview'] as const;
/** Translations have a translator and a test of their own. */
const elsewhere: readonly string[] = [...extended, 'getTranslation'];
const everywhere = operations.filter((name) => !elsewhere.includes(name));

async function assertAnswers(
  proxy: TestProxy,
  http: (name: ShopperOperation) => number = () => 200,
  asked: readonly ShopperOperation[] = everywhere,
): Promise<void> {
  for (const name of asked) {
    const { http: given, body, text } = await ask[name](proxy);
    assert.equal(given, http(name), `${name}: ${text}`);
    const { status, success, ...answer } = body;
    assert.deepEqual([status, success], ['OK', true], name);
    const { error } = shopperAnswers[name].safeParse(answer);
    assert.ok(!error, `${name}: ${error?.message}`);
  }
}

async function assertRefused(
  name: ShopperOperation,
  answer: Promise<Read>,
  code: number,
  field?: string,
): Promise<void> {
  const { body } = await answer;
  const refusal = Refusal.parse(body);
  assert.deepEqual([refusal.errorCode, refusal.field], [code, field], `${name}: ${refusal.errorReason}`);
  assert.ok(
    (shopperRefusals[name] as readonly unknown[]).includes(nameOfCode(code)),
    `${name} is not said to refuse ${code}`,
  );
}

test('every answer is as the elements read it, before the mirror is there', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  // What the API does not say is counted once everything is mirrored.
  const answered = everywhere.filter((name) => name !== 'getTransparency');
  const asked = answered.filter((name) => name !== 'voteOnProductReview');
  await assertAnswers(proxy, () => 200, asked);
  // A vote waits for a call as long as the walk has them.
  const { http } = await ask.voteOnProductReview(proxy);
  assert.ok([200, 202].includes(http));
});

/** With what is counted only then. */
async function complete(proxy: TestProxy): Promise<TestProxy> {
  await until('all is counted', async () => (await ask.getTransparency(await proxy.mirrored())).http === 200);
  return proxy;
}

test('every answer is as the elements read it, from the mirror', async () => {
  await using stage = await Stage.open();
  await assertAnswers(await complete(await stage.proxy()));
});

test('every answer is as the elements read it while the API takes nothing', async () => {
  await using stage = await Stage.open();
  const proxy = await complete(await stage.proxy());
  // What is asked of the API itself is known by now, or is nobody's to keep.
  for (const name of ['getWriteLink', 'getBusiness'] as const) assert.equal((await ask[name](proxy)).http, 200);
  stage.upstream.fault = ({ method }, response) => (method === 'POST' ? void response.destroy() : false);
  const isWrite = (name: ShopperOperation) => ['addProductReview', 'voteOnProductReview', 'flagReview'].includes(name);
  await assertAnswers(proxy, (name) => (isWrite(name) ? 202 : 200));
});

test('what the API does not name as an extension is no path', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  for (const name of [...extended, 'getTranslation'] as const) {
    const { http, body } = await ask[name](proxy);
    assert.equal(http, 404, name);
    assert.equal(Refusal.parse(body).errorCode, 399, name);
  }
});

test('every refusal is as the elements read it, and names the field that is wrong', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const lists = [
    'listQuestions',
    'listReviews',
    'listComments',
    'listProducts',
    'listProductQuestions',
    'listProductReviews',
  ] as const;
  for (const name of lists) await assertRefused(name, ask[name](proxy, { count: '1000' }), 303, 'count');
  await assertRefused('getBusiness', ask.getBusiness(proxy, { datasources: 'nobody' }), 306, 'datasources');
  await assertRefused('getReview', ask.getReview(proxy, { review_no: '999' }), 305);
  await complete(proxy);
  await assertRefused('getTransparency', proxy.shop('/transparency'), 399);
  await assertRefused('getStatsOfProducts', ask.getStatsOfProducts(proxy, { skus: ',' }), 302, 'skus');
  await assertRefused('getEditLink', proxy.get('/v1/partners/shop.example/edit-link/get'), 203);
  await assertRefused(
    'listTopRatedProducts',
    ask.listTopRatedProducts(proxy, { currency: 'DOLLARS' }),
    306,
    'currency',
  );
  await assertRefused('addProductReview', ask.addProductReview(proxy, { rating: '6' }), 306, 'rating');
  await assertRefused('addProductReview', ask.addProductReview(proxy, { content: '' }), 302, 'content');
  await assertRefused(
    'addProductReview',
    ask.addProductReview(proxy, { homepage: 'https://spam.example' }),
    306,
    'homepage',
  );
  await assertRefused(
    'addProductReview',
    ask.addProductReview(proxy, { image1: 'https://spam.example/1.png' }),
    306,
    'image1',
  );
  await assertRefused('addProductReview', ask.addProductReview(proxy, { elapsed: '1' }), 429);
  await assertRefused('addProductReview', ask.addProductReview(proxy, { sku: 'SKU-9' }), 401);
  await assertRefused('flagReview', ask.flagReview(proxy, { reason: 'boredom' }), 306, 'reason');
  await assertRefused('voteOnProductReview', ask.voteOnProductReview(proxy, { review_id: '999' }), 403);
  assert.equal((await ask.voteOnProductReview(proxy)).http, 200);
  await assertRefused('voteOnProductReview', ask.voteOnProductReview(proxy), 404);
  await assertRefused('getBusiness', proxy.get('/v1/businesses/other.example'), 301);
  await assertRefused('getBusiness', proxy.shop('', { origin: 'https://other.example' }), 308);
});
