/** The account of a proxy that is started together with the service, and whose secrets nobody types. */
import type { Selectable } from 'kysely';
import { listDomains } from '../../../review-store/content/businesses.ts';
import { atomically } from '../../../review-store/databases/transaction.ts';
import { storeOf, type AccountTable, type Database } from '../../data/tables.ts';
import { addAccount, addRight, findAccount } from './accounts.ts';
import { createClient } from './clients.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { hashSecret } from './secrets.ts';
import { endTokens } from './user-tokens.ts';

/** It belongs to nobody: RFC 2606 keeps `.invalid` free of mailboxes. */
export const proxyEmail = 'proxy@plaudit.invalid';

/** Of the client token. */
const LABEL = 'plaudit start';

export interface ProxyAccess {
  readonly clientToken: string;
  readonly password: string;
}

/** The site domains of all businesses, oldest first. */
export const listBusinesses = (db: Database): Promise<string[]> => listDomains(storeOf(db));

/** The site domains of all businesses that a person looks after, oldest first. */
export async function listOwnedBusinesses(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('business')
    .select('domain')
    .where('id', 'in', (owned) =>
      owned
        .selectFrom('account_business')
        .innerJoin('account', 'account.id', 'account_id')
        .select('business_id')
        .where('email', '!=', proxyEmail),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ domain }) => domain);
}

/** An account as far as its password is looked at. */
export type Hashed = Pick<Selectable<AccountTable>, 'id' | 'password_hash' | 'disabled_at'>;

/** The owners of a business who may sign in. */
export const listOwners = (db: Database, domain: string): Promise<Hashed[]> =>
  db
    .selectFrom('account')
    .select(['id', 'password_hash', 'disabled_at'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('account_business')
        .innerJoin('business', 'business.id', 'business_id')
        .select('account_id')
        .where('domain', '=', domain)
        .where('role', '=', 'owner'),
    )
    .where('email', '!=', proxyEmail)
    .where('disabled_at', 'is', null)
    .execute();

/**
 * Makes the account and the client token of the proxy what its secrets say, with rights on these businesses. Changes
 * nothing where all of that is so.
 */
export async function letProxyIn(
  db: Database,
  { clientToken, password }: ProxyAccess,
  businesses: readonly string[],
  now = Date.now(),
): Promise<void> {
  const known = await findAccount(db, proxyEmail);
  const isRight = known !== undefined && (await verifyPassword(password, known.password_hash));
  const passwordHash = isRight ? known.password_hash : await hashPassword(password);
  await atomically(db, async (transaction) => {
    if (known && !isRight) {
      await transaction
        .updateTable('account')
        .set({ password_hash: passwordHash })
        .where('id', '=', known.id)
        .execute();
      await endTokens(transaction, known.id, now);
    }
    await addRights(transaction, { businesses, passwordHash, now });
    const client = await transaction
      .selectFrom('api_client')
      .select('token_hash')
      .where('token_hash', '=', hashSecret(clientToken))
      .executeTakeFirst();
    if (!client) await createClient(transaction, LABEL, now, clientToken);
  });
}

async function addRights(
  db: Database,
  { businesses, passwordHash, now }: { businesses: readonly string[]; passwordHash: string; now: number },
): Promise<void> {
  for (const business of businesses) {
    const known = await findAccount(db, proxyEmail);
    if (known) await addRight(db, known.id, business);
    else await addAccount(db, { business, email: proxyEmail, passwordHash, now });
  }
}
