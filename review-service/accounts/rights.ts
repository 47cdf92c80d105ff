import { ApiError } from '../../contract/errors.ts';
import { findBusiness, type BusinessRow } from '../../review-store/businesses.ts';
import { storeOf, type Database } from '../tables.ts';
import { mayUse } from './accounts.ts';
import type { Session } from './user-tokens.ts';

/** Labels of letters, digits and hyphens: path parameters arrive decoded, and may hold anything. */
const domainName = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u;

export const isDomainName = (text: string): boolean => domainName.test(text);

/** @throws ApiError 301 where there is no such business, 308 where it is not one of the caller's. */
export async function requireBusiness(db: Database, domain: string, session: Session): Promise<BusinessRow> {
  const business = isDomainName(domain) ? await findBusiness(storeOf(db), domain) : undefined;
  if (!business) throw new ApiError(301);
  if (!(await mayUse(db, session.accountId, business.id))) throw new ApiError(308, 'This user has no rights on this business');
  return business;
}
