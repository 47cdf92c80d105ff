import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeatEvery } from '../../server-kit/repeating.ts';
import { ManualClock } from '../server-proxy/clocks.ts';

test('work that takes longer than its interval is neither doubled nor made up for, and closing waits for it', async () => {
  const clock = new ManualClock();
  let begun = 0;
  let finish = Promise.withResolvers<void>();
  const work = () => {
    begun += 1;
    return finish.promise;
  };
  const repeating = repeatEvery(clock, 1_000, work, assert.ifError);
  await clock.advance(60_000, 1_000);
  assert.equal(begun, 1, 'it was begun at once, and is not over');
  finish.resolve();
  // What was missed would begin now.
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
  assert.equal(begun, 1);
  finish = Promise.withResolvers<void>();
  await clock.advance(1_000, 1_000);
  assert.equal(begun, 2);

  let isClosed = false;
  const closing = repeating.close().then(() => {
    isClosed = true;
  });
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
  assert.equal(isClosed, false);
  finish.resolve();
  await closing;
  await clock.advance(60_000, 1_000);
  assert.equal(begun, 2);
});

test('work that fails is repeated, and told once until it works again', async () => {
  const clock = new ManualClock();
  let begun = 0;
  const told: unknown[] = [];
  const work = async () => {
    begun += 1;
    if (begun !== 3) throw new Error(`${begun}`);
  };
  const repeating = repeatEvery(clock, 1_000, work, (error) => void told.push((error as Error).message));
  await clock.advance(4_000, 1_000);
  await repeating.close();
  assert.deepEqual(told, ['1', '4']);
});
