import { refuse } from '../../contract/endpoints/errors.ts';

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

/** When the newest whole backup was begun, and when one was last restored on trial, in milliseconds since 1970. */
export interface BackupMoments {
  readonly at: number | null;
  readonly triedAt: number | null;
}

/** As `/readyz` says it. */
export const describeBackup = ({ at, triedAt }: BackupMoments) => ({
  backup: { last: moment(at), tried: moment(triedAt) },
});

const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
