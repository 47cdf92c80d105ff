import { refuse } from '../contract/errors.ts';

/** By then another instance will answer, or this one again. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Tells load balancers that the program is about to stop: it still answers, but others should be asked. Its answers
 * close their connections, so that none is in use when the port closes.
 */
export class Readiness {
  #isStopping = false;

  get isStopping(): boolean {
    return this.#isStopping;
  }

  announceStop(): void {
    this.#isStopping = true;
  }

  /** @throws ApiError `unavailable` once a stop was announced. */
  check(): void {
    if (this.#isStopping)
      throw refuse('unavailable', 'The program is about to stop', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
