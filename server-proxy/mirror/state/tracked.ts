/** One instance's knowledge of a business that it mirrors, in memory. The plan is made from it. */
import { EXTENSIONS_HEADER, readExtensions } from '../../../contract/endpoints/extensions.ts';
import type { Clock } from '../../../server-kit/clock.ts';
import type { Heard } from '../../../api-client/client.ts';
import type { Failures } from '../plan/failures.ts';
import { parts, partNames, type MirroredBusiness, type PartName } from '../parts/parts.ts';
import type { Moderation } from '../parts/moderation.ts';
import type { Following, Planned } from '../plan/planned.ts';
import type { Position } from '../parts/position.ts';
import { notAhead, type Progress } from '../parts/progress.ts';
import type { HeldRemovals } from '../parts/removals.ts';
import { Views } from './views.ts';
import { WaitingShoppers } from './waiting-shoppers.ts';

export interface Tracked extends Planned {
  readonly business: MirroredBusiness;
  readonly progress: Map<PartName, Progress>;
  reviewsExpected: number | undefined;
  readonly failures: Failures;
  /** Reasons of failures that are in the log, until nothing fails any longer. */
  readonly troubles: Set<string>;
  readonly underWay: Set<PartName | 'refresh' | 'moderation'>;
  readonly refreshing: Set<string>;
  readonly waiting: WaitingShoppers;
  readonly views: Views;
  readonly toRefresh: Set<string>;
  readonly sweepsLeft: Map<PartName, number>;
  /** Held removals that are in the log. */
  readonly held: Map<PartName, HeldRemovals>;
  lastSweepStepAt: number;
  sweepSteps: number;
  steppedAt: number;
  hasNewReviews: boolean;
  following: Following;
  /** How far all changes of our own service are followed; null where they are not. */
  position: Position | null;
  /** How many items have come since this process began to fill the mirror. */
  readonly filled: Map<PartName, number>;
  /** How often a sweep of everything was asked for; null before that is known. */
  askedSweeps: number | null;
}

export function track(
  business: MirroredBusiness,
  progress: Map<PartName, Progress>,
  reviewsExpected: number | undefined,
  moderation: Moderation,
  position: Position | null,
  clock: Clock,
): Tracked {
  const views = new Views();
  return {
    business,
    progress,
    reviewsExpected,
    views,
    waiting: new WaitingShoppers(clock),
    failures: new Map(),
    troubles: new Set(),
    underWay: new Set(),
    refreshing: new Set(),
    mostWanted: (now) => views.mostWanted(now),
    toRefresh: new Set(),
    sweepsLeft: new Map(),
    held: new Map(),
    askedSweeps: null,
    hasNewReviews: false,
    following: { ...moderation, extensions: null },
    position,
    filled: new Map(),
    lastSweepStepAt: clock.elapsed(),
    sweepSteps: 0,
    steppedAt: clock.elapsed(),
  };
}

/** Notes what an answer says of the API, and returns whether that is news. */
export function noteHeaders(tracked: Tracked, { header }: Heard): boolean {
  const { extensions: before } = tracked.following;
  const names = readExtensions(header(EXTENSIONS_HEADER));
  // While a service is replaced by a newer one, some answers do not say it yet.
  const extensions = names.length === 0 && before?.size ? before : new Set(names);
  tracked.following = { ...tracked.following, extensions };
  return before === null || before.has('all-changes') !== extensions.has('all-changes');
}

/** True where our own service lists all that changes: nothing else is read of it. */
export const isFollowed = ({ following: { extensions }, position }: Tracked): boolean =>
  extensions?.has('all-changes') ?? position !== null;

/** A read from while the clock was ahead counts as of now; stored moments are put right alike. */
export function forgetFuture(tracked: Tracked, now: number): void {
  const { progress } = tracked;
  for (const [part, one] of progress) progress.set(part, notAhead(one, now));
  const { readAt } = tracked.following;
  tracked.following = { ...tracked.following, readAt: readAt === null ? null : Math.min(readAt, now) };
}

/** Parts that people write, so that something new is at their head. */
const writtenParts = partNames.filter((name) => parts[name].head !== null);

/** Some instance wants everything swept. If a sweep is under way, what is gone may be where it has passed. */
export function noteAskedSweep(tracked: Tracked, asked: number): void {
  const before = tracked.askedSweeps;
  tracked.askedSweeps = asked;
  if (before === null || asked <= before) return;
  for (const part of writtenParts) tracked.sweepsLeft.set(part, tracked.progress.get(part)!.nextStart > 0 ? 3 : 2);
}

export function noteSwept({ sweepsLeft, held }: Tracked, part: PartName): void {
  // Held removals take a third sweep.
  const left = Math.max((sweepsLeft.get(part) ?? 0) - 1, sweepsLeft.has(part) && held.has(part) ? 1 : 0);
  if (left > 0) sweepsLeft.set(part, left);
  else sweepsLeft.delete(part);
}
