import { readDomain } from '../../../contract/domains.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import type { Database } from '../../data/tables.ts';

/**
 * @throws ApiError `businessNotAvailable` if there is no such business, `notPermitted` if the account has no rights on
 * it.
 */
export async function requireBusiness(db: Database, domain: string, accountId: string): Promise<BusinessRow> {
  const name = readDomain(domain);
  const found = await db
    .selectFrom('business')
    .leftJoin('account_business', (join) =>
      join.onRef('business_id', '=', 'business.id').on('account_business.account_id', '=', accountId),
    )
    .selectAll('business')
    .select('account_business.account_id as holder')
    .where('business.domain', '=', name ?? '')
    .executeTakeFirst();
  return judgeRights(found, found?.holder);
}

/** @param holder - the account that asks, if it has rights on the business. */
export function judgeRights(business: BusinessRow | undefined, holder: string | null | undefined): BusinessRow {
  if (!business) throw refuse('businessNotAvailable');
  if (!holder) throw refuse('notPermitted', 'This user has no rights on this business');
  return business;
}
