import { refuse } from '../../contract/errors.ts';
import type { BusinessRow } from '../../review-store/businesses.ts';
import { compiled } from '../../review-store/compiled.ts';
import type { Database } from '../tables.ts';

/** Labels of letters, digits and hyphens: path parameters arrive decoded, and may hold anything. */
const domainName = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u;

export const isDomainName = (text: string): boolean => domainName.test(text);

const businessesWithHolder = compiled((db: Database, domain: string, accountId: string) =>
  db
    .selectFrom('business')
    .leftJoin('account_business', (join) => join.onRef('account_business.business_id', '=', 'business.id').on('account_business.account_id', '=', accountId))
    .selectAll('business')
    .select('account_business.account_id as holder')
    .where('business.domain', '=', domain),
);

/** @throws ApiError `businessNotAvailable` where there is no such business, `notPermitted` where it is not one of the account's. */
export async function requireBusiness(db: Database, domain: string, accountId: string): Promise<BusinessRow> {
  const [found] = isDomainName(domain) ? await businessesWithHolder(db, domain.toLowerCase(), accountId) : [];
  return judgeRights(found, found?.holder);
}

/** @param holder - the account that asks, where it has rights on the business. */
export function judgeRights(business: BusinessRow | undefined, holder: string | null | undefined): BusinessRow {
  if (!business) throw refuse('businessNotAvailable');
  if (!holder) throw refuse('notPermitted', 'This user has no rights on this business');
  return business;
}
