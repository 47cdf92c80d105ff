/**
 * How often one user token may call: 10 times in any 10 seconds and 1,000 times an hour, counted exactly whatever
 * second the calls begin at (a sliding log, no buckets).
 *
 * A log of 1,000 moments would be dear to rewrite with every call, so the log is a ring: call number n stands in slot
 * n modulo 1,000. Two of its slots decide everything: a call is within the limits when the tenth call before it is
 * 10 seconds old and the thousandth an hour. So each call reads two small rows and writes two, however long the log.
 */
import { ApiError } from '../../contract/errors.ts';

export interface CallLimit {
  readonly calls: number;
  readonly milliseconds: number;
}

export const callLimits = [
  { calls: 10, milliseconds: 10_000 },
  { calls: 1_000, milliseconds: 3_600_000 },
] as const satisfies readonly CallLimit[];

/** As many calls as the longest limit looks back on. */
export const RING_SLOTS = 1_000;

/** Remembers the calls of each token, across restarts and for all instances that share the data. */
export interface CallLog {
  /**
   * Counts a call, unless it exceeds a limit: then nothing is changed.
   * @returns null, or the milliseconds after which a call would be within the limits.
   */
  record(token: string, now: number): Promise<number | null>;
  /** Drops what no limit looks back on any more. */
  prune(now: number): Promise<void>;
  close(): Promise<void>;
}

/** The slots that decide on call number `calls` (from 0), for each limit; null where there were not as many yet. */
export const decidingSlots = (calls: number): (number | null)[] =>
  callLimits.map((limit) => (calls < limit.calls ? null : (calls - limit.calls) % RING_SLOTS));

/** How long to wait, in milliseconds, given the moments in the deciding slots; null where the call may be made. */
export function waitFor(deciding: readonly (number | null)[], now: number): number | null {
  let wait = 0;
  for (const [index, limit] of callLimits.entries()) {
    const moment = deciding[index];
    if (moment !== null && moment !== undefined) wait = Math.max(wait, moment + limit.milliseconds - now);
  }
  return wait > 0 ? wait : null;
}

/** @throws ApiError 429 with `Retry-After`, in which case nothing was counted. */
export async function countCall(log: CallLog, token: string, now: number): Promise<void> {
  const wait = await log.record(token, now);
  if (wait !== null) throw new ApiError(429, undefined, { retryAfter: wait / 1_000 });
}
