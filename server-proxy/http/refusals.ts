/** Counts the requests of shoppers that are refused, by what an operator would do about them. */
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import type { Metrics } from '../metrics.ts';

/** It looks as if no person had sent this. */
export class RobotSuspected extends ApiError {}

export function countRefusals(scope: FastifyInstance, metrics: Metrics): void {
  scope.addHook('onError', async (_request, _reply, error) => { metrics.refusals.inc({ reason: reasonOf(error) }); });
}

/**
 *   robot     a form that only a robot fills in like this
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
  const { code, http } = error instanceof ApiError ? error : { code: 0, http: error.statusCode ?? 500 };
  if (http >= 500) return 'failure';
  if (http === 429) return 'rate';
  if (http === 403) return 'origin';
  if (http === 401) return 'customer';
  if (code === 404) return 'vote';
  if (code === 311 || http === 413 || http === 415) return 'file';
  return http === 404 ? 'missing' : 'request';
}
