/** The answer to clients while the data cannot be reached or written. */
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import { isUnwritable, StoreBusy, StoreUnreachable } from './errors.ts';

export { isUnwritable };

const RETRY_UNREACHABLE_SECONDS = 2;
/** Somebody has to free space first. */
const RETRY_UNWRITABLE_SECONDS = 10;

/**
 * The 503 for an error which says that the database cannot be reached or written just now; null for every other error.
 * @param program - the one that cannot reach its data.
 */
export function toUnavailable(error: unknown, program: 'service' | 'proxy'): ApiError | null {
  if (isUnwritable(error))
    return refuse('unavailable', `The ${program} can take nothing new at the moment`, {
      retryAfterSeconds: RETRY_UNWRITABLE_SECONDS,
      cause: error,
    });
  if (error instanceof StoreBusy || error instanceof StoreUnreachable)
    return refuse('unavailable', `The ${program} cannot reach its data at the moment`, {
      retryAfterSeconds: RETRY_UNREACHABLE_SECONDS,
      cause: error,
    });
  return null;
}
