/** Creates the first shop of a service, with its owner and everything that a proxy needs to call for it. */
import { refuse } from '../../../contract/endpoints/errors.ts';
import { atomically } from '../../../review-store/databases/transaction.ts';
import { addAccount } from '../../people/accounts/accounts.ts';
import { readAccess } from '../../people/accounts/manage.ts';
import { hashPassword, refuseWeakPassword } from '../../people/accounts/passwords.ts';
import { letProxyIn, listOwnedBusinesses, type ProxyAccess } from '../../people/accounts/proxy-account.ts';
import type { Database } from '../../data/tables.ts';

export interface NewShop {
  /** Site domain, lower case. */
  readonly business: string;
  /** As shoppers know it. */
  readonly name: string;
  /** With which its owner logs in. */
  readonly email: string;
  readonly password: string;
}

/**
 * @throws ApiError `alreadyExists` if somebody owns a shop here already, `parameterMissing` or `malformed` for an
 * e-mail that cannot be one, or a weak password.
 */
export async function createShop(db: Database, shop: NewShop, proxy: ProxyAccess, now = Date.now()): Promise<void> {
  const { email, password } = readAccess(shop);
  await refuseWeakPassword(password);
  const passwordHash = await hashPassword(password);
  await atomically(db, async (transaction) => {
    if ((await listOwnedBusinesses(transaction)).length > 0)
      throw refuse('alreadyExists', 'A shop is set up here already');
    await addAccount(transaction, { business: shop.business, email, passwordHash, now });
    await transaction.updateTable('business').set({ name: shop.name }).where('domain', '=', shop.business).execute();
    await letProxyIn(transaction, proxy, [shop.business], now);
  });
}

/** A shop is reached with and without `www.`, as a rule. */
export const usualOrigins = (domain: string): string[] => [`https://${domain}`, `https://www.${domain}`];
