/** Counts the requests of shoppers that are refused, by what an operator would do about them. */
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../contract/endpoints/errors.ts';
import type { Refusal } from '../../contract/shopper/shopper.ts';
import { ProofNeeded } from '../../server-kit/robots/proof-needed.ts';
import type { Metrics } from '../metrics.ts';

/** The body of a refusal: the API's envelope, and the parameter that is wrong, if one is. */
export const toRefusal = (error: ApiError): Refusal => ({
  ...error.toEnvelope(),
  ...(error.field === undefined ? {} : { field: error.field }),
});

/** This does not look as if a person had sent it. */
export class RobotSuspected extends ApiError {}

export function countRefusals(scope: FastifyInstance, metrics: Metrics): void {
  scope.addHook('onError', async (_request, _reply, error) => {
    metrics.refusals.inc({ reason: reasonOf(error) });
  });
}

/**
 *   robot     a form that only a robot fills in like this
 *   proof     often from one address without a proof of work: the form sends one with its next attempt
 *   rate      too often from one address
 *   origin    a page that is not listed: PLAUDIT_ORIGINS
 *   customer  a customer token that is missing or invalid: PLAUDIT_CUSTOMER_SECRET
 *   vote      voted before
 *   file      no photo, or too large
 *   missing   something that does not exist
 *   request   anything else that is wrong with the request
 *   failure   of the review service, or of the proxy
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
