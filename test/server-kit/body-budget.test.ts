/** Who is let on, and who waits, where more is sent than there is room for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BodyBudget } from '../../server-kit/http/body-budget.ts';

const budget = (patienceMs = 600_000) => new BodyBudget({ totalBytes: 100, perAddressBytes: 40, patienceMs });
const hasCome = async (promise: Promise<void>) =>
  await Promise.race([
    promise.then(() => true),
    new Promise<false>((resolve) => {
      setImmediate(() => resolve(false));
    }),
  ]);

test('what is over the budget waits until others are done, in its turn, or is told to come again', async () => {
  const all = budget();
  const [one, two, three] = ['a', 'b', 'c'].map((address) => all.open(address)) as [
    ReturnType<BodyBudget['open']>,
    ReturnType<BodyBudget['open']>,
    ReturnType<BodyBudget['open']>,
  ];
  await one.take(40);
  await two.take(35);
  const begun = three.take(1);
  assert.equal(await hasCome(begun), false, 'who begins leaves a quarter to those who are at it');
  await two.take(5);
  one.release();
  assert.equal(await hasCome(begun), true);

  const impatient = budget(1);
  await impatient.open('a').take(75);
  await assert.rejects(impatient.open('b').take(10), { http: 503, code: 503, retryAfterSeconds: 5 });
});

test('one address has a share, and nobody waits for himself', async () => {
  const all = budget();
  const first = all.open('a');
  await first.take(60);
  await first.take(10);
  assert.equal(await hasCome(all.open('a').take(1)), false, 'another of the same address');
  assert.equal(await hasCome(all.open('b').take(5)), true);
  const known = all.open(null);
  assert.equal(await hasCome(known.take(1)), false, 'no more is begun');
  first.release();
  assert.equal(known.bytes, 1);
  assert.equal(await hasCome(known.take(80)), true, 'who is known has no share');
});
