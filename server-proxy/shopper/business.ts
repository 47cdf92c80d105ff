import { refuse } from '../../contract/errors.ts';

/** A host name, RFC 1123, in ASCII: nothing that could step out of a path. */
const hostName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * The business that a path names, as it is configured; `-` is the first.
 * @throws ApiError `businessNotAvailable` for one that is not served here, whatever it looks like.
 */
export function resolveBusiness(given: string, served: readonly string[]): string {
  if (given === '-' && served[0] !== undefined) return served[0];
  const name = given.toLowerCase();
  if (!hostName.test(name) || !served.includes(name)) throw refuse('businessNotAvailable');
  return name;
}
