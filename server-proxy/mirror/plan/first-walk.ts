/**
 * What is read until everything is mirrored. A call goes to where it answers most of those who wait. With n pages left,
 * a page of the walk answers everybody one call sooner; a look at one product answers those who wait for that one n
 * calls sooner. So a look goes first where more than one shopper in n wants its product.
 */
import type { Outlook } from '../../upstream/budget.ts';
import { BACKGROUND_BURST, BURST, BURST_WINDOW_MS } from '../../upstream/lanes.ts';
import { partNames, type PartName } from '../parts/parts.ts';
import { busy, isMirrored, notBefore, type Situation, type OwnTask, type Planned, type WantedLook } from './planned.ts';
import { pagesLeft } from './sizes.ts';

/** How many looks for waiting shoppers are made at the same time. */
const LOOKS_AT_ONCE = 5;
/** A walk that needs more calls takes hours. */
export const LONG_WALK = 300;
/** Whoever can have an answer of the walk this soon waits for it. */
export const SOON_MS = 1_500;
/** When to make another plan where nothing is certain. */
const PLAN_AGAIN_AFTER_MS = 250;
/** A page that takes longer will not be in time for anybody. */
const STALLED_MS = 3_000;
/** How long a page usually takes. */
const PAGE_TIME_MS = 300;

/** Pages until these parts are mirrored. */
export const pagesTo = ({ progress, expected }: Planned, names: readonly PartName[] = partNames): number =>
  names.reduce((sum, name) => sum + pagesLeft(progress.get(name)!, expected.get(name)), 0);

/** Without the pages that are being read. */
const pagesToAskFor = (one: Planned, names: readonly PartName[]): number =>
  Math.max(0, pagesTo(one, names) - names.filter((name) => one.underWay.has(name)).length);

/** Calls of this window that are left. */
export const freeCalls = ({ slots }: Outlook, now: number): number => slots.filter((slot) => slot <= now).length;

/**
 * How many calls of a window a first walk takes: nearly all where that brings what the pages of products show before
 * the window is over, or where so many wait that their looks would help few of them. Otherwise about half, since a
 * shopper who comes in the middle of it would wait for the next one.
 * @param free - calls of this window that are left.
 */
export function walkBurst(businesses: readonly Planned[], free: number): number {
  const needed = businesses.reduce((sum, one) => sum + pagesToAskFor(one, ofProducts), 0);
  if (needed > LONG_WALK) return BACKGROUND_BURST.longWalk;
  return needed <= free || businesses.some(isCrowded) ? BACKGROUND_BURST.firstWalk : BACKGROUND_BURST.usual;
}

/** True where so many wait for a walk of minutes that a page of it serves more of them than a look does. */
function isCrowded(one: Planned): boolean {
  const left = pagesTo(one, ofProducts);
  return left > 0 && left <= LONG_WALK && one.waiting.wanted >= left;
}

/** True while a first walk makes progress: it has half of each window. */
export const isWalking = (one: Planned): boolean =>
  partNames.some((part) => !isMirrored(one, [part]) && !one.failures.has(`sweep ${part}`));

const ofProducts = ['products', 'productReviews'] as const;

/**
 * Before anybody waits: the first shoppers will ask for what the page of a product shows. What takes a call or two, and
 * star lines of other products, comes before the reviews: single products can be looked at.
 */
const FORESEEN = [
  { needs: ['products'], shoppers: 60 },
  { needs: ['productQuestions', 'business'], shoppers: 40 },
  { needs: ofProducts, shoppers: 30 },
] as const;

/** How many shoppers a page of this part answers, counting its fraction of all the pages that they need. */
export function worthOf(one: Planned, part: PartName): number {
  let worth = 1 / pagesTo(one, [part]);
  for (const { needs, shoppers } of [...FORESEEN, ...one.waiting.byNeeds]) {
    if ((needs as readonly PartName[]).includes(part)) worth += shoppers / Math.max(1, pagesTo(one, needs));
  }
  return worth;
}

export function firstWalks<One extends Planned>(
  one: One,
  all: readonly One[],
  { now }: Situation,
  calls: Outlook,
): OwnTask<One>[] {
  const { certain, at: callAt } = calls.sweep;
  const open = partNames.filter((part) => !isMirrored(one, [part]));
  const free =
    freeCalls(calls, now) - Math.max(0, busy(all) - calls.running) - (BURST - walkBurst(all, freeCalls(calls, now)));
  return open
    .filter((part) => !one.underWay.has(part))
    .flatMap((part) => {
      // Parts that are worth more need the free calls.
      const worth = worthOf(one, part);
      const better = open.filter(
        (other) => other !== part && notBefore(one, `sweep ${other}`) <= now && worthOf(one, other) > worth,
      );
      const claimed = pagesTo(one, better) - better.filter((other) => one.underWay.has(other)).length;
      const mayAt = claimed > 0 && claimed >= free && callAt <= now ? now + PLAN_AGAIN_AFTER_MS : callAt;
      const soonest = certain ? mayAt : Math.min(mayAt, now + PLAN_AGAIN_AFTER_MS);
      return [
        { at: Math.max(notBefore(one, `sweep ${part}`), mayAt <= now ? 0 : soonest), kind: 'first', of: one, part },
      ];
    });
}

export function wantedLooks<One extends Planned>(
  one: One,
  all: readonly One[],
  situation: Situation,
  calls: Outlook,
): WantedLook<One>[] {
  const { now } = situation;
  const looks = all.reduce((sum, { looking }) => sum + looking.size, 0);
  if (looks >= LOOKS_AT_ONCE || isMirrored(one, ofProducts)) return [];
  const wish = one.waiting.products.find(({ sku }) => !one.looking.has(sku));
  if (!wish) return [];
  const { at, certain } = calls.shopper;
  const soonest = at <= now ? 0 : certain ? at : Math.min(at, now + PLAN_AGAIN_AFTER_MS);
  if (!beatsWalk(one, wish.wanted, situation, calls)) return [];
  return [{ at: soonest, kind: 'wanted', of: one, part: 'productReviews', sku: wish.sku }];
}

/** True where a look at a product answers more waiting shoppers than a page of the walk. */
function beatsWalk(one: Planned, wanted: number, situation: Situation, calls: Outlook): boolean {
  const isUseful = ofProducts.some((part) => !isMirrored(one, [part]) && !one.failures.has(`sweep ${part}`));
  if (!isUseful || (calls.sweep.certain && calls.sweep.at > situation.now)) return true;
  const { now } = situation;
  const crowded = isCrowded(one);
  // Products say how many reviews there are, and how many calls a look takes.
  const comesNext = one.underWay.has('products') || calls.sweep.at <= now;
  const isUnsaid = !isMirrored(one, ['products']) && comesBy(one, ['products'], situation) !== null;
  if (!crowded && comesNext && isUnsaid) return false;
  // Shoppers who can wait for the walk cost no call; a few of them can be answered sooner.
  const by = comesBy(one, ofProducts, situation);
  if (by !== null && by <= now + (crowded ? BURST_WINDOW_MS : SOON_MS)) return false;
  return wanted * pagesTo(one, ofProducts) > one.waiting.wanted;
}

/** When the walk will have mirrored these parts, by `Clock.elapsed`; null where that is unknown. */
export function comesBy(one: Planned, names: readonly PartName[], { now, calls }: Situation): number | null {
  const open = names.filter((name) => !isMirrored(one, [name]));
  if (open.length === 0) return now;
  if (calls === null || open.some((name) => one.failures.has(`sweep ${name}`))) return null;
  if (calls.running > 0 && one.underWay.size > 0 && now - one.steppedAt > STALLED_MS) return null;
  const needed = pagesToAskFor(one, open);
  if (needed > calls.sweepCallsLeft) return null;
  const pages = Math.max(...open.map((name) => pagesTo(one, [name])));
  return Math.max(nthCallAt(needed, calls, now), now + pages * PAGE_TIME_MS);
}

/** When the n-th call of a walk can be made, if every window is shared out as this one is. */
function nthCallAt(calls: number, { sweepSlots, sweep }: Outlook, now: number): number {
  if (calls === 0) return now;
  const perWindow = sweepSlots.length;
  const slot = sweepSlots[(calls - 1) % perWindow];
  if (slot === undefined) return sweep.at;
  return Math.max(slot + Math.floor((calls - 1) / perWindow) * BURST_WINDOW_MS, sweep.certain ? sweep.at : 0);
}

/** How many had better ask the API now than wait for the walk. Where many wait, none: the calls are the walk's. */
export function spareCalls(one: Planned, { now, calls }: Situation): number {
  if (calls === null || one.waiting.size >= pagesTo(one)) return 0;
  return calls.shopper.slots.filter((slot) => slot <= now).length;
}
