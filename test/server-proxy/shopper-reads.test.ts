import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strictEntities } from '../../contract/entities/entities.ts';
import { planted, productReview, product } from './fake-upstream.ts';
import { fastClock } from './clocks.ts';
import { Stage, until, type TestProxy } from './harness.ts';

const reads = [
  '',
  '/questions',
  '/review?review_no=14',
  '/reviews?count=100&datasources=bbb,google',
  '/review/comments?datasources=bbb',
  '/products',
  '/product/questions',
  '/product/reviews',
  '/product/reviews?sku=SKU-1&order=relevant',
  '/product/reviews/top-rated',
  '/product/reviews/stats?sku=SKU-1',
  '/product/reviews/stats?skus=SKU-1,SKU-2,SKU-3,SKU-9',
];

async function assertNothingPersonal(proxy: TestProxy, secrets: readonly string[]): Promise<void> {
  for (const path of [...reads, '/review?review_no=999', '/review?review_no=13']) {
    const { text } = await proxy.shop(path);
    for (const secret of secrets) assert.ok(!text.includes(secret), `${path} gives away ${secret}`);
    assert.ok(!text.includes('@'), `${path} holds an address`);
    assert.ok(!text.includes('%40'), `${path} holds an encoded address`);
  }
}

test('no e-mail address, phone number, order id or token reaches a shopper, read through or mirrored', async () => {
  await using stage = await Stage.open();
  const token = () => stage.upstream.token ?? 'none';
  stage.upstream.fault = (call) => {
    // The server gives our own token away in what it says.
    stage.upstream.content.productReviews[0]!['title'] = `token ${token()} and ${planted.clientToken}`;
    return call.path === '' ? undefined : false;
  };
  const secrets = () => [
    planted.email,
    planted.phone,
    planted.bareDigits,
    planted.orderId,
    planted.clientToken,
    planted.password,
    planted.lastName,
    token(),
  ];
  const cold = await stage.proxy();
  await assertNothingPersonal(cold, secrets());
  await cold.mirrored();
  await assertNothingPersonal(cold, secrets());
});

test('every list has its envelope and clean items, whatever shape they came in', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const lists = [
    ['/reviews', 'reviews', strictEntities.Review, 2],
    ['/questions', 'questions', strictEntities.Question, 1],
    ['/review/comments', 'comments', strictEntities.Comment, 1],
    ['/products', 'products', strictEntities.Product, 3],
    ['/product/questions', 'questions', strictEntities.ProductQuestion, 1],
    ['/product/reviews', 'product_reviews', strictEntities.ProductReview, 4],
    ['/product/reviews/top-rated', 'products', strictEntities.TopRatedProduct, 1],
  ] as const;
  for (const [path, key, schema, total] of lists) {
    const { http, body } = await proxy.shop(path);
    assert.equal(http, 200);
    assert.deepEqual(
      [body.status, body.success, body.start, body.count, body.total],
      ['OK', true, 0, total, total],
      path,
    );
    assert.equal(body[key].length, total, path);
    // What only the proxy says is in dialect.test.ts.
    for (const { language: _language, ...item } of body[key]) schema.parse(item);
  }
  const { body: business } = await proxy.shop('');
  assert.deepEqual([business.phone, business.email, business.name], [null, null, 'Shop']);
  // As the API says it, not as the mirror counts.
  assert.equal(business.numReviews[0].rating, 4);
  const { body: stats } = await proxy.shop('/product/reviews/stats?sku=SKU-2');
  strictEntities.ProductReviewStats.parse(stats.product_reviews_stats);
  assert.equal(stats.product_reviews_stats.total, 2);
});

test('a mirrored business costs no call, however much is asked', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const before = await proxy.foregroundCalls();
  for (let start = 0; start < 4; start += 1) {
    for (const path of [
      '/product/reviews?count=1',
      '/product/reviews?q=Review&ratings=4,5',
      '/products?price_range=1,20',
      '/reviews?order=ASC',
    ]) {
      assert.equal((await proxy.shop(`${path}&start=${start}`)).http, 200);
    }
  }
  assert.equal(await proxy.foregroundCalls(), before);
});

test('a cold read is asked for once, however many wait for it', async () => {
  await using stage = await Stage.open();
  // The first walk comes to no end.
  stage.upstream.fault = (call, response) =>
    call.path.endsWith('/product/reviews') && !call.query.has('sku') ? void response.writeHead(500).end() : false;
  const proxy = await stage.proxy({ businesses: ['shop.example'] });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => proxy.shop('/product/reviews?sku=SKU-1&count=2&q=cold')),
  );
  assert.deepEqual(new Set(answers.map(({ http }) => http)), new Set([200]));
  assert.equal(stage.upstream.calls.filter(({ query }) => query.get('sku') === 'SKU-1').length, 1);
  assert.equal(stage.upstream.logins, 1);
});

test('a full page of a cold read has its total from the statistics', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const { body } = await proxy.shop('/product/reviews?sku=SKU-1&count=1');
  assert.deepEqual([body.count, body.total], [1, 2]);
});

test('shoppers see what is published, whatever they ask for', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  for (let round = 0; round < 2; round += 1) {
    const numbers = (await proxy.shop('/reviews?unpublished=1&deleted=1')).body.reviews.map(
      (one: { reviewNo: number }) => one.reviewNo,
    );
    assert.ok(!numbers.includes(13));
    const pending = await proxy.shop('/review?review_no=13');
    assert.deepEqual([pending.http, pending.body.errorCode], [404, 305]);
    assert.equal((await proxy.shop('/product/questions?filter=REMOVED')).body.questions.length, 1);
    await proxy.mirrored();
  }
  // The mirror itself counts what is in no listing, by whole pages.
  for (const { query } of stage.upstream.calls.filter(({ query }) => query.get('count') !== '100'))
    assert.deepEqual([query.get('unpublished'), query.get('deleted')], [null, null]);
  assert.ok(stage.upstream.callsOf('/product/questions').every(({ query }) => query.get('filter') === 'PUBLISHED'));
});

test('nothing but the parameters of an operation goes on to the API', async () => {
  await using stage = await Stage.open();
  // Nothing can be mirrored: what is asked for is asked of the API.
  stage.upstream.fault = (call, response) =>
    call.query.get('count') === '100' ? void response.writeHead(500).end() : false;
  const proxy = await stage.proxy();
  await proxy.shop('/products?q=cold&client_token=mine&user_token=mine&__proto__=x&constructor=y&email=a@b.example', {
    user_token: 'mine',
    cookie: 'a=b',
    authorization: 'Bearer x',
  });
  const call = stage.upstream.calls.find(({ query }) => query.get('q') === 'cold')!;
  assert.deepEqual([...call.query.keys()].toSorted(), ['client_token', 'q']);
  assert.equal(call.query.get('client_token'), planted.clientToken);
  assert.deepEqual(
    [call.headers['user_token'], call.headers.cookie, call.headers.authorization],
    [stage.upstream.token!, undefined, undefined],
  );
});

test("what is malformed is refused with the API's codes, and costs no call", async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const before = await proxy.foregroundCalls();
  const expected = [
    ['/products?count=101', 400, 303],
    ['/products?count=x', 400, 306],
    ['/products?count=1&count=2', 400, 306],
    ['/review', 400, 302],
    ['/product/reviews?ratings=9', 400, 306],
    ['/product/reviews?price_range=5,1', 400, 306],
    ['/product/reviews?date_from=2026-02-31', 400, 306],
    ['/product/reviews/stats?skus=', 400, 302],
    [`/product/reviews/stats?skus=${Array.from({ length: 101 }, (_none, index) => index).join(',')}`, 400, 303],
  ] as const;
  for (const [path, http, code] of expected) {
    const answer = await proxy.shop(path);
    assert.deepEqual(
      [answer.http, answer.body.errorCode, answer.body.status, answer.body.success],
      [http, code, 'ERROR', false],
      path,
    );
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
  assert.equal(await proxy.foregroundCalls(), before);
});

test('a business that is not served, or is no host name, never reaches the API', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const before = await proxy.foregroundCalls();
  for (const name of [
    'other.example',
    '..%2f..%2fadmin',
    'shop.example%2f..',
    'shop.example%00',
    'shop.example%3fx=',
    'bulk',
    '%F0%9F%9B%92',
    'a'.repeat(254),
    'shop.example:80',
    '-x',
  ]) {
    const { http, body } = await proxy.get(`/v1/businesses/${name}/products`);
    assert.deepEqual([http, body.errorCode], [404, 301], name);
  }
  assert.equal((await proxy.get('/v1/businesses/SHOP.example/products')).http, 200);
  assert.equal((await proxy.get('/v1/businesses/-/products')).http, 200);
  assert.equal(await proxy.foregroundCalls(), before);
});

test('operations that are not for shoppers do not exist, and unknown methods say which are known', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  for (const path of [
    '/messages',
    '/privacy/access?email=a@b.example',
    '/review/request/add',
    '/products/add',
    '/nothing',
  ]) {
    const { http, body } = await proxy.shop(path);
    assert.deepEqual([http, body.errorCode], [404, 399], path);
  }
  for (const path of [
    '/v1/login',
    '/merchant/v1/login',
    '/v1/businesses/bulk?businesses=[]',
    '/',
    '/.env',
    '/assets/../sri.json/x',
  ]) {
    const { http, body } = await proxy.get(path);
    assert.deepEqual([http, body.success], [404, false], path);
  }
  const { http, body, headers } = await proxy.post('/products', {});
  assert.deepEqual([http, body.errorCode], [405, 399]);
  assert.match(headers.get('allow')!, /GET/);
});

test('statistics of many products are one call before the mirror is there, and none after', async () => {
  await using stage = await Stage.open();
  // Reviews cannot be mirrored: what is known comes from the products.
  stage.upstream.fault = (call, response) =>
    call.path.endsWith('/product/reviews') ? void response.writeHead(500).end('<html>') : false;
  const proxy = await stage.proxy();
  const skus = '/product/reviews/stats?skus=SKU-1,SKU-2,SKU-3,SKU-9';
  const cold = await proxy.shop(skus);
  assert.deepEqual(cold.body.stats['SKU-1'], { total: 2, average_rating: 4.5, ratings: null });
  assert.equal(cold.body.stats['SKU-9'].total, 0);
  assert.equal(cold.body.stats['SKU-9'].ratings[5].num_reviews, 0);
  assert.equal(stage.upstream.callsOf('/stats').length, 0);
  // A call of theirs may have to wait for one of the walk's; who has waited too long is told what the listing says.
  await until('few products have their stars', async () => {
    const { total, ratings } = (await proxy.shop('/product/reviews/stats?skus=SKU-2')).body.stats['SKU-2'];
    return total === 2 && ratings?.[1].num_reviews === 1;
  });
  // Where its stars cannot be had, one product has what the listing says as well.
  stage.upstream.fault = (call, response) =>
    call.path.includes('/product/reviews') ? void response.writeHead(500).end('<html>') : false;
  assert.deepEqual((await proxy.shop('/product/reviews/stats?skus=SKU-3')).body.stats, {
    'SKU-3': { total: 2, average_rating: 4.5, ratings: null },
  });
  stage.upstream.fault = null;
  await proxy.mirrored();
  const before = await proxy.foregroundCalls();
  const mirrored = await proxy.shop(skus);
  assert.deepEqual(
    [mirrored.body.stats['SKU-1'].total, mirrored.body.stats['SKU-9'].total, mirrored.body.status],
    [2, 0, 'OK'],
  );
  assert.equal(await proxy.foregroundCalls(), before);
});

test('of a product with more reviews than one call shows, a cold page is a call and its stars another', async () => {
  await using stage = await Stage.open();
  const { upstream } = stage;
  const big = { ...product(1), num_reviews: '300' };
  upstream.content.products = [big];
  upstream.content.productReviews = Array.from({ length: 300 }, (_, index) => productReview(300 - index, big));
  // What is walked at once never arrives: only what is asked of the one product does.
  upstream.fault = (call, response) =>
    call.path.endsWith('/product/reviews') && !call.query.has('sku') ? void response.writeHead(500).end() : false;
  const proxy = await stage.proxy();
  await until('the products are mirrored', async () =>
    /plaudit_mirror_complete\{[^}]*part="products"\} 1/.test((await proxy.get('/metrics')).text),
  );
  const page = await proxy.shop('/product/reviews?sku=SKU-1&count=10&order=created');
  assert.deepEqual([page.http, page.body.product_reviews.length, page.body.total], [200, 10, 300]);
  assert.equal((await proxy.shop('/product/reviews/stats?skus=SKU-1')).body.stats['SKU-1'].total, 300);
  const asked = upstream.calls
    .filter((call) => call.query.get('sku') === 'SKU-1')
    .map((call) => [call.path.split('/').at(-1), call.query.get('count')]);
  const foreground = asked.filter(([, count]) => count !== '100').map(([what]) => what);
  assert.deepEqual(new Set(foreground), new Set(['reviews', 'stats']));
  assert.equal(foreground.length, 2);
});

test('questions are shown from the mirror before the reviews are in it, with what the API says of those', async () => {
  const clock = fastClock(20);
  await using stage = await Stage.open({ now: () => clock.now() });
  const { upstream } = stage;
  upstream.content.products[0]!['num_reviews'] = '300';
  const isOfReviews = (path: string) => path.endsWith('/reviews');
  upstream.fault = (call, response) => (isOfReviews(call.path) ? void response.writeHead(500).end() : false);
  const proxy = await stage.proxy({ clock });
  const parts = ['products', 'productQuestions', 'questions', 'business'];
  await until('all but the reviews is mirrored', async () => {
    const { text } = await proxy.get('/metrics');
    return parts.every((part) => new RegExp(`plaudit_mirror_complete\\{[^}]*part="${part}"\\} 1`).test(text));
  });
  const numReviews = (read: { body: { url: { numReviews: { type: string; rating: number }[] } } }) =>
    read.body.url.numReviews.find(({ type }) => type === 'total')?.rating;
  const before = await proxy.foregroundCalls();
  const ofProduct = await proxy.shop('/product/questions?sku=SKU-1');
  const ofShop = await proxy.shop('/questions');
  assert.deepEqual(
    [ofProduct.body.questions.length, ofProduct.body.questions[0].product.num_reviews, numReviews(ofProduct)],
    [1, 300, 4],
  );
  assert.deepEqual([ofShop.body.questions.length, numReviews(ofShop)], [1, 4]);
  assert.equal(await proxy.foregroundCalls(), before);

  upstream.fault = null;
  await proxy.mirrored();
  assert.deepEqual((await proxy.shop('/product/questions?sku=SKU-1')).body.questions[0].product.num_reviews, 2);
});

test('the write link is read once and given out until shortly before its end', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  for (let round = 0; round < 3; round += 1)
    assert.equal((await proxy.get('/v1/partners/-/write-link/get')).body.url, 'https://reviews.example/write/abc');
  assert.equal(stage.upstream.callsOf('/write-link/get').length, 1);
});

test('one malformed item does not sink its list, and is counted', async () => {
  await using stage = await Stage.open();
  const { productReviews, products } = stage.upstream.content;
  productReviews.splice(
    1,
    0,
    { id: 'none' },
    { ...productReview(9, product(1)), attributes: [{ name: { toString: 1 } }] },
  );
  products.push({ sku: null });
  const proxy = await (await stage.proxy()).mirrored();
  assert.ok((await proxy.shop('/product/reviews')).body.total >= 4);
  assert.match((await proxy.get('/metrics')).text, /plaudit_malformed_items_total\{operation="listProducts"\} [1-9]/);
});

test('comments are shown once they are activated and published, on reviews that are: mirrored and not', async () => {
  await using stage = await Stage.open();
  const texts = async (proxy: TestProxy, path: string) =>
    (await proxy.shop(path)).body.comments.map((one: { content: string }) => one.content.replace(/ Write to.*/, ''));
  const cold = await stage.proxy();
  assert.deepEqual(await texts(cold, '/review/comments?review_no=14'), []);
  const proxy = await cold.mirrored();
  assert.deepEqual(await texts(proxy, '/review/comments?deleted=1'), ['Thank you.']);
  assert.deepEqual(await texts(proxy, '/review/comments?review_no=14'), []);
  assert.deepEqual(await texts(proxy, '/review/comments?datasources=bbb'), ['From elsewhere', 'Thank you.']);
});
