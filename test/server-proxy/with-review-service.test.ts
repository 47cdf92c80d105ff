import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { shopperAnswers } from '../../contract/shopper/shopper-answers.ts';
import { startService } from '../../review-service/service.ts';
import { startProxy } from '../../server-proxy/proxy.ts';
import { PacedClock } from './clocks.ts';
import { customerSecret, merchantKey, sign, silent, Stage, TestProxy } from './harness.ts';

/** The proxy in front of our own service, with the demo data in it. */
test('the way of the data, from the service through the mirror and back', async () => {
  await using stage = await Stage.open();
  const clock = new PacedClock(20);
  const service = await startService({
    host: '127.0.0.1',
    port: 0,
    location: { directory: stage.path('service') },
    demo: true,
    logger: silent,
    clock,
  });
  const running = await startProxy({
    host: '127.0.0.1',
    port: 0,
    upstream: `${service.url}/v1`,
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
  });
  const proxy = await new TestProxy(running, () => {}).mirrored();
  clock.pace = 1;
  try {
    const shop = (path: string) => proxy.get(`/v1/businesses/-${path}`);
    const write = async (path: string, body: FormData) =>
      (
        await fetch(`${proxy.url}/v1/businesses/-${path}`, {
          method: 'POST',
          body,
          headers: { 'plaudit-visitor': 'one' },
        })
      ).json() as Promise<Record<string, never>>;

    const page = await shop('/product/reviews?sku=DEMO-001&count=100');
    assert.equal(page.body.total, 300);
    assert.equal(page.body.product_reviews.length, 100);
    const { status: _status, success: _success, ...listed } = page.body;
    shopperAnswers.listProductReviews.parse(listed);
    assert.equal(
      (await shop('/product/reviews')).body.total,
      (await shop('/product/reviews/stats')).body.product_reviews_stats.total,
    );
    assert.equal((await shop('/products?count=100')).body.total, 24);
    const stats = (await shop('/product/reviews/stats?skus=DEMO-001,DEMO-024')).body.stats;
    assert.deepEqual([stats['DEMO-001'].total, stats['DEMO-024'].total], [300, 0]);
    assert.ok((await shop('/reviews?count=100')).body.total > 300);

    const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#36c' } })
      .png()
      .toBuffer();
    const form = new FormData();
    for (const [name, value] of Object.entries({
      sku: 'DEMO-024',
      title: 'First!',
      content: 'Just as it looks.',
      rating: '5',
      first_name: 'Ada',
      last_name: 'Lovelace',
      caption1: 'On the table',
    }))
      form.append(name, value);
    form.append('image1', new Blob([new Uint8Array(photo)]), 'photo.png');
    const { product_review: review } = (await write('/product/reviews/add', form)) as unknown as {
      product_review: { id: number };
    };
    const vote = new FormData();
    vote.append('review_id', String(review.id));
    vote.append('vote', 'positive');
    assert.equal((await write('/product/reviews/vote', vote))['success'], true);

    const { body } = await shop('/product/reviews?sku=DEMO-024');
    const [reloaded] = body.product_reviews;
    assert.deepEqual(
      [body.total, reloaded.title, reloaded.user.lastName, reloaded.num_positive_votes, reloaded.images[0].caption],
      [1, 'First!', 'L', 1, 'On the table'],
    );
    const image = await fetch(reloaded.images[0].normal);
    assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/jpeg']);
    assert.equal((await shop('/product/reviews/stats?skus=DEMO-024')).body.stats['DEMO-024'].total, 1);
    assert.match((await proxy.get('/metrics')).text, /plaudit_votes_waiting 0/);

    const customer = {
      'plaudit-customer': sign({ email: 'ada@customer.example', exp: Math.floor(clock.now() / 1_000) + 600 }),
    };
    const fields = new URLSearchParams({
      sku: 'DEMO-024',
      title: 'Second',
      content: 'Still good.',
      rating: '4',
      first_name: 'Ada',
    });
    assert.equal(
      (
        await fetch(`${proxy.url}/v1/businesses/-/product/reviews/add`, {
          method: 'POST',
          body: fields,
          headers: customer,
        })
      ).status,
      200,
    );
    assert.equal((await shop('/product/reviews?sku=DEMO-024')).body.total, 2);
    assert.equal(
      (await proxy.merchant('/businesses/-/privacy/remove', { body: { email: 'ada@customer.example' } })).http,
      200,
    );
    assert.deepEqual(
      (await shop('/product/reviews?sku=DEMO-024')).body.product_reviews.map(({ title }: { title: string }) => title),
      ['First!'],
    );
  } finally {
    await proxy.close();
    await service.close();
  }
});
