import type { Failure } from '../source/failure.ts';
import { emit } from './events.ts';
import { whenNear } from './near.ts';

/** How often what failed is asked for again without anybody pressing a button. */
const MOST_TRIES = 6;

/**
 * Tells the page that an element's loading failed, and calls back once the proxy will have time, where it said when;
 * until then nothing is asked. Not all shoppers come back at once, and who has scrolled on asks no more.
 * @param tries failures in a row that ended here
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
