import { refuse } from '../../contract/errors.ts';

/**
 * The business that a path names, as it is configured; `-` is the first.
 * @throws ApiError `businessNotAvailable` for one that is not served here, whatever it looks like.
 */
export function resolveBusiness(given: string, served: readonly string[]): string {
  const business = given === '-' ? served[0] : served.find((domain) => domain === given.toLowerCase());
  if (business === undefined) throw refuse('businessNotAvailable');
  return business;
}
