/** How the calls of a first walk are shared out, with its walls: one call more or less, one millisecond more or less. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  comesBy,
  firstWalks,
  isWalking,
  spareCalls,
  walkBurst,
  wantedLooks,
} from '../../server-proxy/mirror/plan/first-walk.ts';
import type { PartName } from '../../server-proxy/mirror/parts/parts.ts';
import type { Planned, Tried } from '../../server-proxy/mirror/plan/planned.ts';
import { paceOf } from '../../server-proxy/mirror/plan/schedule.ts';
import type { Outlook } from '../../server-proxy/upstream/budget.ts';
import { BURST_WINDOW_MS } from '../../server-proxy/upstream/lanes.ts';
import { all, calls, mirrored, now, SECOND, shop, shoppers, walked, type Parts } from './planned-shop.ts';

const PAGE = 95;
const pace = paceOf(false, 1, true);
const reviews = (items: number) => new Map<PartName, number>([['productReviews', items]]);
const failing = (...tried: Tried[]) => new Map(tried.map((one) => [one, { retryAt: now + SECOND }]));
/** All but these are mirrored. */
const but = (parts: Parts, more: Partial<Planned> = {}) => shop(all(mirrored(), parts), more);
const longReviews = (pages: number, more: Partial<Planned> = {}) =>
  but({ productReviews: walked(PAGE) }, { expected: reviews(PAGE * (pages + 1)), ...more });

describe('a walk takes half of a window', () => {
  const burst = (of: Planned | Planned[], free = 10) => walkBurst([of].flat(), free);

  test('but nearly all where that shows the reviews of products before it is over, of all businesses together', () => {
    assert.deepEqual([burst(longReviews(10)), burst(longReviews(11))], [9, 5]);
    assert.deepEqual([burst(longReviews(3), 3), burst(longReviews(3), 2)], [9, 5]);
    assert.deepEqual([burst([longReviews(5), longReviews(5)]), burst([longReviews(5), longReviews(6)])], [9, 5]);
    // A page under way has its call already.
    const underWay = new Set<PartName>(['productReviews']);
    assert.deepEqual([burst(longReviews(11, { underWay })), burst(longReviews(12, { underWay }))], [9, 5]);
    assert.equal(burst(but({ reviews: walked(9_500) }), 0), 9);
  });

  test('and where so many wait that looks help few of them', () => {
    const crowd = (count: number, pages: number) => longReviews(pages, { waiting: shoppers(count) });
    assert.deepEqual([burst(crowd(20, 20)), burst(crowd(19, 20))], [9, 5]);
    assert.equal(burst([longReviews(20), crowd(20, 20)]), 9);
  });

  test('unless it takes hours', () => {
    const crowd = (pages: number) => longReviews(pages, { waiting: shoppers(500) });
    assert.deepEqual([burst(crowd(300)), burst(crowd(301)), burst([crowd(200), crowd(200)])], [9, 6, 6]);
  });

  test('and those who were answered are no crowd', () => {
    const answered = but({}, { waiting: shoppers(20) });
    assert.equal(burst([answered, longReviews(20)]), 5);
  });
});

test('a walk goes on while any part of it is open and does not fail', () => {
  assert.equal(isWalking(shop({})), true);
  assert.equal(isWalking(shop(all(mirrored()))), false);
  assert.equal(isWalking(longReviews(3)), true);
  assert.equal(isWalking(longReviews(3, { failures: failing('sweep productReviews') })), false);
  assert.equal(isWalking(longReviews(3, { failures: failing('sweep products', 'head productReviews') })), true);
});

describe('what is worth less leaves the calls of the window to what is worth more', () => {
  /** When a page of a part is due, in milliseconds from now; undefined where none is. */
  const dueIn = (of: Planned, part: PartName, outlook: Outlook): number | undefined => {
    const task = firstWalks(of, [of], { now, date: now, pace, calls: outlook }, outlook).find(
      (one) => one.part === part,
    );
    return task && Math.max(0, task.at - now);
  };
  const small: Parts = { products: mirrored(200), productReviews: walked(PAGE), comments: walked(0) };
  const open = (more: Partial<Planned> = {}) => but(small, { expected: reviews(4 * PAGE), ...more });
  // One call of each window stays with shoppers.
  const walking = open({ underWay: new Set(['productReviews']) });

  test('which are those that are free, less those that were taken for pages under way', () => {
    // Two more pages of the reviews; five calls left, one for shoppers, one for the page under way: three are free.
    assert.equal(dueIn(walking, 'comments', calls(5)), 0);
    assert.equal(dueIn(walking, 'comments', calls(6)), 250);
    // The page under way is among the calls that run: it is counted already.
    assert.equal(dueIn(walking, 'comments', calls(6, { running: 1 })), 0);
    assert.equal(dueIn(walking, 'comments', calls(7, { running: 1 })), 250);
    assert.equal(dueIn(walking, 'comments', calls(0)), 0);
  });

  test('of pages under way no second call is kept', () => {
    const both = but(
      { ...small, products: walked(0) },
      { expected: reviews(4 * PAGE), underWay: new Set(['products']) },
    );
    // Three pages of reviews, and the only page of products is under way.
    assert.equal(dueIn(both, 'comments', calls(4)), 0);
    assert.equal(dueIn(both, 'comments', calls(5)), 250);
  });

  test('but not to what cannot be read for now', () => {
    const broken = open({ failures: failing('sweep productReviews') });
    assert.equal(dueIn(broken, 'comments', calls(7)), 0);
    assert.equal(dueIn(broken, 'productReviews', calls(7)), SECOND);
    const again = open({ failures: new Map([['sweep productReviews', { retryAt: now }]]) });
    assert.equal(dueIn(again, 'comments', calls(7)), 250);
  });

  test('nor to what is worth the same, nor to nothing at all', () => {
    const two = but({ questions: walked(0), comments: walked(0) });
    assert.deepEqual([dueIn(two, 'questions', calls(8)), dueIn(two, 'comments', calls(8))], [0, 0]);
    const most = open({ underWay: new Set(['comments']) });
    assert.equal(dueIn(most, 'productReviews', calls(8)), 0);
  });

  test('once the window is full, it is asked again a moment later, or when the turn is certain', () => {
    const at = (inMs: number, certain: boolean) => calls(10, { sweep: { at: now + inMs, certain } });
    assert.equal(dueIn(walking, 'comments', at(100, false)), 100);
    assert.equal(dueIn(walking, 'comments', at(9_000, false)), 250);
    assert.equal(dueIn(walking, 'comments', at(9_000, true)), 9_000);
    assert.equal(dueIn(walking, 'products', calls()), undefined);
    assert.equal(dueIn(walking, 'productReviews', calls()), undefined);
  });
});

describe('a look at a product that shoppers wait for', () => {
  const looksOf = (of: Planned, outlook: Outlook, others: readonly Planned[] = []) =>
    wantedLooks(of, [of, ...others], { now, date: now, pace, calls: outlook }, outlook).map(
      ({ kind, part, sku, at }) => ({
        kind,
        part,
        sku,
        inMs: Math.max(0, at - now),
      }),
    );
  const look = (inMs: number) => [{ kind: 'wanted', part: 'productReviews', sku: 'SKU-1', inMs }];
  const noCalls = { sweepCallsLeft: 0 };
  const late = longReviews(190, { waiting: shoppers(60) });

  test('is made when shoppers have a call, and looked for again a moment later unless that is certain', () => {
    const shopper = (inMs: number, certain: boolean) => calls(0, { shopper: { at: now + inMs, certain, slots: [] } });
    assert.deepEqual(looksOf(late, calls()), look(0));
    assert.deepEqual(looksOf(late, shopper(9_000, false)), look(250));
    assert.deepEqual(looksOf(late, shopper(100, false)), look(100));
    assert.deepEqual(looksOf(late, shopper(9_000, true)), look(9_000));
  });

  test('is one of five at a time, of all businesses', () => {
    const looking = (...skus: string[]) => longReviews(190, { looking: new Set(skus) });
    assert.deepEqual(looksOf(late, calls(), [looking('A', 'B'), looking('C', 'D')]), look(0));
    assert.deepEqual(looksOf(late, calls(), [looking('A', 'B'), looking('C', 'D', 'E')]), []);
  });

  test('is made of nothing that is mirrored, looked at, or not waited for', () => {
    assert.deepEqual(looksOf(but({ reviews: walked(PAGE) }, { waiting: shoppers(60) }), calls(0, noCalls)), []);
    assert.deepEqual(looksOf({ ...late, looking: new Set(['SKU-1']) }, calls()), []);
    assert.deepEqual(looksOf(longReviews(190), calls()), []);
  });

  test('is not made where a page of the walk serves as many', () => {
    assert.deepEqual(looksOf(longReviews(2, { waiting: shoppers(5, 5) }), calls(0, noCalls)), []);
    assert.deepEqual(looksOf(longReviews(2, { waiting: shoppers(6, 5) }), calls(0, noCalls)), look(0));
  });

  const lastTurn = (inMs: number) => calls(0, { sweepSlots: [now + inMs, now + inMs] });

  test('is not made where the walk comes in a moment', () => {
    const few = longReviews(2, { waiting: shoppers(1) });
    assert.deepEqual(looksOf(few, lastTurn(1_500)), []);
    assert.deepEqual(looksOf(few, lastTurn(1_501)), look(0));
  });

  test('nor before products have said how many reviews there are, where their next page comes at once', () => {
    const unsaid = (more: Partial<Planned> = {}) =>
      but(
        { products: walked(PAGE), productReviews: walked(PAGE) },
        { expected: reviews(190 * PAGE), waiting: shoppers(1), ...more },
      );
    const later = calls(0, { sweep: { at: now + 9_000, certain: false } });
    assert.deepEqual([looksOf(unsaid(), calls()), looksOf(unsaid(), later)], [[], look(0)]);
    assert.deepEqual(looksOf(unsaid({ underWay: new Set(['products']) }), later), []);
    assert.deepEqual(looksOf(unsaid({ failures: failing('sweep products') }), calls()), look(0));
  });

  test('nor, for a crowd, where it comes within the window', () => {
    const two = longReviews(2, { waiting: shoppers(6) });
    assert.deepEqual(looksOf(two, lastTurn(BURST_WINDOW_MS)), []);
    assert.deepEqual(looksOf(two, lastTurn(BURST_WINDOW_MS + 1)), look(0));
  });

  test('is made for anybody only while the walk has surely no call', () => {
    const few = but({ productReviews: walked(0) }, { waiting: shoppers(3, 2) });
    const sweep = (inMs: number, certain: boolean) => calls(0, { sweep: { at: now + inMs, certain } });
    assert.deepEqual(looksOf(few, sweep(9_000, true)), look(0));
    assert.deepEqual(looksOf(few, sweep(9_000, false)), []);
    assert.deepEqual(looksOf(few, sweep(0, true)), []);
  });
});

describe('when parts will be mirrored', () => {
  const turns = Array.from({ length: 10 }, (_none, index) => now + index);
  const comesIn = (of: Planned, outlook: Outlook | null, names: PartName[] = ['products', 'productReviews']) => {
    const at = comesBy(of, names, { now, date: now, pace, calls: outlook });
    return at === null ? null : at - now;
  };

  test('is now where they are, and unknown where nobody plans a walk or one of them fails', () => {
    assert.equal(comesIn(but({}), null), 0);
    assert.equal(comesIn(longReviews(3), null), null);
    assert.equal(comesIn(longReviews(3), null, ['products']), 0);
    const one = shop({}, { failures: failing('sweep products') });
    assert.equal(comesIn(one, calls()), null);
    assert.equal(comesIn(longReviews(3, { failures: failing('sweep products') }), calls()), 900);
  });

  test('is as long as the longest part takes, page by page', () => {
    const both = but({ products: walked(0), productReviews: walked(PAGE) }, { expected: reviews(6 * PAGE) });
    assert.equal(comesIn(both, calls()), 5 * 300);
  });

  test('is when the last call has its turn, as many in a window as in this one', () => {
    const sweepSlots = turns.slice(0, 5).map((turn) => turn + 5_000);
    const far = (pages: number) => comesIn(longReviews(pages), calls(0, { sweepSlots }));
    assert.equal(far(5), 5_004);
    assert.equal(far(6), 5_000 + BURST_WINDOW_MS);
    assert.equal(far(7), 5_001 + BURST_WINDOW_MS);
    assert.equal(far(11), 5_000 + 2 * BURST_WINDOW_MS);
  });

  test('needs no call for a page under way, and none that the hour has not', () => {
    const under = new Set<PartName>(['productReviews']);
    assert.equal(comesIn(longReviews(1, { underWay: under }), calls(0, { sweepSlots: [] })), 300);
    assert.equal(comesIn(longReviews(3, { underWay: under }), calls(0, { sweepCallsLeft: 2 })), 900);
    assert.equal(comesIn(longReviews(3), calls(0, { sweepCallsLeft: 2 })), null);
  });

  test('is unknown while a page under way hangs, and only then', () => {
    const under = new Set<PartName>(['productReviews']);
    const hangs = { underWay: under, steppedAt: now - 3_001 };
    assert.equal(comesIn(longReviews(3, hangs), calls(0, { running: 1 })), null);
    assert.equal(comesIn(longReviews(3, { ...hangs, steppedAt: now - 3_000 }), calls(0, { running: 1 })), 900);
    assert.equal(comesIn(longReviews(3, hangs), calls()), 900);
    assert.equal(comesIn(longReviews(3, { ...hangs, underWay: new Set() }), calls(0, { running: 1 })), 900);
  });
});

test('a few who wait for something else ask at once, with the calls of shoppers, and a crowd does not', () => {
  const spare = (waiting: number, outlook: Outlook | null = calls()) =>
    spareCalls(longReviews(5, { waiting: shoppers(waiting) }), { now, date: now, pace, calls: outlook });
  assert.deepEqual([spare(4), spare(5)], [10, 0]);
  assert.equal(spare(1, calls(7)), 3);
  const slots = [now, now, now + SECOND];
  assert.equal(spare(1, calls(0, { shopper: { at: now, certain: false, slots } })), 2);
  assert.equal(spare(1, null), 0);
});
