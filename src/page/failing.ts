import type { Failure } from '../source/failure.ts';
import { emit } from './events.ts';
import { whenNear } from './near.ts';

/** Maximum number of automatic retries. */
const MOST_TRIES = 6;

/**
 * Fires the error event, and calls back after the delay that the proxy asked for, if any; until then the element
 * requests nothing. The delay varies so that shoppers do not all return at once; only elements near the viewport retry.
 * @param tries consecutive failures so far
 */
export function reportFailure(
  element: Element,
  { code, status, message, retryAfter }: Failure,
  tries: number,
  again: () => void,
): ReturnType<typeof setTimeout> | undefined {
  emit(element, 'plaudit-error', { code, status, reason: message, retryAfter });
  return retryAfter && tries < MOST_TRIES
    ? setTimeout(() => whenNear(element, again), (retryAfter + Math.random()) * 1000)
    : undefined;
}
