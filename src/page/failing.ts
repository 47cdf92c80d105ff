import type { Failure } from '../source/failure.ts';
import type { Advised } from './advice.ts';
import { emit } from './events.ts';
import { whenNear } from './near.ts';

/** A fraction of a second by which this page retries later than others; its elements share one call. */
const jitter = Math.random();

/**
 * Looks after an element that shows nothing, in code that is loaded only then: closes the gap that it leaves, or tells
 * the page's developer what is wrong with it.
 * @param failure what came of its request, if there was one; null if nothing is wrong
 */
export function advise(element: Advised, failure?: Failure | null): void {
  import('./advice.ts').then(({ advise: tell }) => tell(element, failure)).catch(() => {});
}

/**
 * Fires the error event, and calls back after the delay that the proxy asked for, if any; until then the element
 * requests nothing. The delay varies so that shoppers do not all return at once; only elements near the viewport of a
 * page on show retry.
 */
export function reportFailure(
  element: Advised,
  failure: Failure,
  again: () => void,
): ReturnType<typeof setTimeout> | undefined {
  const { message: reason, retryAfter, status } = failure;
  // A page of an origin that is not listed cannot read the proxy's refusal.
  if (!status) advise(element, failure);
  emit(element, 'plaudit-error', { ...failure, reason });
  return retryAfter && setTimeout(() => whenNear(element, again), (retryAfter + jitter) * 1000);
}
