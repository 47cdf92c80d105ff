import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sign, SkippingClock, Stage, until } from './harness.ts';

test('what has had its time is forgotten by the clock: nobody has to write again', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open(clock.api);
  const proxy = await (await stage.proxy({ clock })).mirrored();
  const counts = () => {
    using data = new DatabaseSync(`${stage.path('data')}/proxy.sqlite`, { readOnly: true });
    return ['proxy_idempotency', 'proxy_outbox', 'proxy_vote', 'proxy_token_use']
      .map((table) => Number(data.prepare(`select count(*) as rows from ${table}`).get()!['rows']))
      .join();
  };
  const inTwoDays = Math.floor(clock.now() / 1_000) + 2 * 86_400;
  const token = sign({ email: 'jane@customers.example', jti: 'page-1', exp: inTwoDays });
  const review = { sku: 'SKU-1', title: 'Lovely', content: 'A good one.', rating: '5' };
  assert.equal(
    (await proxy.post('/product/reviews/add', review, { 'plaudit-customer': token, 'idempotency-key': 'one' })).http,
    200,
  );
  assert.equal((await proxy.post('/product/reviews/vote', { review_id: '8', vote: 'positive' })).http, 200);
  assert.equal(counts(), '1,1,1,1');

  clock.ahead += 86_400_000 + 60_000;
  await until('what was kept for a day is gone', () => counts() === '0,0,0,1');
  // A token is told from a new one for as long as it is good, and a day more.
  clock.ahead += 2 * 86_400_000;
  await until('a token that nobody can use any more is gone', () => counts() === '0,0,0,0');
});
