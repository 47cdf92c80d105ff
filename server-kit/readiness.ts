import { refuse } from '../contract/errors.ts';

/** Seconds after which somebody else will answer, or this program again. */
const RETRY_AFTER = 5;

/** What a program that is about to stop tells those who send it requests: its answers go on, but others should be asked. */
export class Readiness {
  #isStopping = false;

  announceStop(): void {
    this.#isStopping = true;
  }

  /** @throws ApiError `unavailable` once a stop was announced. */
  check(): void {
    if (this.#isStopping) throw refuse('unavailable', 'The program is about to stop', { retryAfter: RETRY_AFTER });
  }
}
