/**
 * How often one user token may call: by default 10 times in any 10 seconds and 1,000 times in any hour, counted exactly
 * wherever that time begins (a sliding log, no buckets).
 *
 * One earlier call decides for each limit: a call is allowed if the tenth call before it is 10 seconds old and the
 * thousandth an hour.
 */
import { apiCalls } from '../../contract/endpoints/limits.ts';

export interface CallLimit {
  readonly calls: number;
  readonly windowMs: number;
}

export type CallLimits = readonly CallLimit[];

export interface CallsAllowed {
  readonly perHour: number;
  readonly perTenSeconds: number;
}

/** The limits of the specification. */
export const specifiedCalls: CallsAllowed = { perHour: apiCalls.hour.calls, perTenSeconds: apiCalls.burst.calls };

export const limitsOf = ({ perHour, perTenSeconds }: CallsAllowed): CallLimits => [
  { ...apiCalls.burst, calls: perTenSeconds },
  { ...apiCalls.hour, calls: perHour },
];

/** Pages of listings of changes, for each token and business: more than a proxy of ours asks for. */
export const changesLimits: CallLimits = [{ calls: 10, windowMs: 1_000 }];

/** As far as a limit looks back. */
export const longestOf = (limits: CallLimits): number => Math.max(...limits.map(({ windowMs }) => windowMs));

/**
 * How long to wait, in milliseconds; null if the call may be made now.
 * @param deciding - for each limit the moment of the call that decides; undefined if there were not that many yet.
 */
export function waitFor(limits: CallLimits, deciding: readonly (number | undefined)[], now: number): number | null {
  const waits = limits.map(({ windowMs }, index) => (deciding[index] ?? -Infinity) + windowMs - now);
  const longest = Math.max(...waits);
  return longest > 0 ? longest : null;
}
