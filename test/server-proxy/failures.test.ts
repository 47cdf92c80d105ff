/** What failed is tried again: soon at first, never later than a minute, and at once when the API is back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuse } from '../../contract/endpoints/errors.ts';
import { noteFailure, retryAtTheLatest, type Failures } from '../../server-proxy/mirror/plan/failures.ts';

const SECOND = 1_000;
const now = Date.parse('2026-11-03T09:00:00Z');
const broken = new Error('no answer');

test('after a second, then after twice as long each time, to a minute; for each thing that was tried', () => {
  const failures: Failures = new Map();
  const delays = Array.from({ length: 8 }, () => {
    noteFailure(failures, 'sweep reviews', broken, now);
    return (failures.get('sweep reviews')!.retryAt - now) / SECOND;
  });
  assert.deepEqual(delays, [1, 2, 4, 8, 16, 32, 60, 60]);
  noteFailure(failures, 'head reviews', broken, now);
  assert.equal(failures.get('head reviews')!.retryAt, now + SECOND);
});

test('not before the API wants it, but a pause that is longer than a minute is not waited out here', () => {
  for (const [retryAfterSeconds, seconds] of [
    [30, 30],
    [600, 60],
    [0, 1],
  ] as const) {
    const failures: Failures = new Map();
    noteFailure(failures, 'refresh', refuse('unavailable', 'later', { retryAfterSeconds }), now);
    assert.equal(failures.get('refresh')!.retryAt, now + seconds * SECOND);
  }
});

test('what waits is tried at the latest when something says so, and what is due sooner stays', () => {
  const failures: Failures = new Map([
    ['sweep reviews', { count: 9, retryAt: now + 60 * SECOND }],
    ['refresh', { count: 1, retryAt: now + SECOND }],
  ]);
  retryAtTheLatest(failures, now + 2 * SECOND);
  assert.deepEqual(
    [...failures.values()],
    [
      { count: 9, retryAt: now + 2 * SECOND },
      { count: 1, retryAt: now + SECOND },
    ],
  );
});
