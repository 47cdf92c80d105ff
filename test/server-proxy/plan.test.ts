/** Which call the mirror makes next, as a table: what it knows at a moment, and what it does then. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextTask } from '../../server-proxy/mirror/plan/plan.ts';
import type { Planned, Task } from '../../server-proxy/mirror/plan/planned.ts';
import { paceOf } from '../../server-proxy/mirror/plan/schedule.ts';
import type { Outlook } from '../../api-client/budget.ts';
import { SECOND, all, calls, mirrored, now, shop, shoppers, walked, type Parts } from './planned-shop.ts';

const cold: Parts = {};
const small: Parts = { products: walked(95), productReviews: walked(95) };
/** All that the page of a product shows but for the reviews. */
const page: Parts = { products: mirrored(200), productQuestions: mirrored(), business: mirrored() };

/** Nothing else is due. */
const settled = all({ ...mirrored(), headReadAt: now, sweptAt: now });
/** Another API, and when what it has in no listing was counted. */
const counted = (readAt: number | null): Planned['following'] => ({ extensions: new Set(), readAt });

const table: readonly (readonly [what: string, of: Planned, calls: Outlook | null, next: string])[] = [
  ['at the very start, products come first', shop(cold), calls(), 'first products'],
  [
    'while they are read, what else a page shows that one call reads',
    shop(cold, { underWay: new Set(['products']) }),
    calls(),
    'first productQuestions',
  ],
  [
    'and with it the business, which answers questions too',
    shop(cold, { underWay: new Set(['products', 'productQuestions']) }),
    calls(),
    'first business',
  ],
  ['and then their reviews', shop(page), calls(), 'first productReviews'],
  [
    'also where somebody waits for one of them, since the walk may be short',
    shop(cold, { waiting: shoppers(1) }),
    calls(),
    'first products',
  ],
  [
    'nobody waits for a walk of two windows',
    shop({ ...small, ...page }, { reviewsExpected: 1_500, waiting: shoppers(2) }),
    calls(4),
    'wanted SKU-1',
  ],
  [
    'a short walk answers everybody sooner than refreshes do',
    shop({ ...small, ...page }, { reviewsExpected: 380, waiting: shoppers(3) }),
    calls(6),
    'first productReviews',
  ],
  [
    'what is looked at less waits until the last of it is asked for',
    shop({ ...small, ...page }, { reviewsExpected: 380, underWay: new Set(['productReviews']) }),
    calls(),
    'later',
  ],
  [
    'a refresh that is under way is not made twice',
    shop(all(mirrored(), { productReviews: walked(2_000) }), {
      reviewsExpected: 20_000,
      waiting: shoppers(1),
      refreshing: new Set(['SKU-1']),
    }),
    calls(),
    'first productReviews',
  ],
  [
    'where shoppers have had their half of the window, the walk goes on',
    shop(all(mirrored(), { productReviews: walked(2_000) }), { reviewsExpected: 20_000, waiting: shoppers(1) }),
    calls(5, { shopper: { at: now + 9_000, certain: false } }),
    'first productReviews',
  ],
  [
    'where the walk has had its hour, refreshes go on',
    shop(all(mirrored(), { productReviews: walked(2_000) }), { reviewsExpected: 20_000, waiting: shoppers(400) }),
    calls(9, { sweep: { at: now + 1_800 * SECOND, certain: true }, shopper: { at: now, certain: false } }),
    'wanted SKU-1',
  ],
  [
    'where the reviews cannot be walked, too',
    shop(all(mirrored(), { productReviews: walked(95) }), {
      failures: new Map([['sweep productReviews', { retryAt: now + SECOND }]]),
      waiting: shoppers(2),
    }),
    calls(),
    'wanted SKU-1',
  ],
  [
    'in a long walk a part of one page comes first',
    shop(
      { products: mirrored(), productReviews: { ...walked(19_000), headReadAt: now } },
      { reviewsExpected: 100_000 },
    ),
    calls(),
    'first productQuestions',
  ],
  ['what is part of a full window waits for the next', shop(cold), calls(9), 'later'],
  ['once all is mirrored, nothing is due for a moment', shop(all(mirrored())), null, 'later'],
  [
    'figures are read every ten minutes, however long a sweep takes',
    shop(all(mirrored(200_000), { business: mirrored(1, now - 541 * SECOND) })),
    null,
    'figures business',
  ],
  ['and at once where a new review has come', shop(all(mirrored()), { hasNewReviews: true }), null, 'figures business'],
  [
    'but not over and over where they fail',
    shop(all(mirrored()), { hasNewReviews: true, failures: new Map([['sweep business', { retryAt: now + SECOND }]]) }),
    null,
    'later',
  ],
  [
    'heads come before sweeps',
    shop(all(mirrored(), { reviews: { ...mirrored(), headReadAt: now - 60 * SECOND } }), { lastSweepStepAt: 0 }),
    null,
    'head reviews',
  ],
  [
    'a quarter of a minute after its last step a sweep makes the next, of the smallest part that is due',
    shop(all(mirrored(300)), { lastSweepStepAt: now - 15 * SECOND }),
    null,
    'sweep products',
  ],
  ['and none before', shop(all(mirrored(300)), { lastSweepStepAt: now - 5 * SECOND }), null, 'later'],
  [
    'a part that fails is passed over',
    shop(all(mirrored(300)), {
      lastSweepStepAt: 0,
      failures: new Map([['sweep products', { retryAt: now + SECOND }]]),
    }),
    null,
    'sweep productReviews',
  ],
  [
    'while something fails, one call after the other finds out whether it still does',
    shop(all(mirrored(300)), {
      lastSweepStepAt: 0,
      underWay: new Set(['products']),
      failures: new Map([['sweep reviews', { retryAt: now }]]),
    }),
    null,
    'none',
  ],
  [
    'where nothing does, a few are under way at a time',
    shop(all(mirrored(), { comments: { ...mirrored(), headReadAt: now - 60 * SECOND } }), {
      underWay: new Set(['products', 'reviews']),
    }),
    null,
    'head comments',
  ],
  [
    'and no more',
    shop(all(mirrored(), { comments: { ...mirrored(), headReadAt: now - 60 * SECOND } }), {
      underWay: new Set(['products', 'reviews', 'questions']),
    }),
    null,
    'none',
  ],
  [
    'a walk that was asked for waits for no step',
    shop(all(mirrored(), { reviews: { ...mirrored(), nextStart: 95 } }), { sweepsLeft: new Map([['reviews', 2]]) }),
    null,
    'sweep reviews',
  ],
  [
    'but for a minute between its walks',
    shop(all(mirrored()), { sweepsLeft: new Map([['reviews', 1]]) }),
    null,
    'later',
  ],
  [
    'every fifth step of a long sweep refreshes what shoppers want most',
    shop(all(mirrored(3_000)), { lastSweepStepAt: 0, sweepSteps: 5, mostWanted: () => 'SKU-1' }),
    null,
    'refresh productReviews',
  ],
  [
    'and of a short one none',
    shop(all(mirrored(300)), { lastSweepStepAt: 0, sweepSteps: 5, mostWanted: () => 'SKU-1' }),
    null,
    'sweep products',
  ],
  [
    'what was missing once is looked at',
    shop(all({ ...mirrored(), headReadAt: now }), {
      toRefresh: new Set(['SKU-9']),
      lastSweepStepAt: now - 20 * SECOND,
    }),
    null,
    'refresh productReviews',
  ],
  [
    'what another API has in no listing is counted once everything is mirrored',
    shop(settled, { following: counted(null) }),
    null,
    'moderation reviews',
  ],
  ['and not before', shop(cold, { following: counted(null) }), calls(), 'first products'],
  ['and again after an hour', shop(settled, { following: counted(now - 3_500 * SECOND) }), null, 'later'],
];

const name = (task: Task | undefined): string =>
  task === undefined
    ? 'none'
    : task.at > now
      ? 'later'
      : `${task.kind} ${task.kind === 'wanted' ? task.sku : task.part}`;

for (const [what, of, outlook, next] of table) {
  test(what, () => {
    const walking = outlook !== null;
    assert.equal(name(nextTask([of], { now, date: now, pace: paceOf(false, 1, walking), calls: outlook })), next);
  });
}

const three = new Set(['products', 'productReviews', 'productQuestions'] as const);
for (const [what, more, next] of [
  [
    'while three parts are read, a refresh of what shoppers wait for is made all the same',
    { waiting: shoppers(1) },
    'wanted SKU-1',
  ],
  ['and no other', {}, 'none'],
] as const)
  test(what, () => {
    const of = shop(all(mirrored(), { productReviews: walked(95) }), {
      reviewsExpected: 3_000,
      underWay: three,
      ...more,
    });
    assert.equal(name(nextTask([of], { now, date: now, pace: paceOf(false, 1, true), calls: calls() })), next);
  });

test('where one business of two fails, one call after the other is made for both', () => {
  const fails = shop(all(mirrored()), { failures: new Map([['sweep reviews', { retryAt: now + SECOND }]]) });
  const fine = shop(all(mirrored()), { hasNewReviews: true, underWay: new Set(['products']) });
  const next = (of: readonly Planned[]) => name(nextTask(of, { now, date: now, pace: paceOf(false, 2), calls: null }));
  assert.deepEqual([next([fine]), next([fine, fails])], ['figures business', 'none']);
});
