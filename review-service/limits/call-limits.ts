/**
 * How often one user token may call: 10 times in any 10 seconds and 1,000 times in any hour, counted exactly wherever
 * that time begins (a sliding log, no buckets).
 *
 * One earlier call decides for each limit: a call is allowed if the tenth call before it is 10 seconds old and the
 * thousandth an hour.
 */
import { apiCalls } from '../../contract/endpoints/limits.ts';

export interface CallLimit {
  readonly calls: number;
  readonly windowMs: number;
}

export const callLimits: readonly CallLimit[] = [apiCalls.burst, apiCalls.hour];
/** As far as a limit looks back. */
export const LONGEST_MS = Math.max(...callLimits.map(({ windowMs }) => windowMs));
export const MOST_CALLS = Math.max(...callLimits.map(({ calls }) => calls));

/**
 * How long to wait, in milliseconds; null if the call may be made now.
 * @param deciding - for each limit the moment of the call that decides; undefined if there were not that many yet.
 */
export function waitFor(deciding: readonly (number | undefined)[], now: number): number | null {
  const waits = callLimits.map(({ windowMs }, index) => (deciding[index] ?? -Infinity) + windowMs - now);
  const longest = Math.max(...waits);
  return longest > 0 ? longest : null;
}
