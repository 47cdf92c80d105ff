/** Counts the requests of shoppers that are refused, by what an operator would do about them. */
import type { FastifyInstance } from 'fastify';
import type { Challenge } from 'altcha-lib/types';
import { ApiError } from '../../contract/errors.ts';
import type { Refusal } from '../../contract/shopper.ts';
import type { Metrics } from '../metrics.ts';

/** What is answered to a refusal. Beside what the API has it names the parameter that is wrong, where it is one. */
export const toRefusal = (error: ApiError): Refusal => ({ ...error.toEnvelope(), ...(error.field === undefined ? {} : { field: error.field }) });

/** It looks as if no person had sent this. */
export class RobotSuspected extends ApiError {}

/** Its address has written often: solved, the challenge in the answer lets the same write through. */
export class ProofNeeded extends ApiError {
  readonly #challenge: Challenge;

  /** @param retryAfter - seconds after which it is let through without. */
  constructor(challenge: Challenge, retryAfter: number) {
    super('tooManyRequests', 'Too many writes from this address within an hour: solve the challenge, and send the same again with header Plaudit-Proof', { retryAfter });
    this.#challenge = challenge;
  }

  override toEnvelope(): Refusal {
    return { ...super.toEnvelope(), challenge: this.#challenge };
  }
}

export function countRefusals(scope: FastifyInstance, metrics: Metrics): void {
  scope.addHook('onError', async (_request, _reply, error) => { metrics.refusals.inc({ reason: reasonOf(error) }); });
}

/**
 *   robot     a form that only a robot fills in like this
 *   proof     often from one address, and without a proof of work: the form sends one with the next
 *   rate      too often from one address
 *   origin    a page that is not listed: PLAUDIT_ORIGINS
 *   customer  a customer token that is missing or not good: PLAUDIT_CUSTOMER_SECRET
 *   vote      voted before
 *   file      no photo, or too large
 *   missing   what is not there
 *   request   whatever else is wrong with what was sent
 *   failure   the review service, or the proxy
 */
function reasonOf(error: Error & { statusCode?: number }): string {
  if (error instanceof RobotSuspected) return 'robot';
  if (error instanceof ProofNeeded) return 'proof';
  const refusal = error instanceof ApiError ? error : null;
  const http = refusal?.http ?? error.statusCode ?? 500;
  if (http >= 500) return 'failure';
  if (http === 429) return 'rate';
  if (http === 403) return 'origin';
  if (http === 401) return 'customer';
  if (refusal?.is('votedAlready')) return 'vote';
  if (refusal?.is('imageRefused') || http === 413 || http === 415) return 'file';
  return http === 404 ? 'missing' : 'request';
}
