/** Fragments of `/render`: who has one made pays what it takes, and what is kept is made once. */
import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { before, test } from 'node:test';
import { productReview } from '../server-proxy/fake-upstream.ts';
import { PacedClock } from '../server-proxy/clocks.ts';
import { Stage, type TestProxy } from '../server-proxy/harness.ts';
import { buildRenderer } from '../support/renderer.ts';

before(buildRenderer);

const attacker = { 'x-forwarded-for': '203.0.113.66' };
const list = '/render/plaudit-product-reviews?sku=SKU-1&page-size=20';

/** A product with many long reviews, in a moment that does not pass. */
async function open(stage: Stage): Promise<TestProxy> {
  const [product] = stage.upstream.content.products;
  for (let id = 1; id <= 20; id += 1)
    stage.upstream.content.productReviews.push({
      ...productReview(5_000 + id, product!),
      content: `A mug, "as <b>big</b>" & blue as number ${id}. `.repeat(200),
    });
  const clock = new PacedClock(1);
  const proxy = await (await stage.proxy({ clock, trustedProxies: ['127.0.0.1'] })).mirrored();
  clock.pace = 0;
  return proxy;
}

test('a fragment that is asked for again is not made again, also by an address that has spent everything', async () => {
  await using stage = await Stage.open();
  const proxy = await open(stage);
  const short = '/render/plaudit-product-reviews?sku=SKU-2&page-size=5';
  // Each would cost at least 3 of 1,000 ms.
  for (let times = 0; times < 400; times += 1)
    assert.equal((await proxy.get(short, attacker)).http, 200, `after ${times}`);
  // The same question in another order, too.
  const turned = '/render/plaudit-product-reviews?page-size=5&sku=SKU-2';
  const [one, other] = [await proxy.get(short, attacker), await proxy.get(turned, attacker)];
  assert.equal(one.headers.get('etag'), other.headers.get('etag'));
});

test('a fragment costs what making it took, so that large ones are not cheaper than small ones', async () => {
  await using stage = await Stage.open();
  const proxy = await open(stage);
  let made = 0;
  // Nothing but its address on the tag makes each of them another one.
  while (made < 334 && (await proxy.get(`${list}&proxy=https://${made}.example`, attacker)).http === 200) made += 1;
  assert.ok(made > 0 && made < 300, `${made} lists of twenty long reviews in one moment`);
  assert.equal((await proxy.get(`${list}&proxy=https://x.example`)).http, 200, 'another address');
});

/** As it was sent: `fetch` would unpack it. */
const rawBytes = (url: string, encoding: string) =>
  new Promise<Buffer>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (answer) => void buffer(answer).then(resolve, reject)).on(
      'error',
      reject,
    );
  });

test('all that is kept is compressed once in each encoding, however often it is sent', async () => {
  await using stage = await Stage.open();
  const proxy = await open(stage);
  const kept = [
    list,
    '/v1/businesses/-/product/reviews?sku=SKU-1',
    `/v1/businesses/-/product/reviews/stats?skus=${Array.from({ length: 50 }, (_none, at) => `SKU-${at}`).join()}`,
    '/plaudit.all.js',
    '/words/fi.js',
  ].flatMap((path) => ['br', 'gzip', 'br;q=0.9'].map((encoding) => [`${proxy.url}${path}`, encoding] as const));
  const first = await Promise.all(kept.map((one) => rawBytes(...one)));
  let compressions = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'ZLIB') compressions += 1;
    },
  }).enable();
  try {
    for (let times = 0; times < 3; times += 1)
      for (const [index, one] of kept.entries()) assert.ok(first[index]!.equals(await rawBytes(...one)), one.join(' '));
    assert.equal(compressions, 0);
    // It counts: something new is compressed.
    await rawBytes(`${proxy.url}${list}&proxy=https://other.example`, 'br');
    assert.equal(compressions, 1);
  } finally {
    hook.disable();
  }
});
