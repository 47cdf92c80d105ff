import { ApiError } from '../contract/errors.ts';

/** Connection and server states of PostgreSQL (classes 08, 53, 57P), of the sockets to it, and of a disk that is full. */
const unavailableCodes = /^(08...|57P0[1-5]|53[13]00|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT)$/;
const unavailableMessages = /connection terminated|not queryable|timeout exceeded when trying to connect|the database system is|database is locked|database or disk is full/i;

/** The 503 for an error which says that the database cannot be reached just now; null for every other error. */
export function toUnavailable(error: unknown): ApiError | null {
  if (error instanceof ApiError || !(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  const reached = error instanceof AggregateError ? error.errors : [error];
  const unavailable =
    (typeof code === 'string' && unavailableCodes.test(code)) || reached.some((one) => one instanceof Error && unavailableMessages.test(one.message));
  return unavailable ? new ApiError(503, 'The service cannot reach its data at the moment', { retryAfter: 2, cause: error }) : null;
}
