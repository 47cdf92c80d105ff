/**
 * The lanes to the API, and how much each may take. The API allows 10 calls in any 10 seconds and 1,000 in any hour;
 * background lanes leave some of both to shoppers, and everyone leaves some of the hour to what shoppers write.
 *
 *   priority    who goes first where several wait: 0 before 1
 *   background  together these lanes take at most `BACKGROUND_BURST` of a window's calls
 *   callsPerHour  the lane stops once all lanes have made this many calls in an hour; for most, calls that the mirror
 *                 has yet to make count too (see `promised` in chances.ts)
 *
 * Votes have a lane, and so has what an address writes beyond its share of calls.
 */
import { apiCalls } from '../contract/endpoints/limits.ts';

export const lanes = {
  write: { priority: 0, background: false, callsPerHour: apiCalls.hour.calls },
  shopper: { priority: 1, background: false, callsPerHour: 990 },
  head: { priority: 2, background: true, callsPerHour: 950 },
  sweep: { priority: 3, background: true, callsPerHour: 850 },
  vote: { priority: 4, background: false, callsPerHour: 950 },
} as const satisfies Record<string, LanePolicy>;

export interface LanePolicy {
  readonly priority: number;
  readonly background: boolean;
  readonly callsPerHour: number;
}

export type Lane = keyof typeof lanes;

export const lanesByPriority = (Object.keys(lanes) as Lane[]).toSorted(
  (one, other) => lanes[one].priority - lanes[other].priority,
);

export const BURST = apiCalls.burst.calls;
/**
 * The part of a window for all background lanes: half, so that shoppers who come in the middle of it find calls left.
 * That is still more than the hour allows in the long run. A first walk that answers everybody within the window takes
 * nearly all.
 */
export const BACKGROUND_BURST = { usual: 5, walk: 9 } as const;
/** The shoppers' part of a window during a first walk: the other half is the walk's. */
export const SHOPPER_BURST = 5;
/**
 * The votes' part: of an hour a tenth, and more only where the mirror needs nothing; of a window half, since many come
 * at once.
 */
export const VOTES_PER_HOUR = 100;
export const VOTE_BURST = 5;
/** Heads that no write takes from the mirror: a round of five every three minutes. */
export const HEAD_FLOOR = 100;
/** A little longer than the API's own windows, since its clock and ours do not tick together. */
export const BURST_WINDOW_MS = apiCalls.burst.windowMs + 100;
/**
 * No shopper waits longer for what is read, whatever for: the mirror, a call's turn, and the call. A shopper who
 * cannot be answered by then is told so, and when to come back. With a crowd at the door, being let in and told takes
 * a moment too: ten seconds in all.
 */
export const LONGEST_WAIT_MS = 9_000;
export const HOUR_WINDOW_MS = apiCalls.hour.windowMs + 1_000;
