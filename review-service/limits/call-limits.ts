/**
 * How often one user token may call: 10 times in any 10 seconds and 1,000 times an hour, counted exactly whatever
 * second the calls begin at (a sliding log, no buckets).
 *
 * One earlier call decides for each limit: a call is within the limits when the tenth call before it is 10 seconds old
 * and the thousandth an hour.
 */
import { refuse } from '../../contract/errors.ts';
import { apiCalls } from '../../contract/limits.ts';

export interface CallLimit {
  readonly calls: number;
  readonly milliseconds: number;
}

export const callLimits: readonly CallLimit[] = [apiCalls.burst, apiCalls.hour];

/** Remembers the calls of each token, across restarts and for all instances that share the data. */
export interface CallLog {
  /**
   * Counts a call, unless it exceeds a limit: then nothing is changed.
   * @param token - the SHA-256 of the token, hex.
   * @returns null, or the milliseconds after which a call would be within the limits.
   */
  record(token: string, now: number): Promise<number | null>;
  /** Drops what no limit looks back on any more. */
  prune(now: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * How long to wait, in milliseconds; null where the call may be made now.
 * @param deciding - for each limit the moment of the call that decides; undefined where there were not as many yet.
 */
export function waitFor(deciding: readonly (number | undefined)[], now: number): number | null {
  const waits = callLimits.map(({ milliseconds }, index) => (deciding[index] ?? -Infinity) + milliseconds - now);
  const longest = Math.max(...waits);
  return longest > 0 ? longest : null;
}

/** @throws ApiError `tooManyRequests` with `Retry-After`, in which case nothing was counted. */
export async function countCall(log: CallLog, token: string, now: number): Promise<void> {
  const wait = await log.record(token, now);
  if (wait !== null) throw refuse('tooManyRequests', undefined, { retryAfter: wait / 1_000 });
}
