import type { Refusal } from '../../contract/shopper/shopper.ts';

/** A failed request. */
export interface Failure extends Error, Pick<Refusal, 'field' | 'challenge'> {
  /** Error code of the API, or 0. */
  readonly code: number;
  /** HTTP status, or 0 without an answer. */
  readonly status: number;
  /** Seconds to wait before a retry. */
  retryAfter?: number | undefined;
}

export const fail = (
  reason: string,
  details: Pick<Failure, 'code' | 'status'> & Pick<Partial<Failure>, 'retryAfter' | 'field' | 'challenge'>,
): Failure => Object.assign(new Error(reason), details);

/** Turns any thrown value into a failure; network errors and our own bugs have no code. */
export const toFailure = (error: unknown): Failure =>
  (error as Partial<Failure>).status === undefined ? fail(String(error), { code: 0, status: 0 }) : (error as Failure);
