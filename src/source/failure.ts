import type { Refusal } from '../../contract/shopper.ts';

/** A request that did not yield an answer. */
export interface Failure extends Error, Pick<Refusal, 'field' | 'challenge'> {
  /** Error code of the API, 0 where there was none. */
  readonly code: number;
  /** HTTP status, 0 where there was no answer. */
  readonly status: number;
  /** Seconds after which it is worth asking again. */
  readonly retryAfter?: number | undefined;
}

export const fail = (
  reason: string,
  details: Pick<Failure, 'code' | 'status'> & Pick<Partial<Failure>, 'retryAfter' | 'field' | 'challenge'>,
): Failure => Object.assign(new Error(reason), details);

/** Whatever was thrown, as a failure: a broken connection and a mistake of our own have no code. */
export const toFailure = (error: unknown): Failure =>
  (error as Partial<Failure>).status === undefined
    ? fail((error as Error).name === 'TimeoutError' ? 'timeout' : String(error), { code: 0, status: 0 })
    : (error as Failure);
