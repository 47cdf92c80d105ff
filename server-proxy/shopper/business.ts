import { refuse } from '../../contract/endpoints/errors.ts';

/** Somebody is setting the shop up, which takes minutes. */
const RETRY_AFTER_SECONDS = 10;

/**
 * The business that a path names, as it is configured; `-` is the first.
 * @throws ApiError `businessNotAvailable` for one that is not served here, whatever it looks like; `unavailable` while
 * there is none yet.
 */
export function resolveBusiness(given: string, served: readonly string[]): string {
  if (served.length === 0) throw notSetUp();
  const business = findBusiness(given, served);
  if (business === undefined) throw refuse('businessNotAvailable');
  return business;
}

/** The same; undefined for one that is not served here. */
export const findBusiness = (given: string, served: readonly string[]): string | undefined =>
  given === '-' ? served[0] : served.find((domain) => domain === given.toLowerCase());

/** The answer to everything that needs a business, until the shop is set up. */
export const notSetUp = () =>
  refuse('unavailable', 'No shop is set up here yet', { retryAfterSeconds: RETRY_AFTER_SECONDS });
