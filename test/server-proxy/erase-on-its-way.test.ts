import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fieldOf } from './fake-upstream.ts';
import { sign, SkippingClock, Stage, until } from './harness.ts';

const email = 'jane@customers.example';
const review = { sku: 'SKU-1', title: 'On its way', content: 'Sent while she was erased.', rating: '5' };

test('a review that is on its way while its author is erased stays nowhere: the API is asked once more', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open(clock.api);
  const proxy = await (await stage.proxy({ clock })).mirrored();
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  stage.upstream.fault = async ({ path }) => {
    if (path.endsWith('/product/reviews/add')) await held;
    return false;
  };
  const write = () =>
    proxy.post('/product/reviews/add', review, {
      'plaudit-customer': sign({ email, exp: Math.floor(clock.now() / 1_000) + 86_400 }),
      'idempotency-key': 'one',
    });
  const writing = write();
  await until('it is on its way', () => stage.upstream.callsOf('/product/reviews/add').length === 1);
  const erasures = () => stage.upstream.callsOf('/privacy/remove').map((call) => fieldOf(call, 'email'));

  assert.equal((await proxy.merchant('/businesses/-/privacy/remove', { body: { email } })).http, 200);
  assert.deepEqual(erasures(), [email]);
  arrive();
  const answer = await writing;
  assert.deepEqual([answer.http, answer.body.errorCode], [404, 307], answer.text);
  assert.equal((await write()).body.errorCode, 307);
  const titles = async () =>
    (await proxy.shop('/product/reviews')).body.product_reviews.map(({ title }: { title: string }) => title);
  assert.ok(!(await titles()).includes(review.title), 'what the API answered is not mirrored');

  await clock.skipUntil('they are erased once more', async () => erasures().length === 2);
  assert.deepEqual(erasures(), [email, email]);
  await until('nothing of them is left', () =>
    readdirSync(stage.path('data')).every(
      (file) => !readFileSync(`${stage.path('data')}/${file}`, 'latin1').includes(email),
    ),
  );
  assert.equal(stage.upstream.callsOf('/product/reviews/add').length, 1);
});
