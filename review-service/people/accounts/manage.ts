/** The command line's work on accounts. A running service obeys from the next call on. */
import type { Address } from '../../../contract/entities/entities.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import { parseParameters } from '../../../contract/endpoints/read-parameters.ts';
import { atomically } from '../../../review-store/databases/transaction.ts';
import { requireBusiness } from '../../data/require-business.ts';
import type { Database } from '../../data/tables.ts';
import { holdings, type Holding } from '../holding.ts';
import { addAccount, addRight, findAccount, requireAccount } from './accounts.ts';
import { createClient } from './clients.ts';
import { forgetFailures } from './failed-logins.ts';
import { hashPassword, refuseWeakPassword, verifyPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { endTokens } from './user-tokens.ts';

export { revokeClients } from './clients.ts';
export { listAccounts } from './listing.ts';

export interface NewAccount {
  /** Site domain of the business that the account owns; the business is created if it does not exist. */
  readonly business: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Creates a business with its owner, and a client token to call the API with. An existing account gets the business
 * too, if the password is right.
 * @throws ApiError `alreadyExists` if an account with this e-mail has another password, `parameterMissing` or
 * `malformed` for an e-mail that cannot be one, or a weak password.
 */
export async function createAccount(
  db: Database,
  account: NewAccount,
  now = Date.now(),
): Promise<{ clientToken: string }> {
  const { email, password } = readAccess(account);
  const known = await findAccount(db, email);
  if (known && !(await verifyPassword(password, known.password_hash)))
    throw refuse('alreadyExists', `An account for ${known.email} exists already, and this is not its password`);
  if (!known) await refuseWeakPassword(password);
  const passwordHash = known?.password_hash ?? (await hashPassword(password));
  return atomically(db, async (transaction) => {
    if (known) await addRight(transaction, known.id, account.business);
    else await addAccount(transaction, { business: account.business, email, passwordHash, now });
    return { clientToken: await createClient(transaction, account.business, now) };
  });
}

/** Sets a new password; users who are logged in must log in again. */
export async function changePassword(
  db: Database,
  given: { email: string; password: string },
  now = Date.now(),
): Promise<void> {
  const { email, password } = readAccess(given);
  const account = await requireAccount(db, email);
  await refuseWeakPassword(password);
  const passwordHash = await hashPassword(password);
  await atomically(db, (transaction) => setPassword(transaction, account, { passwordHash, now }));
}

/** @param keep - the session of the console that goes on; see sessions.ts. */
export async function setPassword(
  transaction: Database,
  { id, email }: { readonly id: string; readonly email: string },
  { passwordHash, now, keep }: { readonly passwordHash: string; readonly now: number; readonly keep?: string },
): Promise<void> {
  await transaction.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  await endTokens(transaction, id, now);
  await endSessions(transaction, id, now, keep === undefined ? {} : { except: keep });
  await transaction.deleteFrom('account_link').where('account_id', '=', id).execute();
  await forgetFailures(transaction, email);
}

/** Read in the same way as when logging in. */
export function readAccess(given: { email: string; password: string }): { email: string; password: string } {
  const { password } = parseParameters('login', { email: given.email, password: given.password });
  const { email } = parseParameters('accessPersonalData', { email: given.email });
  return { email, password };
}

/** @throws ApiError `userNotFound` if there is no such account. */
export async function disableAccount(db: Database, email: string, now = Date.now()): Promise<void> {
  const { id } = await requireAccount(db, email);
  await db.updateTable('account').set({ disabled_at: now }).where('id', '=', id).execute();
}

/** @throws ApiError `userNotFound` if there is no such account. */
export async function enableAccount(db: Database, email: string): Promise<void> {
  const { id } = await requireAccount(db, email);
  await db.updateTable('account').set({ disabled_at: null }).where('id', '=', id).execute();
}

/**
 * Ends every session of a user.
 * @returns how many there were.
 * @throws ApiError `userNotFound` if there is no such account.
 */
export async function revokeTokens(db: Database, email: string, now = Date.now()): Promise<number> {
  const { id } = await requireAccount(db, email);
  await endSessions(db, id, now);
  return endTokens(db, id, now);
}

const noAddress: Address = {
  streetAddress: null,
  streetAddress2: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
  completeAddress: null,
};

/**
 * Where the business can be written to by post: shown with its profile, and below every mail in its name.
 * @param address - in one line; null takes it away.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export async function setPostalAddress(db: Database, domain: string, address: string | null): Promise<void> {
  const business = await requireBusiness(db, domain);
  const kept = address === null ? null : JSON.stringify({ ...noAddress, completeAddress: address });
  await db.updateTable('business').set({ address: kept }).where('id', '=', business.id).execute();
}

/**
 * Which new reviews of a business are pending until somebody publishes them.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export async function holdReviews(db: Database, domain: string, holding: Holding): Promise<void> {
  const business = await requireBusiness(db, domain);
  await db
    .updateTable('business')
    .set({ hold_reviews: holdings.indexOf(holding) })
    .where('id', '=', business.id)
    .execute();
}
