import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../../review-service/service.ts';
import { startProxy } from '../../server-proxy/proxy.ts';
import { freePort } from '../support/ports.ts';
import { Relay } from '../support/relay.ts';
import { buildRenderer } from '../support/renderer.ts';
import { png } from '../support/pictures.ts';
import { productReview } from './fake-upstream.ts';
import { PacedClock } from './clocks.ts';
import { customerSecret, merchantKey, signedFor, silent, Stage, TestProxy, until } from './harness.ts';

buildRenderer();

const [OLD, NEW] = ['https://old.example', 'https://new.example/reviews'];

for (const prefix of ['', '/below/a/path'])
  test(`after a change of the public address of the service, no answer of the proxy has the old one (${prefix}/v1)`, () =>
    moves(prefix));

async function moves(prefix: string): Promise<void> {
  await using stage = await Stage.open();
  // As fast as that, the first walk is soon over; afterwards nothing is swept while the test runs.
  const clock = new PacedClock(20);
  const port = await freePort();
  const relay = await new Relay(`http://127.0.0.1:${port}`, prefix).start();
  const service = (publicUrl: string) =>
    startService({
      host: '127.0.0.1',
      port,
      location: { directory: stage.path('service') },
      demo: true,
      logger: silent,
      clock,
      publicUrl,
    });
  const proxyOnData = async () =>
    new TestProxy(
      await startProxy({
        host: '127.0.0.1',
        port: 0,
        upstream: relay.url,
        businesses: ['demo-store.example'],
        location: { directory: stage.path('proxy') },
        clientToken: 'demo-client',
        email: 'owner@demo-store.example',
        password: 'demo-password',
        origins: [],
        trustedProxies: [],
        merchantKey,
        customerSecret,
        logger: silent,
        clock,
        widgetsDirectory: `${import.meta.dirname}/files/widgets`,
      }),
      () => {},
    );
  let running = await service(OLD);
  let proxy = await (await proxyOnData()).mirrored();
  clock.pace = 1;
  try {
    const form = new FormData();
    for (const [name, value] of Object.entries({ sku: 'DEMO-001', title: 'New', content: 'With a photo', rating: '5' }))
      form.append(name, value);
    form.append('image1', new Blob([new Uint8Array(await png())]), 'a.png');
    const write = async () =>
      (
        await fetch(`${proxy.url}/v1/businesses/-/product/reviews/add`, {
          method: 'POST',
          body: form,
          headers: { ...signedFor('New'), 'idempotency-key': 'one' },
        })
      ).text();
    const answers = async () =>
      new Map([
        ['write', await write()],
        ...(await Promise.all(
          [
            '/v1/businesses/-/product/reviews?sku=DEMO-001&only_photos=1&digest=1',
            '/v1/businesses/-/products',
            '/v1/businesses/-/product/questions',
            '/v1/businesses/-/product/reviews/top-rated',
            '/v1/partners/-/write-link/get',
            '/render/plaudit-product-reviews?sku=DEMO-001',
          ].map(async (path) => [path, (await proxy.get(path)).text] as const),
        )),
        ['merchant', (await proxy.merchant('/businesses/-/product/reviews?only_photos=1')).text],
      ]);
    const assertAll = (texts: ReadonlyMap<string, string>, address: string, other: string) => {
      for (const [what, text] of texts) {
        assert.ok(text.includes(address), `${what} has ${address}: ${text.slice(0, 300)}`);
        assert.ok(!text.includes(other), `${what} has no ${other}`);
      }
    };
    assertAll(await answers(), OLD, NEW);

    await running.close();
    running = await service(NEW);
    await until('an answer from the mirror has the new one', async () =>
      (await proxy.get('/v1/businesses/-/products')).text.includes(NEW),
    );
    assertAll(await answers(), NEW, OLD);

    // While the proxy does not run either; then its first answer has the new one.
    await Promise.all([proxy.close(), running.close()]);
    running = await service(OLD);
    proxy = await proxyOnData();
    assertAll(await answers(), OLD, NEW);
  } finally {
    await Promise.all([proxy.close(), running.close()]);
    await relay.stop();
  }
}

test('nothing but http and https is an address in an answer, to shoppers or merchants', async () => {
  await using stage = await Stage.open();
  const script = ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' java\tscript:alert(1)', '\u0001javascript:alert(1)'];
  const bad = [...script, 'data:text/html,x', 'vbscript:x', 'blob:https://a.example/1', 'a.jpg', 'file:///etc/passwd'];
  const { content } = stage.upstream;
  const product = content.products[0]!;
  content.products = bad.map((address, index) => ({
    ...product,
    id: String(100 + index),
    sku: `SKU-${index}`,
    product_link: address,
    images: [{ id: '1', url: address }],
  }));
  const image = { caption: '', original: '/own.jpg', normal: '//cdn.example/a.jpg', created: '2026/01/01 10:00:00' };
  content.productReviews = bad.map((address, index) => ({
    ...productReview(100 + index, content.products[index]!, 1),
    user: { username: `u${index}`, firstName: 'A', lastName: 'B', thumbnail: address, profilePage: address },
    images: [{ ...image, large: address, small: address }],
  }));
  const proxy = await (await stage.proxy()).mirrored();
  for (const path of ['/products?count=100', '/product/reviews?count=100'])
    for (const { body } of [await proxy.shop(path), await proxy.merchant(`/businesses/-${path}`)]) {
      assert.equal((body.products ?? body.product_reviews).length, bad.length);
      for (const { product_link: link, images, user } of body.products ?? body.product_reviews) {
        if (body.products) assert.deepEqual([link, images[0].url], [null, '']);
        else {
          const { original, normal, large, small } = images[0];
          const own = `${new URL(stage.upstream.url).origin}/own.jpg`;
          assert.deepEqual([original, normal], [own, 'https://cdn.example/a.jpg']);
          assert.deepEqual([large, small, user.thumbnail, user.profilePage], ['', '', '', '']);
        }
      }
    }
});
