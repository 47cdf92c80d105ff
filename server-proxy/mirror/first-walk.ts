/**
 * What is read until everything is mirrored. A call goes where it answers most of those who wait. With n pages left, a
 * page of the walk brings the answer for everybody a call sooner; a look at one product answers those who wait for that
 * one, n calls sooner. So a look goes first where its product is wanted by more than one in n.
 */
import type { Outlook } from '../upstream/budget.ts';
import { BACKGROUND_BURST, BURST, BURST_WINDOW } from '../upstream/lanes.ts';
import { partNames, type PartName } from './parts.ts';
import { busy, isMirrored, notBefore, type Moment, type OwnTask, type Planned, type WantedLook } from './planned.ts';
import { pagesLeft } from './sizes.ts';

/** Looks for those who wait that are made at the same time. */
const LOOKS_AT_ONCE = 5;
/** What the walk needs more than so many calls for takes hours. */
const LONG_WALK = 300;
/** After which what is certain to nobody is looked at again. */
const LOOK_AGAIN_AFTER_MS = 250;
/** What a page may take; one that takes longer brings nothing in time. */
const STALLED_MS = 3_000;
/** What a page usually takes. */
const PAGE_TIME_MS = 300;

/** Pages until these parts are mirrored. */
export const pagesTo = ({ progress, expected }: Planned, names: readonly PartName[] = partNames): number =>
  names.reduce((sum, name) => sum + pagesLeft(progress.get(name)!, expected.get(name)), 0);

/** Calls of a window that a first walk takes. */
export const walkBurst = (businesses: readonly Planned[]): number =>
  businesses.reduce((sum, one) => sum + pagesTo(one), 0) <= LONG_WALK ? BACKGROUND_BURST.firstWalk : BACKGROUND_BURST.longWalk;

/** True where a first walk goes on: it has the half of each window. */
export const isWalking = (one: Planned): boolean => partNames.some((part) => !isMirrored(one, [part]) && !one.failures.has(`walk ${part}`));

/** Nobody may wait yet: what a page of a product shows is what the first of them will ask for. */
const FORESEEN = [{ needs: ['products', 'productReviews'], shoppers: 10 }] as const;

/** How many are answered with a page of this part, as far as one page does it. */
export function worthOf(one: Planned, part: PartName): number {
  let worth = 1 / pagesTo(one, [part]);
  for (const { needs, shoppers } of [...FORESEEN, ...one.waiting.byNeeds]) {
    if ((needs as readonly PartName[]).includes(part)) worth += shoppers / Math.max(1, pagesTo(one, needs));
  }
  return worth;
}

export function firstWalks<One extends Planned>(one: One, all: readonly One[], { now }: Moment, calls: Outlook): OwnTask<One>[] {
  const { certain, at: callAt } = calls.sweep;
  const open = partNames.filter((part) => !isMirrored(one, [part]));
  const free = calls.turns.filter((turn) => turn <= now).length - Math.max(0, busy(all) - calls.running) - (BURST - walkBurst(all));
  return open.filter((part) => !one.underWay.has(part)).flatMap((part) => {
    // What is worth more needs the calls that are free.
    const worth = worthOf(one, part);
    const better = open.filter((other) => other !== part && notBefore(one, `walk ${other}`) <= now && worthOf(one, other) > worth);
    const claimed = pagesTo(one, better) - better.filter((other) => one.underWay.has(other)).length;
    const mayAt = claimed > 0 && claimed >= free && callAt <= now ? now + LOOK_AGAIN_AFTER_MS : callAt;
    const soonest = certain ? mayAt : Math.min(mayAt, now + LOOK_AGAIN_AFTER_MS);
    return [{ at: Math.max(notBefore(one, `walk ${part}`), mayAt <= now ? 0 : soonest), kind: 'first', of: one, part }];
  });
}

export function wantedLooks<One extends Planned>(one: One, all: readonly One[], moment: Moment, calls: Outlook): WantedLook<One>[] {
  const { now } = moment;
  const looks = all.reduce((sum, { looking }) => sum + looking.size, 0);
  if (looks >= LOOKS_AT_ONCE || isMirrored(one, FORESEEN[0].needs)) return [];
  const wish = one.waiting.products.find(({ sku }) => !one.looking.has(sku));
  if (!wish) return [];
  const { at, certain } = calls.shopper;
  const soonest = at <= now ? 0 : certain ? at : Math.min(at, now + LOOK_AGAIN_AFTER_MS);
  if (!beatsWalk(one, wish.wanted, moment, calls)) return [];
  return [{ at: soonest, kind: 'wanted', of: one, part: 'productReviews', sku: wish.sku }];
}

/** True where a look at a product answers more of those who wait than a page of the walk. */
function beatsWalk(one: Planned, wanted: number, moment: Moment, calls: Outlook): boolean {
  const { needs } = FORESEEN[0];
  const isUseful = needs.some((part) => !isMirrored(one, [part]) && !one.failures.has(`walk ${part}`));
  if (!isUseful || (calls.sweep.certain && calls.sweep.at > moment.now)) return true;
  // Before anybody knows how long the walk is, a look is made where nobody wants anything else.
  const isKnown = needs.every((part) => one.progress.get(part)!.nextStart > 0 || isMirrored(one, [part]));
  if (!isKnown) return wanted >= one.waiting.wanted;
  // Who can wait for the walk costs no call.
  const by = comesBy(one, needs, moment);
  if (by !== null && by <= moment.now + BURST_WINDOW) return false;
  return wanted * pagesTo(one, needs) > one.waiting.wanted;
}

/** When the walk will have mirrored these parts, in milliseconds since 1970; null where nobody can say. */
export function comesBy(one: Planned, names: readonly PartName[], { now, calls }: Moment): number | null {
  const open = names.filter((name) => !isMirrored(one, [name]));
  if (open.length === 0) return now;
  if (calls === null || open.some((name) => one.failures.has(`walk ${name}`))) return null;
  if (calls.running > 0 && one.underWay.size > 0 && now - one.steppedAt > STALLED_MS) return null;
  const underWay = open.filter((name) => one.underWay.has(name)).length;
  const needed = Math.max(0, pagesTo(one, open) - underWay);
  if (needed > calls.sweepsLeft) return null;
  const pages = Math.max(...open.map((name) => pagesTo(one, [name])));
  return Math.max(turnOf(needed, calls, now), now + pages * PAGE_TIME_MS);
}

/** When the n-th call of a walk that nearly all calls go to can be made. */
function turnOf(calls: number, { turns, sweep }: Outlook, now: number): number {
  if (calls === 0) return now;
  const perWindow = BACKGROUND_BURST.firstWalk;
  const windows = Math.floor((calls - 1) / perWindow);
  return Math.max(turns[(calls - 1) % perWindow]! + windows * BURST_WINDOW, sweep.certain ? sweep.at : 0);
}
