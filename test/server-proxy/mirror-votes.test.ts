import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fastClock } from './clocks.ts';
import { Stage, until, type TestProxy } from './harness.ts';

const REVIEW = 8;

async function countOf(proxy: TestProxy): Promise<number> {
  const { body } = await proxy.shop('/product/reviews?count=100');
  return body.product_reviews.find((one: { id: number }) => one.id === REVIEW).num_positive_votes as number;
}

test('under steady votes no page that overlaps one takes a vote back or counts it twice', async () => {
  const clock = fastClock(20);
  await using stage = await Stage.open({ knowsVoters: true, now: () => clock.now() });
  const { content } = stage.upstream;
  const proxy = await (await stage.proxy({ clock, trustedProxies: ['127.0.0.1/32'] })).mirrored();
  let overlapping = 0;
  stage.upstream.fault = async (call, response) => {
    // Both a page and a vote may have their effect long before their answer arrives, or long after they were sent.
    if (call.path.endsWith('/product/reviews') && call.query.get('sku') === null) {
      overlapping += 1;
      const early = JSON.stringify({ product_reviews: content.productReviews, status: 'OK', success: true });
      await wait(60);
      if (overlapping % 2 === 0) return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end(early);
      return undefined;
    }
    if (call.path.endsWith('/vote')) await wait(30);
    return false;
  };

  let begun = 0;
  let acknowledged = 0;
  let done = false;
  const read = async () => {
    for (let before = 0; !done;) {
      const least = Math.max(before, acknowledged);
      const shown = await countOf(proxy);
      assert.ok(shown >= least, `${least} votes were counted, ${shown} are shown`);
      assert.ok(shown <= begun, `${begun} votes were cast, ${shown} are shown`);
      before = shown;
      await wait(5);
    }
  };
  const cast = async () => {
    for (let voter = 0; voter < 60; voter += 1) {
      begun += 1;
      const { http } = await proxy.post(
        '/product/reviews/vote',
        { review_id: String(REVIEW), vote: 'positive' },
        { 'x-forwarded-for': `198.51.100.${voter}` },
      );
      assert.ok(http < 300);
      acknowledged += 1;
      await wait(50);
    }
    await until(
      'the API has counted all of them',
      () => content.productReviews.find((one) => one['id'] === String(REVIEW))!['num_positive_votes'] === '60',
    );
    const pages = overlapping;
    await until('two more pages were read', () => overlapping >= pages + 2);
    done = true;
  };
  await Promise.all([read(), cast()]);
  // Of each kind at least one: those whose effect came early, and those where it came late.
  assert.ok(overlapping >= 4, `only ${overlapping} pages were read`);
  assert.equal(await countOf(proxy), 60);
});
