/** Mail to everybody who looks after a business, in its language. */
import type { BusinessRow } from '../../review-store/businesses.ts';
import { proxyEmail } from '../accounts/proxy-account.ts';
import { readLook } from '../look/look.ts';
import { isMailAddress } from '../mail/address.ts';
import { queueMail, type Mail } from '../mail/queue.ts';
import type { Database } from '../tables.ts';
import { chooseWording, type Wording } from '../wording/index.ts';

export async function mailOwners(
  transaction: Database,
  { businessId, now }: { readonly businessId: number; readonly now: number },
  mailOf: (business: BusinessRow, wording: Wording) => Pick<Mail, 'subject' | 'parts'>,
): Promise<void> {
  const business = await transaction
    .selectFrom('business')
    .selectAll()
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const wording = chooseWording(await languageOfShop(transaction, businessId));
  const mail = { business, ...mailOf(business, wording), language: wording.language, now };
  for (const address of await ownersOf(transaction, businessId))
    await queueMail(transaction, { ...mail, to: { name: '', address } });
}

/** As the business has set it; otherwise the last one that its customers were written to in. */
async function languageOfShop(db: Database, businessId: number): Promise<string | null> {
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

async function ownersOf(db: Database, businessId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('account_business')
    .innerJoin('account', 'account.id', 'account_business.account_id')
    .select('account.email')
    .where('account_business.business_id', '=', businessId)
    .where('account.disabled_at', 'is', null)
    .where('account.email', '!=', proxyEmail)
    .execute();
  return rows.map(({ email }) => email).filter(isMailAddress);
}
