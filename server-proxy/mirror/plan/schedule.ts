/**
 * How the calls of an hour are divided. Of the API's 1,000, heads take as many as it takes to see what is new every
 * 45 s, 150 are left to shoppers and what they write, and the sweep takes the rest, evenly: a step every few seconds.
 *
 * The steps are divided among the parts so that the sum of all their ages is least: a part with n pages is swept every
 * √n × (sum of all √n) steps. So a part of one page is swept every few minutes beside one of two thousand, which takes
 * hours, and costs that one a few steps in a hundred.
 */
import { MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import { lanes } from '../../../api-client/lanes.ts';
import { partNames, parts, type PartName } from '../parts/parts.ts';
import type { Progress } from '../parts/progress.ts';
import { OVERLAP } from '../../../api-client/thread.ts';

export interface Pace {
  /** Between two readings of the same head. */
  readonly headMs: number;
  /** Between two steps of the sweep of one business. */
  readonly sweepMs: number;
  /** Calls that all heads make in an hour. */
  readonly headCalls: number;
}

const HOUR_MS = 3_600_000;
const heads = partNames.filter((name) => parts[name].head !== null);

/** While shoppers are active, what is new shows within a minute, which includes the call itself. */
const BUSY_HEAD_MS = 45_000;
/** Until everything is mirrored, calls are worth more for what is not. */
const WALKING_HEAD_MS = 180_000;
/** The most that heads may take of the hour. With several businesses they are read less often. */
const MOST_HEAD_CALLS = 700;
/** Without shoppers nobody waits for anything. */
const QUIET = { headMs: 600_000, sweepMs: 60_000 } as const;

/**
 * @param businesses - how many share the budget.
 * @param walking - whether a first walk is under way.
 */
export function paceOf(quiet: boolean, businesses: number, walking = false): Pace {
  const perRound = heads.length * businesses;
  const headMs = quiet
    ? QUIET.headMs
    : Math.max(walking ? WALKING_HEAD_MS : BUSY_HEAD_MS, (perRound * HOUR_MS) / MOST_HEAD_CALLS);
  const headCalls = Math.ceil((perRound * HOUR_MS) / headMs);
  const sweepMs = quiet ? QUIET.sweepMs : HOUR_MS / Math.max(1, lanes.sweep.callsPerHour - headCalls);
  return { headMs, sweepMs: sweepMs * businesses, headCalls };
}

const pagesOf = ({ size }: Progress): number => Math.max(1, Math.ceil(size / (MAX_COUNT - OVERLAP)));

/** The time from one sweep of a part to the next, among all that are swept. */
export function sweepPeriodMs(part: Progress, all: readonly Progress[], stepMs: number): number {
  const roots = all.reduce((sum, one) => sum + Math.sqrt(pagesOf(one)), 0);
  return Math.sqrt(pagesOf(part)) * roots * stepMs;
}

export interface NextSweep {
  readonly part: PartName;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * The part for the next step: of those that are due or under way, the smallest. The largest part is always due, so that
 * no step is lost; where no part is larger than a page, each waits until it is due.
 */
export function nextSweep(
  progress: ReadonlyMap<PartName, Progress>,
  names: readonly PartName[],
  stepMs: number,
  now: number,
): NextSweep | undefined {
  const all = names.map((name) => progress.get(name)!);
  const largest = Math.max(...all.map(pagesOf));
  const candidates = names.map((part, index) => {
    const one = all[index]!;
    const pages = pagesOf(one);
    const filler = pages === largest && pages > 1;
    // From the beginning of one sweep to the beginning of the next. The sweep itself takes a step for each page.
    const at = one.nextStart > 0 || filler ? 0 : (one.sweptAt ?? 0) + sweepPeriodMs(one, all, stepMs) - pages * stepMs;
    return { part, at: Math.max(at, now), pages };
  });
  return candidates.toSorted((one, other) => one.at - other.at || one.pages - other.pages)[0];
}
