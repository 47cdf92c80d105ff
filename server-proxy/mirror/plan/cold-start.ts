/**
 * The reads until everything is mirrored. The most looked at comes first, and shoppers have half of each window: for
 * one refresh of each product that they wait for. Only what the pages of products show, or all of a small shop, goes
 * ahead of them, where this window has calls for all of it: then everybody is answered in a moment.
 */
import type { Chance } from '../../../api-client/chances.ts';
import { partNames, type PartName } from '../parts/parts.ts';
import { isMirrored, notBefore, type Situation, type OwnTask, type Planned, type WantedRefresh } from './planned.ts';
import { pagesLeft } from './sizes.ts';

/** How many refreshes for waiting shoppers are made at the same time. */
const REFRESHES_AT_ONCE = 5;
/** When to make another plan where nothing is certain. */
const PLAN_AGAIN_AFTER_MS = 250;
/** Where a page takes longer, nobody waits for the next. */
const STALLED_MS = 3_000;

/** How often shoppers look at something of a part, by and large: every page with products has stars. */
const views: Readonly<Record<PartName, number>> = {
  products: 60,
  productQuestions: 40,
  business: 40,
  productReviews: 30,
  reviews: 1,
  comments: 1,
  questions: 1,
};
const ofProducts = ['products', 'productReviews'] as const;

const openOf = (one: Planned, names: readonly PartName[] = partNames): PartName[] =>
  names.filter((name) => !isMirrored(one, [name]));

/** True while a first walk makes progress: it has half of each window. */
export const isWalking = (one: Planned): boolean => openOf(one).some((part) => !one.failures.has(`sweep ${part}`));

const pagesOf = ({ progress, reviewsExpected }: Planned, part: PartName): number =>
  pagesLeft(progress.get(part)!, part === 'productReviews' ? reviewsExpected : undefined);

/** The worth of a page of a part, which is the more the fewer are left. */
export const worthOf = (one: Planned, part: PartName): number => views[part] / pagesOf(one, part);

/** Pages of these parts that have not been asked for. */
const pagesToAskFor = (one: Planned, names: readonly PartName[]): number =>
  names.reduce((sum, name) => sum + pagesOf(one, name) - (one.underWay.has(name) ? 1 : 0), 0);

/** True where the next page is long in coming. */
export const isStalled = ({ underWay, steppedAt }: Planned, now: number): boolean =>
  underWay.size > 0 && now - steppedAt > STALLED_MS;

const mayBeRead = (one: Planned, names: readonly PartName[], now: number): boolean =>
  !isStalled(one, now) && !names.some((name) => one.failures.has(`sweep ${name}`));

/** True where this window has the calls for all that the pages of products show, or for everything. */
export const isNear = (all: readonly Planned[], situation: Situation): boolean =>
  [ofProducts, partNames].some((names) => isAffordable(all, names, situation));

function isAffordable(all: readonly Planned[], names: readonly PartName[], { now, calls }: Situation): boolean {
  const open = all.filter((one) => openOf(one, names).length > 0);
  if (calls === null || open.length === 0) return false;
  const pages = open.reduce((sum, one) => sum + pagesToAskFor(one, openOf(one, names)), 0);
  return pages <= calls.free && open.every((one) => mayBeRead(one, openOf(one, names), now));
}

/** True where shoppers had better wait for the walk: it is near, or may be once all products have counted theirs. */
export function isSoon(one: Planned, all: readonly Planned[], situation: Situation): boolean {
  const { now, calls } = situation;
  if (calls === null || isNear(all, situation)) return calls !== null;
  const isUnsaid = !isMirrored(one, ['products']) && mayBeRead(one, ['products'], now);
  return isUnsaid && (one.underWay.has('products') || calls.sweep.at <= now);
}

/** A page of each part, once those of parts that are worth more are asked for. */
export function firstWalks<One extends Planned>(one: One, { now, calls }: Situation): OwnTask<One>[] {
  if (calls === null) return [];
  const open = openOf(one);
  const isFirst = (part: PartName) => {
    const better = open.filter((other) => worthOf(one, other) > worthOf(one, part));
    const read = better.filter((other) => notBefore(one, `sweep ${other}`) <= now);
    return isStalled(one, now) || pagesToAskFor(one, read) === 0;
  };
  return open
    .filter((part) => !one.underWay.has(part) && isFirst(part))
    .map((part) => {
      const at = Math.max(notBefore(one, `sweep ${part}`), turnOf(calls.sweep, now));
      return { at, kind: 'first', of: one, part };
    });
}

/** The product that most shoppers wait for, while the reviews of all do not come in a moment. */
export function wantedRefreshes<One extends Planned>(
  one: One,
  all: readonly One[],
  situation: Situation,
): WantedRefresh<One>[] {
  const { now, calls } = situation;
  if (calls === null || isMirrored(one, ofProducts) || isSoon(one, all, situation)) return [];
  if (all.reduce((sum, { refreshing }) => sum + refreshing.size, 0) >= REFRESHES_AT_ONCE) return [];
  const sku = one.waiting.products.find((wanted) => !one.refreshing.has(wanted));
  if (sku === undefined) return [];
  return [{ at: turnOf(calls.shopper, now), kind: 'wanted', of: one, part: 'productReviews', sku }];
}

/** When a call can be made; asked again in a moment where what runs may end before. */
function turnOf({ at, certain }: Chance, now: number): number {
  return at <= now || certain ? at : Math.min(at, now + PLAN_AGAIN_AFTER_MS);
}
