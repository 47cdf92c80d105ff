/** Writes that were sent, and whose answers never came: looked for where that can be, and never made twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDateTime } from '../../contract/entities/dates.ts';
import { send, type Call, type FakeOptions, type FakeUpstream } from './fake-upstream.ts';
import { SkippingClock } from './clocks.ts';
import { Stage, until, type TestProxy } from './harness.ts';

const add = '/product/reviews/add';
const vote = '/product/reviews/vote';
const written = { sku: 'SKU-1', title: 'Lovely', content: 'A good one.', rating: '5' };
const HOUR = 3_600_000;

const isAdd = (call: Call): boolean => call.path.endsWith(add);
const isVote = (call: Call): boolean => call.path.endsWith(vote);
const reviewsOf = (upstream: FakeUpstream, title: string) =>
  upstream.content.productReviews.filter((one) => one['title'] === title);
const metric = async (proxy: TestProxy, name: string): Promise<string | undefined> =>
  new RegExp(`^${name} (\\d+)$`, 'm').exec((await proxy.get('/metrics')).text)?.[1];
const nothingWaits = async (proxy: TestProxy): Promise<boolean> =>
  (await metric(proxy, 'plaudit_outbox\\{state="waiting"\\}')) === '0';
const noVoteWaits = async (proxy: TestProxy): Promise<boolean> =>
  (await metric(proxy, 'plaudit_votes_waiting')) === '0';
const votesOf = async (proxy: TestProxy): Promise<number> =>
  (await proxy.shop('/product/reviews?count=100')).body.product_reviews.find((one: { id: number }) => one.id === 8)
    .votes as number;

async function open(options: FakeOptions = {}) {
  const clock = new SkippingClock();
  const stage = await Stage.open({ ...options, ...clock.api });
  const proxy = await (await stage.proxy({ clock })).mirrored();
  return { clock, stage, proxy, upstream: stage.upstream };
}

/** Waits until the review that is in doubt was looked for once more. */
async function lookedFor({ clock, upstream }: { clock: SkippingClock; upstream: FakeUpstream }): Promise<void> {
  const looks = () =>
    upstream.calls.filter(({ path, query }) => path.endsWith('/product/reviews') && query.get('deleted') === '1')
      .length;
  const before = looks();
  await clock.skipUntil('it is looked for', async () => looks() > before);
}

test('a vote whose answer was lost is sent again, and counts once', async () => {
  const { clock, stage, proxy, upstream } = await open();
  await using _stage = stage;
  upstream.loseAnswer = isVote;
  assert.equal((await proxy.post(vote, { review_id: '8', vote: 'positive' })).http, 202);
  upstream.loseAnswer = null;
  await clock.skipUntil('it is settled', () => noVoteWaits(proxy));
  assert.equal(upstream.callsOf(vote).length, 2);
  assert.deepEqual(
    [await votesOf(proxy), upstream.content.productReviews.find((one) => one['id'] === '8')!['votes']],
    [1, '1'],
  );
});

test('a vote in doubt stays so when the next attempt is refused before it is weighed', async () => {
  const { clock, stage, proxy, upstream } = await open();
  await using _stage = stage;
  upstream.loseAnswer = isVote;
  assert.equal((await proxy.post(vote, { review_id: '8', vote: 'positive' })).http, 202);
  upstream.loseAnswer = null;
  upstream.fault = (call, response) =>
    isVote(call)
      ? send(response, 200, { status: 'ERROR', success: false, errorCode: 503 }, { 'retry-after': '1' })
      : false;
  await clock.skipUntil('it is refused', async () => upstream.callsOf(vote).length >= 2);
  upstream.fault = null;
  await clock.skipUntil('it is settled', () => noVoteWaits(proxy));
  clock.ahead += 25 * HOUR;
  await clock.skipUntil('the mirror has looked', async () => (await votesOf(proxy)) === 1);
  assert.equal(upstream.content.productReviews.find((one) => one['id'] === '8')!['votes'], '1');
});

test('a vote that has been in doubt for a day is not sent again: the API would count it twice', async () => {
  const { clock, stage, proxy, upstream } = await open();
  await using _stage = stage;
  upstream.loseAnswer = isVote;
  assert.equal((await proxy.post(vote, { review_id: '8', vote: 'positive' })).http, 202);
  upstream.loseAnswer = null;
  upstream.fault = (call, response) => (isVote(call) ? void response.writeHead(502).end() : false);
  for (let hours = 0; hours < 25; hours += 6) {
    const before = upstream.callsOf(vote).length;
    clock.ahead += 6 * HOUR;
    await until(
      'it is tried again, or given up',
      async () => upstream.callsOf(vote).length > before || noVoteWaits(proxy),
    );
  }
  const sent = upstream.callsOf(vote).length;
  upstream.fault = null;
  await clock.skipUntil('it is settled', () => noVoteWaits(proxy));
  assert.equal(upstream.callsOf(vote).length, sent);
  assert.equal(upstream.content.productReviews.find((one) => one['id'] === '8')!['votes'], '1');
  await clock.skipUntil('the mirror has the API’s count', async () => (await votesOf(proxy)) === 1);
});

test('a review that was taken down before its answer was known is not brought back', async () => {
  const { clock, stage, proxy, upstream } = await open();
  await using _stage = stage;
  upstream.loseAnswer = isAdd;
  assert.equal((await proxy.post(add, written)).http, 202);
  upstream.loseAnswer = null;
  reviewsOf(upstream, 'Lovely')[0]!['removedRFC'] = '2026-11-21T10:00:00+00:00';
  await clock.skipUntil('it is settled', () => nothingWaits(proxy));
  assert.equal(upstream.callsOf(add).length, 1);
  assert.ok(!(await proxy.shop('/product/reviews?sku=SKU-1')).text.includes('Lovely'));
});

test('where the API holds new reviews back, one in doubt is looked for until a moderator has let it through', async () => {
  const { clock, stage, proxy, upstream } = await open({ holdsReviews: true });
  await using _stage = stage;
  assert.equal((await proxy.post(add, { ...written, title: 'The first' })).http, 200);
  upstream.loseAnswer = isAdd;
  assert.equal((await proxy.post(add, written)).http, 202);
  upstream.loseAnswer = null;
  for (let times = 0; times < 3; times += 1) await lookedFor({ clock, upstream });
  assert.equal(upstream.callsOf(add).length, 2);
  reviewsOf(upstream, 'Lovely')[0]!['published'] = formatDateTime(clock.now());
  await clock.skipUntil('it is settled', () => nothingWaits(proxy));
  assert.deepEqual([upstream.callsOf(add).length, reviewsOf(upstream, 'Lovely').length], [2, 1]);
});

test('a review that no moderator can have had is sent again after a day', async () => {
  const { clock, stage, proxy, upstream } = await open({ holdsReviews: true });
  await using _stage = stage;
  assert.equal((await proxy.post(add, { ...written, title: 'The first' })).http, 200);
  upstream.fault = (call, response) => (isAdd(call) ? void response.destroy() : false);
  assert.equal((await proxy.post(add, written)).http, 202);
  upstream.fault = null;
  await lookedFor({ clock, upstream });
  assert.equal(upstream.callsOf(add).length, 2);
  clock.ahead += 24 * HOUR;
  await clock.skipUntil('it is sent', () => nothingWaits(proxy));
  assert.deepEqual([upstream.callsOf(add).length, reviewsOf(upstream, 'Lovely').length], [3, 1]);
});

test('a service that honours the key of a write has it again at once, and makes it once', async () => {
  const { clock, stage, proxy, upstream } = await open({ holdsReviews: true, knowsKeys: true });
  await using _stage = stage;
  assert.equal((await proxy.post(add, { ...written, title: 'The first' })).http, 200);
  upstream.loseAnswer = isAdd;
  assert.equal((await proxy.post(add, written)).http, 202);
  upstream.loseAnswer = null;
  await clock.skipUntil('it is settled', () => nothingWaits(proxy));
  assert.deepEqual([upstream.callsOf(add).length, reviewsOf(upstream, 'Lovely').length], [3, 1]);
});
