/** What one instance knows of a business that it mirrors: kept in memory, and the plan is made from it. */
import type { Clock } from '../clock.ts';
import { parts, partNames, type MirroredBusiness, type PartName } from './parts.ts';
import type { Planned, Tried } from './plan.ts';
import type { Progress } from './progress.ts';
import type { HeldRemovals } from './removals.ts';
import { Views } from './views.ts';
import { Waiting } from './waiting.ts';

export interface Tracked extends Planned {
  readonly business: MirroredBusiness;
  readonly progress: Map<PartName, Progress>;
  readonly expected: Map<PartName, number>;
  /** By what was tried: that a sweep fails is no reason not to look at the head. */
  readonly failures: Map<Tried, { readonly count: number; readonly retryAt: number }>;
  /** Reasons of failures that the log has been told of, until nothing fails any more. */
  readonly troubles: Set<string>;
  readonly underWay: Set<PartName | 'look'>;
  readonly looking: Set<string>;
  readonly waiting: Waiting;
  readonly views: Views;
  readonly lookAgain: Set<string>;
  readonly walksLeft: Map<PartName, number>;
  /** Removals that are not believed yet, of which the log has been told. */
  readonly held: Map<PartName, HeldRemovals>;
  /** Goes up with every change of the mirror, as far as this instance knows. */
  version: number;
  /** The number that the database had for it. */
  storedVersion: number;
  lastSweepStep: number;
  sweepSteps: number;
  steppedAt: number;
  hasNewReviews: boolean;
  /** How often a walk through everything was asked for; null before that is known. */
  askedWalks: number | null;
}

export function track(
  business: MirroredBusiness, progress: Map<PartName, Progress>, expected: Map<PartName, number>, clock: Clock,
): Tracked {
  const views = new Views();
  return {
    business, progress, expected, views,
    waiting: new Waiting(clock),
    failures: new Map(), troubles: new Set(), underWay: new Set(), looking: new Set(),
    mostWanted: (now) => views.mostWanted(now),
    lookAgain: new Set(), walksLeft: new Map(), held: new Map(), askedWalks: null, hasNewReviews: false,
    version: 1, storedVersion: 0, lastSweepStep: clock.now(), sweepSteps: 0, steppedAt: clock.now(),
  };
}

/** What people write, and therefore what is new at its head. */
const writtenParts = partNames.filter((name) => parts[name].head !== null);

/** Somebody wants everything walked through, wherever that was. What the sweep has behind it now may be what is gone. */
export function noteAskedWalk(tracked: Tracked, asked: number): void {
  const before = tracked.askedWalks;
  tracked.askedWalks = asked;
  if (before === null || asked <= before) return;
  for (const part of writtenParts) tracked.walksLeft.set(part, tracked.progress.get(part)!.nextStart > 0 ? 3 : 2);
}

export function noteWalked({ walksLeft, held }: Tracked, part: PartName): void {
  // What is held takes a third.
  const left = Math.max((walksLeft.get(part) ?? 0) - 1, walksLeft.has(part) && held.has(part) ? 1 : 0);
  if (left > 0) walksLeft.set(part, left);
  else walksLeft.delete(part);
}

/** Somebody has changed the mirror, wherever that was. */
export function noteVersion(tracked: Tracked, stored: number): void {
  if (stored <= tracked.storedVersion) return;
  tracked.storedVersion = stored;
  tracked.version += 1;
}
