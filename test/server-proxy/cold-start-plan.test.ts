/** How the calls of a cold start are shared out, with its walls: one call more or less, one millisecond more or less. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { firstWalks, isNear, isSoon, isWalking, wantedRefreshes } from '../../server-proxy/mirror/plan/cold-start.ts';
import type { PartName } from '../../server-proxy/mirror/parts/parts.ts';
import type { Planned, Situation, Tried } from '../../server-proxy/mirror/plan/planned.ts';
import { paceOf } from '../../server-proxy/mirror/plan/schedule.ts';
import type { Outlook } from '../../api-client/budget.ts';
import { all, calls, mirrored, now, SECOND, shop, shoppers, walked, type Parts } from './planned-shop.ts';

const PAGE = 95;
const at = (outlook: Outlook | null): Situation => ({ now, date: now, pace: paceOf(false, 1, true), calls: outlook });
const free = (count: number) => calls(9 - count);
const failing = (...tried: Tried[]) => new Map(tried.map((one) => [one, { retryAt: now + SECOND }]));
/** All but these are mirrored. */
const but = (parts: Parts, more: Partial<Planned> = {}) => shop(all(mirrored(), parts), more);
const longReviews = (pages: number, more: Partial<Planned> = {}) =>
  but({ productReviews: walked(PAGE) }, { reviewsExpected: PAGE * (pages + 1), ...more });
const underWay = new Set<PartName>(['productReviews']);

describe('what the pages of products show goes ahead of shoppers', () => {
  const near = (of: Planned | Planned[], count: number) => isNear([of].flat(), at(free(count)));

  test('where this window has the calls for all of it, of all businesses together', () => {
    assert.deepEqual(
      [near(longReviews(9), 9), near(longReviews(10), 9), near(longReviews(3), 2)],
      [true, false, false],
    );
    assert.deepEqual(
      [near([longReviews(4), longReviews(5)], 9), near([longReviews(5), longReviews(5)], 9)],
      [true, false],
    );
    // A page under way has its call already.
    assert.deepEqual([near(longReviews(4, { underWay }), 3), near(longReviews(4, { underWay }), 2)], [true, false]);
  });

  test('and so does all the rest, where this window has the calls for it', () => {
    const rest = but({ reviews: walked(PAGE), comments: walked(0) });
    assert.deepEqual([near(rest, 3), near(rest, 2)], [true, false]);
    assert.equal(near(shop(all(walked(0))), 7), true);
  });

  test('but not once all is there, nor while it fails or hangs', () => {
    assert.equal(near(but({}), 9), false);
    assert.equal(isNear([longReviews(1)], at(null)), false);
    assert.equal(near(longReviews(1, { failures: failing('sweep productReviews') }), 9), false);
    assert.equal(near(longReviews(1, { failures: failing('sweep products', 'head productReviews') }), 9), true);
    const since = (ms: number) => longReviews(2, { underWay, steppedAt: now - ms });
    assert.deepEqual([near(since(3_000), 9), near(since(3_001), 9)], [true, false]);
  });
});

test('a walk goes on while any part of it is open and does not fail', () => {
  assert.equal(isWalking(shop({})), true);
  assert.equal(isWalking(shop(all(mirrored()))), false);
  assert.equal(isWalking(longReviews(3)), true);
  assert.equal(isWalking(longReviews(3, { failures: failing('sweep productReviews') })), false);
});

describe('a page of what is looked at less', () => {
  const open = (more: Partial<Planned> = {}) =>
    but({ productReviews: walked(PAGE), comments: walked(0) }, { reviewsExpected: 4 * PAGE, ...more });
  const dueIn = (of: Planned, part: PartName, outlook = calls()): number | undefined => {
    const task = firstWalks(of, at(outlook)).find((one) => one.part === part);
    return task && Math.max(0, task.at - now);
  };

  test('waits until the last one of what is looked at more is asked for', () => {
    assert.deepEqual([dueIn(open(), 'productReviews'), dueIn(open(), 'comments')], [0, undefined]);
    assert.equal(dueIn(open({ underWay }), 'comments'), undefined);
    assert.equal(dueIn(open({ underWay, reviewsExpected: 2 * PAGE }), 'comments'), 0);
  });

  test('but not for what cannot be read for now, hangs, or takes long', () => {
    assert.equal(dueIn(open({ failures: failing('sweep productReviews') }), 'comments'), 0);
    assert.equal(dueIn(open({ failures: failing('sweep productReviews') }), 'productReviews'), SECOND);
    assert.equal(
      dueIn(open({ failures: new Map([['sweep productReviews', { retryAt: now }]]) }), 'comments'),
      undefined,
    );
    assert.equal(dueIn(open({ underWay, steppedAt: now - 3_001 }), 'comments'), 0);
    assert.equal(dueIn(open({ reviewsExpected: 100 * PAGE }), 'comments'), 0);
  });

  test('waits for its turn, and asks again in a moment unless that is certain', () => {
    const turn = (inMs: number, certain: boolean) => calls(9, { sweep: { at: now + inMs, certain } });
    assert.equal(dueIn(open(), 'productReviews', turn(100, false)), 100);
    assert.equal(dueIn(open(), 'productReviews', turn(9_000, false)), 250);
    assert.equal(dueIn(open(), 'productReviews', turn(9_000, true)), 9_000);
  });
});

describe('a refresh of a product that shoppers wait for', () => {
  const refreshesOf = (of: Planned, outlook: Outlook, others: readonly Planned[] = []) =>
    wantedRefreshes(of, [of, ...others], at(outlook)).map(({ sku, at: due }) => [sku, Math.max(0, due - now)]);
  const late = longReviews(190, { waiting: shoppers(2) });

  test('is made when shoppers have a call, and looked for again a moment later unless that is certain', () => {
    const shopper = (inMs: number, certain: boolean) => calls(0, { shopper: { at: now + inMs, certain } });
    assert.deepEqual(refreshesOf(late, calls()), [['SKU-1', 0]]);
    assert.deepEqual(refreshesOf(late, shopper(9_000, false)), [['SKU-1', 250]]);
    assert.deepEqual(refreshesOf(late, shopper(9_000, true)), [['SKU-1', 9_000]]);
  });

  test('is one for each, and one of five at a time, of all businesses', () => {
    const refreshing = (...skus: string[]) => longReviews(190, { refreshing: new Set(skus) });
    assert.deepEqual(refreshesOf({ ...late, refreshing: new Set(['SKU-1']) }, calls()), [['SKU-2', 0]]);
    assert.deepEqual(refreshesOf({ ...late, refreshing: new Set(['SKU-1', 'SKU-2']) }, calls()), []);
    assert.deepEqual(refreshesOf(late, calls(), [refreshing('A', 'B'), refreshing('C', 'D')]), [['SKU-1', 0]]);
    assert.deepEqual(refreshesOf(late, calls(), [refreshing('A', 'B'), refreshing('C', 'D', 'E')]), []);
  });

  test('is made of nothing that is mirrored, or comes with this window', () => {
    assert.deepEqual(refreshesOf(but({ reviews: walked(PAGE) }, { waiting: shoppers(1) }), calls(9)), []);
    assert.deepEqual(refreshesOf(longReviews(3, { waiting: shoppers(1) }), free(3)), []);
    assert.deepEqual(refreshesOf(longReviews(3, { waiting: shoppers(1) }), free(2)), [['SKU-1', 0]]);
  });

  test('nor before products have said how many reviews there are, where their next page comes at once', () => {
    const unsaid = (more: Partial<Planned> = {}) =>
      but(
        { products: walked(PAGE), productReviews: walked(PAGE) },
        { reviewsExpected: 190 * PAGE, waiting: shoppers(1), ...more },
      );
    const later = calls(0, { sweep: { at: now + 9_000, certain: false } });
    assert.deepEqual([refreshesOf(unsaid(), calls()), refreshesOf(unsaid(), later)], [[], [['SKU-1', 0]]]);
    assert.deepEqual(refreshesOf(unsaid({ underWay: new Set(['products']) }), later), []);
    assert.deepEqual(refreshesOf(unsaid({ failures: failing('sweep products') }), calls()), [['SKU-1', 0]]);
  });
});

test('who waits for anything else does so where the walk is near, or products are about to say whether it is', () => {
  const soon = (of: Planned, outlook: Outlook | null) => isSoon(of, [of], at(outlook));
  assert.deepEqual([soon(longReviews(2), free(2)), soon(longReviews(2), free(1))], [true, false]);
  assert.equal(soon(longReviews(1), null), false);
  const unsaid = but({ products: walked(PAGE), productReviews: walked(PAGE) }, { reviewsExpected: 190 * PAGE });
  assert.equal(soon(unsaid, calls()), true);
  assert.equal(soon({ ...unsaid, failures: failing('sweep products') }, calls()), false);
});
