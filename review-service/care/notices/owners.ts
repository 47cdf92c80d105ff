/** The people who look after a business, and the language they are written to in. */
import { proxyEmail } from '../../people/accounts/proxy-account.ts';
import { readLook } from '../../letters/look/look.ts';
import { isMailAddress } from '../../letters/mail/address.ts';
import type { Database } from '../../data/tables.ts';

/** Addresses of everybody who looks after a business, by its id; without businesses that nobody looks after. */
export async function ownersByBusiness(db: Database): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('account_business')
    .innerJoin('account', 'account.id', 'account_business.account_id')
    .select(['account_business.business_id', 'account.email'])
    .where('account.disabled_at', 'is', null)
    .where('account.email', '!=', proxyEmail)
    .execute();
  const reachable = rows.filter(({ email }) => isMailAddress(email));
  const groups = Map.groupBy(reachable, ({ business_id: id }) => id);
  return new Map([...groups].map(([id, group]) => [id, group.map(({ email }) => email)]));
}

/** As the business has set it; otherwise the last one that its customers were written to in. */
export async function languageOfShop(db: Database, businessId: number): Promise<string | null> {
  const { locale } = await readLook(db, businessId);
  if (locale !== null) return locale;
  const row = await db
    .selectFrom('review_request')
    .select('language')
    .where('business_id', '=', businessId)
    .where('language', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.language ?? null;
}
