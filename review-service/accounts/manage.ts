/** What the command line does with accounts. */
import { parseParameters } from '../../contract/parameters.ts';
import type { Database } from '../tables.ts';
import { addAccount } from './accounts.ts';
import { createClient } from './clients.ts';
import { hashPassword } from './passwords.ts';

export { openServiceDatabase } from '../database.ts';

export interface NewAccount {
  /** Site domain of the business that the account owns; the business is made where it does not exist. */
  readonly business: string;
  readonly email: string;
  readonly password: string;
}

/**
 * A business with its owner, and a client token to call the API with.
 * @throws ApiError 304 where an account with this e-mail exists, 302 or 306 for an e-mail or a password that cannot be one.
 */
export async function createAccount(db: Database, account: NewAccount, now = Date.now()): Promise<{ clientToken: string }> {
  // Read as logging in will read them.
  const { password } = parseParameters('login', { email: account.email, password: account.password });
  const { email } = parseParameters('accessPersonalData', { email: account.email });
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    await addAccount(transaction, { business: account.business, email, passwordHash, now });
    return { clientToken: await createClient(transaction, account.business, now) };
  });
}

