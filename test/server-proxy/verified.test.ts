/** Who is a verified buyer: whom the shop asked, or whose order it signed. An order number alone is nothing. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { saveContent } from '../support/content.ts';
import { startProxyOf } from '../support/proxy-of-service.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';
import { PacedClock } from './clocks.ts';
import { customerSecret, sign, Stage, TestProxy, until } from './harness.ts';

const shop = 'shop.example';
const written = { sku: 'MUG', title: 'Lovely', content: 'A good one.', rating: '5', first_name: 'Kim' };
const signed = (orderId?: string) => ({
  'plaudit-customer': sign({
    email: 'kim@mail.example',
    exp: Math.floor(Date.now() / 1_000) + 3_600,
    ...(orderId === undefined ? {} : { order_id: orderId }),
  }),
});

onEveryDatabase((place) => {
  let service: TestService;
  let proxy: TestProxy;
  before(async () => {
    service = await new TestService(await place(), { clock: new PacedClock(20) }).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [{ id: 1, sku: 'MUG', title: 'Blue mug' }],
        productReviews: [
          { id: 1, product: { sku: 'MUG' }, title: 'Asked', solicited: 'Yes', order_id: 'O-1' },
          { id: 2, product: { sku: 'MUG' }, title: 'Order number alone', order_id: 'O-2' },
        ],
      }),
    );
    proxy = await startProxyOf(service, await place('proxy'), {
      customerSecret,
      clock: new PacedClock(20),
    });
  });
  after(async () => {
    await proxy.close();
    await service.stop();
  });

  test('an order number alone makes nobody a verified buyer; an order that the shop signed does', async () => {
    const add = async (title: string, headers: Record<string, string>, more = {}) => {
      const { http, body, text } = await proxy.post('/product/reviews/add', { ...written, title, ...more }, headers);
      // A busy machine makes the proxy deliver later.
      assert.ok(http === 200 || http === 202, text);
      return body.product_review.verified as unknown;
    };
    assert.equal(await add('Signed', signed('O-3')), true);
    assert.equal(await add('Signed without an order', signed()), false);
    assert.equal(await add('Typed', {}, { order_id: 'O-4', verified: '1' }), false);
    const merchants = await proxy.merchant(`/businesses/${shop}/product/reviews/add`, {
      body: { ...written, title: 'Merchant', order_id: 'O-5' },
    });
    assert.equal(merchants.body.product_review.verified, false, merchants.text);

    await until('all are delivered', async () => (await proxy.shop('/product/reviews?sku=MUG')).body.total === 6);
    const expected = new Set(['Asked', 'Signed']);
    const titlesOf = (reviews: { title: string; verified: unknown }[]) =>
      new Set(reviews.filter(({ verified }) => verified === true).map(({ title }) => title));
    const atService = await service.ok('listProductReviews', shop, { query: { sku: 'MUG' } });
    const atProxy = await proxy.shop('/product/reviews?sku=MUG');
    const filtered = await proxy.shop('/product/reviews?sku=MUG&verified=1');
    assert.deepEqual(titlesOf(atService.product_reviews), expected);
    assert.deepEqual(titlesOf(atProxy.body.product_reviews), expected);
    assert.deepEqual(titlesOf(filtered.body.product_reviews), expected);
    assert.equal(filtered.body.total, 2);
    const { transparency } = (await proxy.shop('/transparency?sku=MUG')).body;
    assert.deepEqual([transparency.published, transparency.solicited, transparency.verified], [6, 1, 2]);
  });
});

test('of another API, a verified buyer is whoever was asked, and it is not told of signed orders', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const { body } = await proxy.shop('/product/reviews');
  assert.ok(body.product_reviews.length > 0);
  for (const review of body.product_reviews)
    assert.deepEqual([review.verified, review.incentivised], [review.solicited === 'Yes', null]);
  await proxy.post('/product/reviews/add', { ...written, sku: 'SKU-1' }, signed('O-3'));
  const [call] = stage.upstream.callsOf('/product/reviews/add');
  assert.equal(String(call!.body).includes('verified'), false);
});
