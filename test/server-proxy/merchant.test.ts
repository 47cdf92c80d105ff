import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { strictEntities } from '../../contract/entities/entities.ts';
import { endpoints, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import { png } from '../support/pictures.ts';
import { comment, fieldOf, planted, product, productReview, review, send, user } from './fake-upstream.ts';
import { PacedClock } from './clocks.ts';
import { merchantKey, sign, Stage, until, type TestProxy } from './harness.ts';

/** A proxy past the window of calls that its first walk has filled: what is not mirrored takes a call. */
async function ready(stage: Stage, clock: PacedClock): Promise<TestProxy> {
  const proxy = await (await stage.proxy({ clock })).mirrored();
  await clock.pass(15_000, 20);
  return proxy;
}

test('without its key a merchant route gives nothing away; without a key at all there is no such route', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  for (const key of [null, 'wrong', `${merchantKey}x`, merchantKey.slice(1), '']) {
    for (const read of [
      await proxy.merchant('/businesses/-/messages', { key }),
      await proxy.merchant('/businesses/-/products/remove', { key, body: { product_id: '1' } }),
    ]) {
      assert.deepEqual([read.http, read.body.errorCode, read.headers.get('cache-control')], [401, 203, 'no-store']);
      assert.equal(read.headers.get('www-authenticate'), 'Bearer');
    }
  }
  assert.equal(
    (await proxy.merchant('/businesses/-/messages', { headers: { authorization: `bearer  ${merchantKey}` } })).http,
    200,
  );
  await proxy.close();
  const off = await stage.proxy({ merchantKey: undefined });
  assert.equal((await off.merchant('/businesses/-/messages')).http, 404);
});

test('guessing at the key is slowed down', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const tries = await Promise.all(
    Array.from({ length: 40 }, (_none, index) => proxy.merchant('/businesses/-/messages', { key: `guess-${index}` })),
  );
  const late = tries.filter(({ http }) => http === 429);
  assert.equal(late.length, 10);
  assert.ok(late.every(({ headers }) => Number(headers.get('retry-after')) >= 1));
});

test('every operation but the login is there, and pages of a shop cannot call it', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { method, path } = endpoints[name];
    const answer = await fetch(`${proxy.url}/merchant/v1${path.replace('{business}', '-')}`, {
      method,
      ...(method === 'POST' ? { body: new URLSearchParams() } : {}),
      headers: { origin: 'https://shop.example' },
    });
    const isThere = name !== 'login' && name !== 'listChanges';
    assert.equal(answer.status, isThere ? 401 : 404, name);
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
  }
  const preflight = await fetch(`${proxy.url}/merchant/v1/businesses/-/messages`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
  });
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [405, null]);
});

test('a merchant reads clean shapes with the personal data in them', async () => {
  const clock = new PacedClock(20);
  await using stage = await Stage.open({ now: clock.now });
  const proxy = await ready(stage, clock);
  const reviews = await proxy.merchant('/businesses/-/product/reviews');
  assert.deepEqual([reviews.http, reviews.headers.get('cache-control'), reviews.body.total], [200, 'no-store', 4]);
  for (const review of reviews.body.product_reviews) strictEntities.ProductReview.parse(review);
  const [review] = reviews.body.product_reviews;
  assert.deepEqual(
    [review.order_id, review.user.email, review.content.includes(planted.phone)],
    [planted.orderId, planted.email, true],
  );
  assert.equal((await proxy.merchant('/businesses/-')).body.phone, planted.phone);
  assert.equal(
    (await proxy.merchant('/businesses/shop.example/messages')).body.messages[0].sender.email,
    planted.email,
  );
  assert.equal(
    (await proxy.merchant(`/businesses/-/privacy/access?email=${planted.email}`)).body.categories.Identifiers.email,
    planted.email,
  );
  assert.equal(
    (await proxy.merchant(`/partners/-/edit-link/get?email=${planted.email}`)).body.link,
    'https://reviews.example/edit/theirs',
  );
  // What shoppers never see is asked for here as it is.
  await proxy.merchant('/businesses/-/reviews?unpublished=1');
  // The mirror may have asked for something since.
  assert.ok(stage.upstream.callsOf('/reviews').some(({ query }) => query.get('unpublished') === '1'));
});

test('a list says how many match in all, as far as it can be known', async () => {
  const clock = new PacedClock(20);
  await using stage = await Stage.open({ now: clock.now });
  const proxy = await ready(stage, clock);
  const totalOf = async (path: string) => (await proxy.merchant(`/businesses/-${path}`)).body.total;
  assert.equal(await totalOf('/product/reviews?count=2'), 4);
  assert.equal(await totalOf('/product/reviews?count=2&sku=SKU-2'), 2);
  assert.equal(await totalOf('/products?count=1'), 3);
  assert.equal(await totalOf('/reviews?count=1'), 2);
  // Of these the mirror knows nothing, and the page is not the last one.
  assert.equal(await totalOf('/reviews?count=1&unpublished=1'), null);
  assert.equal(await totalOf('/messages?count=1'), null);
  assert.equal(await totalOf('/messages?count=5'), 1);
});

test('a wrong parameter is refused before it costs a call, and tokens are not passed on', async () => {
  const clock = new PacedClock(20);
  await using stage = await Stage.open({ now: clock.now });
  const proxy = await ready(stage, clock);
  const before = await proxy.foregroundCalls();
  for (const [path, body, http, code] of [
    ['/businesses/-/messages?folder=trash', undefined, 400, 306],
    ['/businesses/-/reviews?count=101', undefined, 400, 303],
    ['/businesses/-/privacy/remove', { email: 'no address' }, 400, 306],
    ['/businesses/-/review/request/add', { email: 'a@b.example' }, 400, 302],
    ['/businesses/other.example/messages', undefined, 404, 301],
    ['/businesses/..%2f..%2fadmin/messages', undefined, 404, 301],
  ] as const) {
    const read = await proxy.merchant(path, body ? { body } : {});
    assert.deepEqual([read.http, read.body.errorCode], [http, code], path);
  }
  assert.equal(await proxy.foregroundCalls(), before);
  await proxy.merchant('/businesses/-/messages?client_token=mine&user_token=mine');
  const call = stage.upstream.callsOf('/messages').at(-1)!;
  assert.deepEqual([...call.query.keys()], ['client_token']);
  assert.equal(call.query.get('client_token'), planted.clientToken);
  assert.equal(await proxy.foregroundCalls(), before + 1);
});

test('a write is passed on at once with its answer, or refused with a time to come back, never queued', async () => {
  const clock = new PacedClock(20);
  await using stage = await Stage.open({ now: clock.now });
  const proxy = await ready(stage, clock);
  const request = { email: 'a@b.example', order_id: '1', order_date: '2026-11-01', return_link: '1' };
  assert.deepEqual((await proxy.merchant('/businesses/-/review/request/add', { body: request })).body, {
    link: 'https://reviews.example/request/1',
    status: 'OK',
    success: true,
  });
  assert.deepEqual(
    (await proxy.merchant('/businesses/-/review/request/remove', { body: { email: 'a@b.example' } })).body
      .removed_order_ids,
    ['4711'],
  );
  stage.upstream.fault = (_call, response) =>
    send(response, 200, { status: 'ERROR', success: false, errorCode: 503 }, { 'retry-after': '7' });
  const busy = await proxy.merchant('/businesses/-/review/request/add', { body: request });
  assert.deepEqual([busy.http, busy.headers.get('retry-after'), busy.body.queued], [503, '7', undefined]);
});

test('a write that the API cannot be connected to for is refused with a time to come back, and not queued', async () => {
  const clock = new PacedClock(20);
  await using stage = await Stage.open({ now: clock.now });
  const proxy = await ready(stage, clock);
  await stage.upstream.stop();
  const refused = await proxy.merchant('/businesses/-/review/comments/add', {
    body: { review_no: '1', text: 'Thank you' },
  });
  assert.deepEqual(
    [refused.http, refused.body.errorCode, refused.headers.get('retry-after'), refused.body.errorReason],
    [503, 503, '10', 'The review service cannot be reached'],
  );
  assert.equal((await proxy.merchant('/businesses/-/queue')).body.total, 0);
});

test('a key makes a write happen once, also at the API, and is not the key of a shopper', async () => {
  const clock = new PacedClock(20);
  await using stage = await Stage.open({ now: clock.now });
  const proxy = await ready(stage, clock);
  const body = {
    sku: 'SKU-1',
    title: 'From the shop',
    content: 'Sent in by letter.',
    rating: '4',
    email: 'a@b.example',
  };
  const headers = { 'idempotency-key': 'one' };
  const first = await proxy.merchant('/businesses/-/product/reviews/add', { body, headers });
  const again = await proxy.merchant('/businesses/-/product/reviews/add', { body, headers });
  assert.deepEqual([first.http, again.text, again.headers.get('idempotent-replayed')], [200, first.text, 'true']);
  const [call, ...others] = stage.upstream.callsOf('/product/reviews/add');
  assert.deepEqual([fieldOf(call!, 'email'), others.length], ['a@b.example', 0]);
  assert.match(String(call!.headers['idempotency-key']), /^[\w-]{43}$/);
  assert.equal((await proxy.post('/product/reviews/add', body, headers)).http, 422);
});

test('a picture of a merchant is encoded anew, and goes on under the name that the API has for it', async () => {
  const clock = new PacedClock(20);
  await using stage = await Stage.open({ now: clock.now });
  const proxy = await ready(stage, clock);
  const body = new FormData();
  body.append('product_id', '1');
  body.append('qqfile', new Blob([new Uint8Array(await png())]), 'a.png');
  assert.equal((await proxy.merchant('/businesses/-/product/images/add', { body })).http, 200);
  assert.match(
    stage.upstream.callsOf('/product/images/add')[0]!.body,
    /name="qqfile"; filename="qqfile\.jpg"\r\nContent-Type: image\/jpeg/,
  );
  const broken = new FormData();
  broken.append('product_id', '1');
  broken.append('qqfile', new Blob(['<svg/>']), 'a.svg');
  assert.equal((await proxy.merchant('/businesses/-/product/images/add', { body: broken })).http, 415);
});

test('what a merchant changes shoppers see at once', async () => {
  const clock = new PacedClock(20);
  await using stage = await Stage.open({ now: clock.now });
  const proxy = await ready(stage, clock);
  assert.equal((await proxy.shop('/review?review_no=13')).http, 404);
  assert.equal((await proxy.merchant('/businesses/-/reviews/publish', { body: { review_no: '13' } })).http, 200);
  await until('the review is on show', async () => (await proxy.shop('/review?review_no=13')).http === 200);
  assert.equal(
    (
      await proxy.merchant('/businesses/-/review/comments/add', {
        body: { review_no: '13', text: 'Glad you like it.' },
      })
    ).http,
    200,
  );
  await until('the comment is on show', async () =>
    (await proxy.shop('/review/comments?review_no=13')).text.includes('Glad you like it.'),
  );
  assert.equal((await proxy.merchant('/businesses/-/products/remove', { body: { product_id: '3' } })).http, 200);
  await until('the product is gone', async () => (await proxy.shop('/products')).body.total === 2);
});

test('who was erased is gone from the next answer, from what waits and from the files; what only the API can tell follows', async () => {
  const clock = new PacedClock(20);
  const email = 'erased@customer.example';
  const [person, named, unsaid] = [
    { ...user(1), username: 'erased', email },
    { ...user(2), username: 'named', email: null },
    { ...user(3), username: 'unsaid', email: null },
  ];
  await using stage = await Stage.open({
    now: clock.now,
    content: {
      products: [product(1)],
      productReviews: [
        { ...productReview(4, product(1)), user: named },
        { ...productReview(3, product(1)), user: unsaid },
        { ...productReview(2, product(1)), user: person },
        productReview(1, product(1)),
      ],
      reviews: [review(12, { author: person }), review(11)],
      comments: [comment(12, 'On theirs'), comment(11, 'Theirs', { author: person }), comment(11, 'Another’s')],
    },
  });
  for (const username of ['named', 'unsaid']) stage.upstream.unsaidEmails.set(username, email);
  stage.upstream.accountNames.set(email, 'erased, named');
  const proxy = await ready(stage, clock);
  const shown = async () => [
    (await proxy.shop('/product/reviews')).body.product_reviews.map(({ id }: { id: number }) => id).join(),
    (await proxy.shop('/reviews')).body.reviews.map(({ reviewNo }: { reviewNo: number }) => reviewNo).join(),
    (await proxy.shop('/review/comments')).body.comments.length,
    (await proxy.shop('/product/reviews/stats')).body.product_reviews_stats.total,
  ];
  assert.deepEqual(await shown(), ['4,3,2,1', '12,11', 3, 4]);

  stage.upstream.fault = (call, response) => (call.path.endsWith('/add') ? send(response, 500, {}) : false);
  const waiting = await proxy.post(
    '/product/reviews/add',
    { sku: 'SKU-1', title: 'Late', content: 'Sent on Monday.', rating: '5' },
    { 'plaudit-customer': sign({ email: email.toUpperCase(), exp: Math.floor(clock.now() / 1_000) + 3_600 }) },
  );
  assert.equal(waiting.http, 202);

  assert.equal(
    (await proxy.merchant('/businesses/-/privacy/remove', { body: { email: email.toUpperCase() } })).http,
    200,
  );
  assert.deepEqual(await shown(), ['3,1', '11', 1, 2]);
  assert.equal((await proxy.merchant('/businesses/-/queue')).body.total, 0);
  // What was on its way may arrive after that, and is erased once more then.
  clock.pace = 20;
  const files = () => readdirSync(stage.path('data')).map((file) => readFileSync(stage.path(`data/${file}`), 'latin1'));
  await until('no file names them', () => files().every((text) => !text.toLowerCase().includes(email)));
  await until(
    'the review of which the API tells neither address nor name is gone',
    async () => (await shown())[0] === '1',
  );
  // Deleted, not hidden.
  await proxy.close();
  using kept = new DatabaseSync(`${stage.path('data')}/proxy.sqlite`, { readOnly: true });
  const left = (table: string, column: string) =>
    kept
      .prepare(`select ${column} as value from ${table} order by 1`)
      .all()
      .map(({ value }) => value);
  assert.deepEqual(
    [left('product_review', 'id'), left('review', 'id'), left('author', 'username')],
    [[1], [11], ['user-1', 'user-11', 'user-21', 'user-31']],
  );
});
