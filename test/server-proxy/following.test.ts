/** How the mirror follows what no listing shows: our own service's changes, and the counts of any other API. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerResponse } from 'node:http';
import { FakeUpstream, productReview, send, type Call } from './fake-upstream.ts';
import { SkippingClock } from './clocks.ts';
import { Stage, until, type TestProxy } from './harness.ts';

const unlisted = (removed: number) => {
  const stars = Object.fromEntries(
    [1, 2, 3, 4, 5].map((star) => [star, { waiting: 0, removed: star === 1 ? removed : 0 }]),
  );
  return { waiting: 0, removed, reasons: removed > 0 ? { spam: removed } : {}, stars };
};

/** Makes the fake speak as our own service does. What it says and answers is the test's. */
class OurService {
  /** The number of the last change that its answers say. */
  said = 0;
  last = 0;
  gone: number[] = [];
  back: object[] = [];
  readonly asked: string[] = [];
  readonly #upstream: FakeUpstream;

  constructor(upstream: FakeUpstream) {
    this.#upstream = upstream;
    upstream.fault = (call, response) => this.#answer(call, response);
  }

  #answer(call: Call, response: ServerResponse): boolean {
    if (call.path.endsWith('/login')) return false;
    response.setHeader('plaudit-extensions', 'changes, transparency');
    response.setHeader('plaudit-last-change', String(this.said));
    if (!call.path.endsWith('/reviews/changes')) return false;
    const after = Number(call.query.get('after'));
    this.asked.push(String(after));
    response.setHeader('plaudit-last-change', String(this.last));
    const isNew = after < this.last;
    send(response, 200, {
      reviews: [],
      product_reviews: isNew ? this.back : [],
      gone: { reviews: [], product_reviews: isNew ? this.gone : [] },
      up_to: this.last,
      last: this.last,
      unlisted: { business: unlisted(0), products: { 'SKU-1': unlisted(this.gone.length) } },
      status: 'OK',
      success: true,
    });
    return true;
  }

  hide(id: number): void {
    const { content } = this.#upstream;
    content.productReviews = content.productReviews.filter((one) => Number(one['id']) !== id);
    this.gone = [id];
    this.back = [];
    this.said = this.last += 1;
  }
}

const ids = async (proxy: TestProxy): Promise<number[]> =>
  (await proxy.shop('/product/reviews?sku=SKU-1')).body.product_reviews.map(({ id }: { id: number }) => id);

test('a page that was read before a review was hidden does not bring it back', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open(clock.api);
  const ours = new OurService(stage.upstream);
  const proxy = await (await stage.proxy({ clock })).mirrored();
  const [first = 0, ...rest] = await ids(proxy);
  const before = [...stage.upstream.content.productReviews];
  ours.hide(first);
  await clock.skipUntil('it is gone', async () => !(await ids(proxy)).includes(first));

  // From now on pages are as they were before the change, and say so.
  stage.upstream.content.productReviews = before;
  ours.said = 0;
  const pages = () => stage.upstream.callsOf('/product/reviews').length;
  const read = pages();
  await clock.skipUntil('such pages are read', async () => pages() > read + 2);
  assert.deepEqual(await ids(proxy), rest);
  const { transparency } = (await proxy.shop('/transparency?sku=SKU-1')).body;
  assert.deepEqual(transparency.removed, { total: 1, reasons: { spam: 1 } });

  ours.said = ours.last;
  await clock.skipUntil('a page that is up to date counts', async () => (await ids(proxy)).includes(first));
});

test('a review that is shown again is back without a sweep, and a service with other data is followed anew', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open(clock.api);
  const ours = new OurService(stage.upstream);
  const proxy = await (await stage.proxy({ clock })).mirrored();
  const [first = 0, ...rest] = await ids(proxy);
  const review = stage.upstream.content.productReviews.find((one) => Number(one['id']) === first)!;
  ours.hide(first);
  await clock.skipUntil('it is gone', async () => !(await ids(proxy)).includes(first));
  // No listing shows it, so that only the change can bring it.
  Object.assign(ours, { gone: [], back: [review], said: ++ours.last });
  await clock.skipUntil('it is back', async () => (await ids(proxy)).includes(first));
  assert.deepEqual(new Set(await ids(proxy)), new Set([first, ...rest]));
  assert.deepEqual([ours.asked[0], ours.asked.includes(String(ours.last - 1))], ['0', true]);

  const fromTheBeginning = () => ours.asked.filter((after) => after === '0').length;
  const before = fromTheBeginning();
  Object.assign(ours, { last: 1, said: 1, gone: [first], back: [] });
  await clock.skipUntil('it is gone with the data of before', async () => !(await ids(proxy)).includes(first));
  assert.ok(fromTheBeginning() > before, 'it was read from the beginning');
});

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
