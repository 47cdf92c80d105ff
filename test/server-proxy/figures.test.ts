/** What the API says of a business as a whole is shown as it says it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { businessUrl, review, send, type Call } from './fake-upstream.ts';
import { fastClock } from './clocks.ts';
import { Stage, until, type TestProxy } from './harness.ts';

/** The API counts what no listing shows, so that its figures are not those of the mirror. */
async function openStage() {
  const clock = fastClock(40);
  const stage = await Stage.open({ now: () => clock.now() });
  const { upstream } = stage;
  const figures = { rating: '4.5', total: 400 };
  upstream.fault = (call, response) => {
    if (!call.path.endsWith('/shop.example')) return false;
    send(response, 200, {
      ...businessUrl(),
      averageRating: [{ type: 'overall', rating: figures.rating }],
      numReviews: [{ type: 'total', rating: figures.total }],
      status: 'OK',
      success: true,
    });
    return undefined;
  };
  return { stage, figures, start: async () => (await stage.proxy({ clock })).mirrored() };
}

async function shown(proxy: TestProxy): Promise<[number, number]> {
  const { body } = await proxy.shop('');
  const { body: questions } = await proxy.shop('/questions');
  assert.deepEqual(questions.url.numReviews, body.numReviews);
  return [body.averageRating[0].rating, body.numReviews[0].rating];
}

test('a mirrored business has the averages and counts that the API gives, not what the mirror would count', async () => {
  const { stage, start } = await openStage();
  await using _ = stage;
  const proxy = await start();
  const before = await proxy.foregroundCalls();
  assert.deepEqual(await shown(proxy), [4.5, 400]);
  // What other sources are to be counted with it is counted here.
  const { body } = await proxy.shop('?datasources=bbb');
  assert.equal(body.numReviews[0].rating, 3);
  assert.equal(await proxy.foregroundCalls(), before);
});

/**
 * Of so many calls after a head that shows a new review, one reads the figures. Heads of other parts may come between,
 * a busy machine's that are late among them; without that, the figures are read after ten minutes, some hundred calls.
 */
const SOON = 15;

test('they are read again as soon as a new review shows', async () => {
  const { stage, figures, start } = await openStage();
  await using _ = stage;
  const { calls, content } = stage.upstream;
  const proxy = await start();
  const isHead = ({ path, query }: Call) => path.endsWith('/shop.example/reviews') && query.get('start') === '0';
  const isRead = ({ path }: Call) => path.endsWith('/shop.example');
  // A sweep reads them too, in a lane of its own, and so often here that they are never ten minutes old.
  const readForNews = async () => {
    const lines = (await proxy.get('/metrics')).text.matchAll(
      /_calls_total\{lane="head",operation="getBusiness".*\} (\d+)/g,
    );
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  const readAtFirst = await readForNews();
  let latest = 400;
  for (const total of [401, 402, 403]) {
    latest = total;
    figures.total = total;
    const before = calls.length;
    content.reviews.unshift(review(total));
    await until(
      'a head has shown it',
      async () => calls.slice(before).some(isHead) && (await proxy.shop('/reviews')).text.includes(`About us ${total}`),
    );
    const shows = calls.findIndex((call, index) => index >= before && isHead(call));
    await until('calls go on', () => calls.length > shows + SOON);
    assert.ok(
      calls.slice(shows + 1, shows + 1 + SOON).some(isRead),
      calls
        .slice(before)
        .map(({ path }) => path)
        .join(' '),
    );
    await until('it is counted', async () => (await shown(proxy))[1] === total);
  }
  // A sweep may come first with a review, or with the figures after it: then nothing has to be read because of that one.
  await until('they were read because of a review', async () => {
    if ((await readForNews()) > readAtFirst) return true;
    if ((await proxy.shop('/reviews')).text.includes(`About us ${latest}`)) content.reviews.unshift(review(++latest));
    return false;
  });
});
