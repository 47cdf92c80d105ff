import { refuse } from '../../contract/endpoints/errors.ts';
import { findBusiness, type BusinessRow } from '../../review-store/content/businesses.ts';
import { storeOf, type Database } from './tables.ts';

/**
 * The business that a command names.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export async function requireBusiness(db: Database, domain: string): Promise<BusinessRow> {
  const business = await findBusiness(storeOf(db), domain);
  if (!business) throw refuse('businessNotAvailable', `No business has the site domain ${domain}`);
  return business;
}

export const requireBusinessById = (db: Database, id: number): Promise<BusinessRow> =>
  db.selectFrom('business').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
