/** What one instance knows of a business that it mirrors: kept in memory, and the plan is made from it. */
import type { Clock } from '../../server-kit/clock.ts';
import { retryAtTheLatest, type Failures } from './failures.ts';
import { parts, partNames, type MirroredBusiness, type PartName } from './parts.ts';
import type { Planned } from './planned.ts';
import { notAhead, type Progress } from './progress.ts';
import type { HeldRemovals } from './removals.ts';
import { Views } from './views.ts';
import { Waiting } from './waiting.ts';

export interface Tracked extends Planned {
  readonly business: MirroredBusiness;
  readonly progress: Map<PartName, Progress>;
  readonly expected: Map<PartName, number>;
  readonly failures: Failures;
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
    lastSweepStep: clock.now(), sweepSteps: 0, steppedAt: clock.now(),
  };
}

/** Until a part that failed is tried again at the latest, once the clock was set back. */
const RETRY_AFTER_SET_BACK_MS = 60_000;

/** What was read and tried while the clock was ahead counts as now. */
export function forgetFuture(tracked: Tracked, now: number): void {
  const { progress, failures } = tracked;
  tracked.lastSweepStep = Math.min(tracked.lastSweepStep, now);
  for (const [part, one] of progress) progress.set(part, notAhead(one, now));
  retryAtTheLatest(failures, now + RETRY_AFTER_SET_BACK_MS);
}

/** What people write, and therefore what is new at its head. */
const writtenParts = partNames.filter((name) => parts[name].head !== null);

/** Somebody, in whatever instance, wants everything walked through. What the sweep has passed may be what is gone. */
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
