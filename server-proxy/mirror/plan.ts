/**
 * Which call the mirror makes next: a function of what it knows at one moment, without effects.
 *
 * While anything is unmirrored, a call goes where it answers most of those who wait. With n pages left, a page of the
 * walk brings the answer for everybody a call sooner; a look at one product answers those who wait for that one, n
 * calls sooner. So a look goes first where its product is wanted by more than one in n.
 */
import type { Outlook } from '../upstream/budget.ts';
import { BACKGROUND_BURST, BURST, BURST_WINDOW } from '../upstream/lanes.ts';
import { partNames, parts, type PartName } from './parts.ts';
import type { Progress } from './progress.ts';
import { BETWEEN_MISSES } from './removals.ts';
import { nextSweep, type Pace } from './schedule.ts';
import { pagesLeft } from './sizes.ts';
import type { WaitingView } from './waiting.ts';

/** From so many items on a sweep takes so long that popular products are looked at in between. */
export const LARGE = 2_000;
/** One step of the sweep in so many is a look at a single product, where one is wanted. */
const LOOK_EVERY = 5;
/** Parts that are read at the same time: where answers take seconds, one by one would not use the budget up. */
const AT_ONCE = 3;
/** Looks for those who wait that are made at the same time. */
const LOOKS_AT_ONCE = 5;
/** What the walk needs more than so many calls for takes hours. */
const LONG_WALK = 300;
/** Milliseconds between two looks at the figures of a business: ten minutes, with time for the call. */
const FIGURES_EVERY = 540_000;
/** Milliseconds between two steps of the sweep beside a first walk. */
const BESIDE_WALK = 60_000;
/** Milliseconds after which what is certain to nobody is looked at again. */
const LOOK_AGAIN_AFTER = 250;
/** Milliseconds that a page may take; one that takes longer brings nothing in time. */
const STALLED = 3_000;
/** Milliseconds that a page usually takes. */
const PAGE_TIME = 300;

export type Tried = `${'head' | 'walk'} ${PartName}` | 'look';
/** `wanted` is a look that somebody waits for, `figures` are what the API says of a business as a whole. */
export type Kind = 'figures' | 'head' | 'first' | 'wanted' | 'look' | 'sweep';

/** What the plan knows of one business. */
export interface Planned {
  readonly progress: ReadonlyMap<PartName, Progress>;
  /** How many items parts have, where something says it. */
  readonly expected: ReadonlyMap<PartName, number>;
  readonly failures: ReadonlyMap<Tried, { readonly retryAt: number }>;
  /** Parts that are read at this moment. */
  readonly underWay: ReadonlySet<PartName | 'look'>;
  /** Products that somebody waits for and that are read at this moment. */
  readonly looking: ReadonlySet<string>;
  readonly waiting: WaitingView;
  /** Products that are to be read again as soon as there is a step for it. */
  readonly lookAgain: ReadonlySet<string>;
  /** Sweeps that are to follow each other at once, by part. */
  readonly walksLeft: ReadonlyMap<PartName, number>;
  readonly lastSweepStep: number;
  readonly sweepSteps: number;
  /** When a page of the walk came last. */
  readonly steppedAt: number;
  /** True where a review has come that the business's own figures do not count yet. */
  readonly hasNewReviews: boolean;
  /** The product that shoppers look at most since it was read. */
  mostWanted(now: number): string | undefined;
}

export interface Task<One extends Planned = Planned> {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: Kind;
  readonly of: One;
  readonly part: PartName;
  /** Of the kind `wanted`. */
  readonly sku?: string;
}

export interface Moment {
  readonly now: number;
  readonly pace: Pace;
  /** Null once everything is mirrored: then each lane of the budget sees to itself. */
  readonly calls: Outlook | null;
}

const rank = { figures: 0, head: 0, wanted: 1, first: 2, look: 3, sweep: 3 } as const satisfies Record<Kind, number>;

/** The task that is due first. */
export function nextTask<One extends Planned>(businesses: readonly One[], moment: Moment): Task<One> | undefined {
  const { now } = moment;
  const soonest = ({ at }: Task<One>) => Math.max(at, now);
  const tasks = businesses.flatMap((one) => tasksOf(one, businesses, moment));
  return tasks.toSorted((one, other) => soonest(one) - soonest(other) || rank[one.kind] - rank[other.kind] || before(one, other))[0];
}

/** Of first walks the one that most wait for; then the one that has come least far: a small part need not wait for a large one. */
function before<One extends Planned>(one: Task<One>, other: Task<One>): number {
  if (one.kind !== 'first' || other.kind !== 'first') return one.at - other.at;
  const walked = ({ of, part }: Task<One>) => of.progress.get(part)!.nextStart;
  return worthOf(other.of, other.part) - worthOf(one.of, one.part) || walked(one) - walked(other);
}

function tasksOf<One extends Planned>(one: One, all: readonly One[], moment: Moment): Task<One>[] {
  const { calls } = moment;
  const tasks = calls === null ? [] : [...firstWalks(one, all, moment, calls), ...wantedLooks(one, all, moment, calls)];
  // While something fails, one call after the other finds out whether it still does.
  if (busy(all) >= (isFailing(all) ? 1 : AT_ONCE)) return tasks.filter(({ kind }) => kind === 'wanted');
  return [...tasks, ...figures(one), ...heads(one, moment), ...sweeps(one, moment)];
}

const busy = (all: readonly Planned[]): number => all.reduce((sum, { underWay }) => sum + underWay.size, 0);
const isFailing = (all: readonly Planned[]): boolean => all.some(({ failures }) => failures.size > 0);
const notBefore = ({ failures }: Planned, tried: Tried): number => failures.get(tried)?.retryAt ?? 0;
export const isMirrored = ({ progress }: Planned, names: readonly PartName[] = partNames): boolean =>
  names.every((name) => progress.get(name)!.mirroredAt !== null);

// ---- until everything is mirrored -----------------------------------------------------------------------------------

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
function worthOf(one: Planned, part: PartName): number {
  let worth = 1 / pagesTo(one, [part]);
  for (const { needs, shoppers } of [...FORESEEN, ...one.waiting.byNeeds]) {
    if ((needs as readonly PartName[]).includes(part)) worth += shoppers / Math.max(1, pagesTo(one, needs));
  }
  return worth;
}

function firstWalks<One extends Planned>(one: One, all: readonly One[], { now }: Moment, calls: Outlook): Task<One>[] {
  const { certain, at: callAt } = calls.sweep;
  const open = partNames.filter((part) => !isMirrored(one, [part]));
  const free = calls.turns.filter((turn) => turn <= now).length - Math.max(0, busy(all) - calls.running) - (BURST - walkBurst(all));
  return open.filter((part) => !one.underWay.has(part)).flatMap((part) => {
    // What is worth more needs the calls that are free.
    const worth = worthOf(one, part);
    const better = open.filter((other) => other !== part && notBefore(one, `walk ${other}`) <= now && worthOf(one, other) > worth);
    const claimed = pagesTo(one, better) - better.filter((other) => one.underWay.has(other)).length;
    const mayAt = claimed > 0 && claimed >= free && callAt <= now ? now + LOOK_AGAIN_AFTER : callAt;
    const soonest = certain ? mayAt : Math.min(mayAt, now + LOOK_AGAIN_AFTER);
    return [{ at: Math.max(notBefore(one, `walk ${part}`), mayAt <= now ? 0 : soonest), kind: 'first', of: one, part }];
  });
}

function wantedLooks<One extends Planned>(one: One, all: readonly One[], moment: Moment, calls: Outlook): Task<One>[] {
  const { now } = moment;
  const looks = all.reduce((sum, { looking }) => sum + looking.size, 0);
  if (looks >= LOOKS_AT_ONCE || isMirrored(one, FORESEEN[0].needs)) return [];
  const wish = one.waiting.products.find(({ sku }) => !one.looking.has(sku));
  if (!wish) return [];
  const { at, certain } = calls.shopper;
  const soonest = at <= now ? 0 : certain ? at : Math.min(at, now + LOOK_AGAIN_AFTER);
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
  if (calls.running > 0 && one.underWay.size > 0 && now - one.steppedAt > STALLED) return null;
  const underWay = open.filter((name) => one.underWay.has(name)).length;
  const needed = Math.max(0, pagesTo(one, open) - underWay);
  if (needed > calls.sweepsLeft) return null;
  const pages = Math.max(...open.map((name) => pagesTo(one, [name])));
  return Math.max(turnOf(needed, calls, now), now + pages * PAGE_TIME);
}

/** When the n-th call of a walk that nearly all calls go to can be made. */
function turnOf(calls: number, { turns, sweep }: Outlook, now: number): number {
  if (calls === 0) return now;
  const perWindow = BACKGROUND_BURST.firstWalk;
  const windows = Math.floor((calls - 1) / perWindow);
  return Math.max(turns[(calls - 1) % perWindow]! + windows * BURST_WINDOW, sweep.certain ? sweep.at : 0);
}

// ---- from then on -----------------------------------------------------------------------------------------------------

/** Nobody sees figures of a business that are older than ten minutes. */
function figures<One extends Planned>(one: One): Task<One>[] {
  const { sweptAt } = one.progress.get('business')!;
  if (sweptAt === null || one.underWay.has('business')) return [];
  const at = one.hasNewReviews ? 0 : sweptAt + FIGURES_EVERY;
  return [{ at: Math.max(notBefore(one, 'walk business'), at), kind: 'figures', of: one, part: 'business' }];
}

function heads<One extends Planned>(one: One, { pace, calls }: Moment): Task<One>[] {
  return partNames.flatMap((part) => {
    const { mirroredAt, nextStart, headReadAt } = one.progress.get(part)!;
    // A part that is long to walk stays new at its head meanwhile.
    if (one.underWay.has(part) || !parts[part].head || (mirroredAt === null && nextStart <= LARGE)) return [];
    // What was walked just now is new enough while others wait for what was not.
    const readAt = headReadAt ?? (calls === null ? null : mirroredAt) ?? 0;
    return [{ at: Math.max(notBefore(one, `head ${part}`), readAt + pace.head), kind: 'head', of: one, part }];
  });
}

function sweeps<One extends Planned>(one: One, { now, pace, calls }: Moment): Task<One>[] {
  const { progress, underWay, lastSweepStep } = one;
  // The calls of a first walk are not taken from in front of it.
  const callAt = calls?.sweep.at ?? 0;
  const tasks: Task<One>[] = [];
  for (const part of one.walksLeft.keys()) {
    const { nextStart, sweptAt } = progress.get(part)!;
    if (underWay.has(part) || !isMirrored(one, [part])) continue;
    const due = nextStart > 0 ? 0 : (sweptAt ?? 0) + BETWEEN_MISSES;
    tasks.push({ at: Math.max(callAt, notBefore(one, `walk ${part}`), due), kind: 'sweep', of: one, part });
  }
  const step = Math.max(callAt, lastSweepStep + (calls === null ? pace.sweep : BESIDE_WALK));
  const mirrored = partNames.filter((part) => isMirrored(one, [part]) && notBefore(one, `walk ${part}`) <= now);
  const sweep = nextSweep(progress, mirrored, pace.sweep, now);
  if (sweep && !underWay.has(sweep.part)) tasks.push({ at: Math.max(step, sweep.at), kind: 'sweep', of: one, part: sweep.part });
  if (wantsLook(one, now) && !underWay.has('look')) {
    tasks.push({ at: Math.max(callAt, lastSweepStep + pace.sweep, notBefore(one, 'look')), kind: 'look', of: one, part: 'productReviews' });
  }
  return tasks;
}

/** What must be read again comes first; what many look at has every fifth step of a long sweep. */
function wantsLook(one: Planned, now: number): boolean {
  if (one.lookAgain.size > 0) return true;
  return one.progress.get('productReviews')!.size > LARGE && one.sweepSteps % LOOK_EVERY === 0 && one.mostWanted(now) !== undefined;
}
