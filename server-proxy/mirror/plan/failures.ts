/** Failures in filling the mirror, and when to try each again. */
import { ApiError } from '../../../contract/endpoints/errors.ts';
import type { Tried } from './planned.ts';

/** By what was tried: a sweep that fails is no reason not to read the head. */
export type Failures = Map<Tried, { readonly count: number; readonly retryAt: number }>;

/** Until the next attempt: the first, then twice as long each time up to the last. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

export function noteFailure(failures: Failures, tried: Tried, error: unknown, now: number): void {
  const count = (failures.get(tried)?.count ?? 0) + 1;
  const wantedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  // The budget keeps longer pauses: until they are over, trying costs no call.
  const delayMs = Math.min(LAST_RETRY_MS, Math.max(wantedMs, FIRST_RETRY_MS * 2 ** (count - 1)));
  failures.set(tried, { count, retryAt: now + delayMs });
}

/** Each is tried again by this moment at the latest. */
export function retryAtTheLatest(failures: Failures, moment: number): void {
  for (const [tried, { count, retryAt }] of failures)
    failures.set(tried, { count, retryAt: Math.min(retryAt, moment) });
}
