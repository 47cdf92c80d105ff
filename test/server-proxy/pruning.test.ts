import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { SkippingClock } from './clocks.ts';
import { sign, Stage, until } from './harness.ts';

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

test('of what the API refused, number and reason stay after 30 days and the words go; what is held stays, and both are said', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open(clock.api);
  const proxy = await (await stage.proxy({ clock })).mirrored();
  const path = `${stage.path('data')}/proxy.sqlite`;
  const fieldsOf = (id: string) => {
    using data = new DatabaseSync(path, { readOnly: true });
    const row = data.prepare('select fields, error_code from proxy_outbox where id = ?').get(id)!;
    return `${String(row['error_code'])} ${String(row['fields'])}`;
  };
  const words = '{"title":"Words of Jane"}';
  {
    using data = new DatabaseSync(path);
    for (const [id, state] of [
      ['one', 'refused'],
      ['two', 'held'],
    ] as const)
      data
        .prepare(
          `insert into proxy_outbox (id, business, operation, fields, bytes, state, attempts, created_at, error_code)
           values (?, 'shop.example', 'addProductReview', ?, 25, ?, 1, ?, 303)`,
        )
        .run(id, words, state, clock.now());
  }
  const { text } = await proxy.get('/readyz');
  assert.match(text, /waits for somebody: 1 held because they look like a flood, 1 refused by the review service/);
  const metrics = (await proxy.get('/metrics')).text;
  for (const state of ['held', 'refused'])
    assert.match(metrics, new RegExp(`^plaudit_outbox\\{state="${state}"\\} 1$`, 'm'));

  clock.ahead += 30 * 86_400_000 + 60_000;
  await until('the words are gone', () => fieldsOf('one') === '303 {}');
  assert.equal(fieldsOf('two'), `303 ${words}`);
});
