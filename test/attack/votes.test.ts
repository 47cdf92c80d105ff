/** Votes of one address, one after another, as fast as its limit allows: what is everybody's stays everybody's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productReview } from '../server-proxy/fake-upstream.ts';
import { PacedClock } from '../server-proxy/clocks.ts';
import { Stage, until } from '../server-proxy/harness.ts';
import { rounds } from '../support/length.ts';

const vote = '/product/reviews/vote';
const VOTES = rounds(200, 1_100);
/** What votes may take of an hour while the mirror needs its calls. */
const SHARE = 100;

test(
  'one address that votes once a second stops nothing: votes have a share, and the mirror goes on',
  { timeout: 600_000 },
  async () => {
    const clock = new PacedClock(60);
    await using stage = await Stage.open({ now: () => clock.now() });
    const { content } = stage.upstream;
    for (let id = 1; id <= 400; id += 1) content.productReviews.push(productReview(5_000 + id, content.products[0]!));
    const proxy = await (await stage.proxy({ clock, trustedProxies: ['127.0.0.1'] })).mirrored();
    const begun = clock.now();
    const statuses = new Map<number, number>();
    for (let index = 0; index < VOTES;) {
      const body = { review_id: String(5_001 + (index % 400)), vote: 'positive' };
      const headers = { 'x-forwarded-for': '203.0.113.66', 'plaudit-visitor': `v${Math.floor(index / 400)}` };
      const { http } = await proxy.post(vote, body, headers);
      statuses.set(http, (statuses.get(http) ?? 0) + 1);
      // More than one a second is refused, and comes again.
      if (http === 429) await clock.sleep(2_000);
      else index += 1;
    }
    assert.equal((statuses.get(200) ?? 0) + (statuses.get(202) ?? 0), VOTES, JSON.stringify([...statuses]));
    if (clock.now() - begun < 3_600_000) assert.ok(stage.upstream.callsOf(vote).length <= SHARE, 'calls for votes');

    content.productReviews.pop();
    const gone = (await proxy.shop('/product/reviews?count=100')).body.total - 1;
    await until('what is gone at the API is gone here', async () => {
      const { body } = await proxy.shop('/product/reviews?count=100');
      return body.total <= gone;
    });

    // Somebody else's vote does not wait for all of those.
    const before = stage.upstream.callsOf(vote).length;
    // Delivered at once where a call is free by now.
    assert.ok([200, 202].includes((await proxy.post(vote, { review_id: '8', vote: 'positive' })).http));
    clock.pace = 600;
    const delivered = () => stage.upstream.callsOf(vote).findIndex(({ body }) => /review_id=8\b/.test(body));
    await until('it is delivered', () => delivered() >= 0);
    assert.ok(delivered() - before <= 20, `${delivered() - before} of the others went before it`);
  },
);

test('while the API does not answer, a vote is kept and acknowledged without another call', async () => {
  const clock = new PacedClock(60);
  await using stage = await Stage.open({ now: () => clock.now(), knowsVoters: true });
  const proxy = await (await stage.proxy({ clock })).mirrored();
  const cast = (visitor: string) =>
    proxy.post(vote, { review_id: '8', vote: 'positive' }, { 'plaudit-visitor': visitor });
  /** Voters whose votes the API was told of. */
  const told = new Set<unknown>();
  stage.upstream.fault = ({ path, headers }) => {
    if (path.endsWith(vote)) told.add(headers['plaudit-voter']);
    // Nobody is answered.
    return true;
  };
  assert.equal((await cast('one')).http, 202);
  assert.equal(told.size, 1);
  // Nothing that waits for the clock comes to an end.
  clock.pace = 0;
  assert.equal((await cast('two')).http, 202);
  assert.equal(told.size, 1);
  stage.upstream.fault = null;
  clock.pace = 60;
  await until('both are delivered', () => stage.upstream.votes.size === 2);
});
