/** When what is not listed any more is believed to be gone, at the walls: one item, one sweep, one millisecond. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { readHeld, readMissing, takeUnseen, takeUnseenOf } from '../../server-proxy/mirror/parts/removals.ts';
import { markSeen } from '../../server-proxy/mirror/parts/seen.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import type { ProxyDb } from '../../server-proxy/state/tables.ts';

const MINUTE = 60_000;
const now = Date.parse('2026-11-03T09:00:00Z');
const shop = 'shop.example';
const part = 'productReviews';
const ids = (count: number) => Array.from({ length: count }, (_none, index) => index + 1);

let directory: string;
let db: ProxyDb;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'plaudit-removals-'));
  db = await openProxyDatabase({ directory });
});
after(async () => {
  await db.destroy();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  await db.deleteFrom('mirror_item').execute();
  await db.deleteFrom('mirror_removal').execute();
});

const see = (items: readonly number[], sweep: number) =>
  markSeen(
    db,
    shop,
    part,
    items.map((id) => ({ id, print: '' })),
    sweep,
  );
/** A sweep of so many items that misses the last of them, and what is gone after it. */
async function sweep(number: number, known: number, missing: number, at: number, items = known - missing) {
  await see(ids(known).slice(0, known - missing), number);
  const { gone, held } = await takeUnseen(db, shop, part, { sweep: number, items }, at);
  return { gone: gone.length, held: held && [held.missing, held.known] };
}
const refresh = async (missed: readonly number[], at: number) =>
  (await takeUnseenOf(db, shop, part, missed, at)).toSorted((one, other) => one - other);

test('two refreshes that miss an item, a minute apart, take it out; none does that is made sooner', async () => {
  await see(ids(100), 1);
  assert.deepEqual(await refresh([], now), []);
  assert.deepEqual(await refresh([1, 2], now), []);
  assert.deepEqual(await refresh([1, 2], now + MINUTE - 1), []);
  assert.deepEqual(await refresh([1, 2], now + MINUTE), [1, 2]);
  assert.deepEqual(await refresh([1, 2], now + 2 * MINUTE), []);
});

test('an item that is seen in between has not been missed', async () => {
  await see(ids(100), 1);
  await refresh([1], now);
  await see([1], 1);
  assert.deepEqual(await refresh([1], now + MINUTE), []);
});

for (const [known, missing, isMuch] of [
  [100, 50, false],
  [510, 51, false],
  [509, 51, true],
] as const)
  test(`${missing} missing of ${known} ${isMuch ? 'are much: two sweeps take none, a third takes all' : 'are gone after two sweeps'}`, async () => {
    await see(ids(known), 1);
    await sweep(2, known, missing, now);
    const second = await sweep(3, known, missing, now + MINUTE);
    assert.deepEqual(second, isMuch ? { gone: 0, held: [missing, known] } : { gone: missing, held: null });
    if (isMuch) assert.deepEqual(await sweep(4, known, missing, now + 2 * MINUTE), { gone: missing, held: null });
    assert.deepEqual(await readHeld(db), []);
  });

test('a listing that comes empty is odd where there were more than ten items', async () => {
  for (const [known, isHeld] of [
    [10, false],
    [11, true],
  ] as const) {
    await db.deleteFrom('mirror_item').execute();
    await see(ids(known), 1);
    await sweep(2, known, known, now);
    assert.deepEqual(
      await sweep(3, known, known, now + MINUTE),
      isHeld ? { gone: 0, held: [11, 11] } : { gone: 10, held: null },
    );
  }
});

test('what is held no refresh settles, and none is made for it', async () => {
  await see(ids(600), 1);
  assert.deepEqual(await sweep(2, 600, 61, now), { gone: 0, held: [61, 600] });
  assert.deepEqual(await refresh([600], now + MINUTE), []);
  assert.deepEqual(await refresh(ids(600).slice(539), now + 2 * MINUTE), []);
  assert.deepEqual(await readMissing(db, shop, part, now + 3 * MINUTE, 100), []);
  // Once a sweep has seen most of it again, refreshes settle the rest.
  assert.deepEqual(await sweep(3, 600, 2, now + 3 * MINUTE), { gone: 2, held: null });
});

test('a refresh is made for what one sweep missed, as much of it as is wanted', async () => {
  await see(ids(100), 1);
  await sweep(2, 100, 3, now);
  assert.deepEqual(await readMissing(db, shop, part, now - 1, 10), []);
  assert.equal((await readMissing(db, shop, part, now, 10)).length, 3);
  assert.equal((await readMissing(db, shop, part, now, 2)).length, 2);
});
