/** How the mirror counts what another API has in no listing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productReview } from './fake-upstream.ts';
import { SkippingClock } from './clocks.ts';
import { Stage, until, type TestProxy } from './harness.ts';

const ids = async (proxy: TestProxy): Promise<number[]> =>
  (await proxy.shop('/product/reviews?sku=SKU-1')).body.product_reviews.map(({ id }: { id: number }) => id);

test('of another API, what was removed is counted by its listings, and what it cannot say is not made up', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open(clock.api);
  const { content } = stage.upstream;
  const [mug] = content.products;
  content.productReviews = [
    ...content.productReviews,
    { ...productReview(901, mug!), rating: '2', removedRFC: '2026/05/01T10:00:00+00:00' },
  ];
  const proxy = await (await stage.proxy({ clock })).mirrored();
  const numbers = (query: string) => proxy.shop(`/transparency${query}`);
  await until('it is counted', async () => (await numbers('?sku=SKU-1')).http === 200);
  const { transparency } = (await numbers('?sku=SKU-1')).body;
  assert.deepEqual(
    [transparency.removed, transparency.waiting, transparency.received, transparency.stars[2].removed],
    [{ total: 1, reasons: {} }, null, null, 1],
  );
  assert.equal(transparency.published, (await ids(proxy)).length);
  // This one answers with published reviews of the business where it is asked for removed ones.
  const { http, body } = await numbers('');
  assert.deepEqual([http, body.errorCode], [404, 399], body.errorReason);
  const counts = stage.upstream.calls.filter(({ query }) => query.has('deleted') || query.has('unpublished'));
  assert.ok(counts.length <= 3, `${counts.length} calls`);
  assert.equal(stage.upstream.callsOf('/transparency').length, 0);
});
