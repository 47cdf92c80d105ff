/** Links that let somebody choose a new password: each works once, and for an hour. */
import { isUnwritable } from '../../../review-store/databases/errors.ts';
import { atomically } from '../../../review-store/databases/transaction.ts';
import { readSetting, writeSetting } from '../../data/settings.ts';
import type { Database } from '../../data/tables.ts';
import { findAccount, requireAccount } from './accounts.ts';
import { switchCodesOff } from './codes.ts';
import { setPassword } from './manage.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { proxyEmail } from './proxy-account.ts';
import { hashSecret, newSecret } from './secrets.ts';

const LINK_MS = 3_600_000;
/** In an hour, so that nobody floods a mailbox. */
const MOST_MAILS = 3;

export interface OpenPasswordLink {
  readonly id: string;
  readonly email: string;
  /** `recover` comes from whoever runs the service, and turns codes off. */
  readonly purpose: 'reset' | 'recover';
}

const ADDRESS = 'public address';

/** So that commands know where links lead: where nothing can be written, where they led until then. */
export async function notePublicUrl(db: Database, url: string): Promise<void> {
  try {
    await writeSetting(db, ADDRESS, { url });
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
}

/** Null where no service has run on these data yet. */
export const readPublicUrl = async (db: Database): Promise<string | null> =>
  (await readSetting<{ readonly url: string }>(db, ADDRESS))?.url ?? null;

/**
 * A link that turns codes off too.
 * @returns null where no service has run on these data yet.
 * @throws ApiError `userNotFound`
 */
export async function makeRecoveryLink(db: Database, email: string, now = Date.now()): Promise<string | null> {
  const { id } = await requireAccount(db, email);
  const url = await readPublicUrl(db);
  return url && linkTo(url, await makeLink(db, id, 'recover', now));
}

/** @param publicUrl - see Addresses. */
export const linkTo = (publicUrl: string, token: string): string => `${publicUrl}/console/password/${token}`;

/** The same for a mail; null where nobody may have one, or there were enough. */
export async function makeResetLink(
  db: Database,
  email: string,
  now: number,
): Promise<{ readonly token: string; readonly accountId: string; readonly email: string } | null> {
  const account = await findAccount(db, email);
  if (!account || account.disabled_at !== null || account.email === proxyEmail) return null;
  const made = await db
    .selectFrom('account_link')
    .select('token_hash')
    .where('account_id', '=', account.id)
    .where('purpose', '=', 'reset')
    .where('created_at', '>', now - LINK_MS)
    .execute();
  if (made.length >= MOST_MAILS) return null;
  return { token: await makeLink(db, account.id, 'reset', now), accountId: account.id, email: account.email };
}

async function makeLink(db: Database, accountId: string, purpose: 'reset' | 'recover', now: number): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('account_link')
    .values({ token_hash: hashSecret(token), account_id: accountId, purpose, created_at: now })
    .execute();
  return token;
}

/** Whose link this is; undefined for one that does not work. */
export const openPasswordLink = (db: Database, token: string, now: number): Promise<OpenPasswordLink | undefined> =>
  db
    .selectFrom('account_link')
    .innerJoin('account', 'account.id', 'account_id')
    .select(['account.id', 'email', 'purpose'])
    .where('token_hash', '=', hashSecret(token))
    .where('account_link.created_at', '>', now - LINK_MS)
    .executeTakeFirst();

/**
 * Sets the password, and ends all sessions, tokens and other links of the account.
 * @returns false for a link that does not work, or was used meanwhile.
 * @throws ApiError `malformed` for a weak password; the link goes on working.
 */
export async function usePasswordLink(db: Database, token: string, password: string, now: number): Promise<boolean> {
  if (!(await openPasswordLink(db, token, now))) return false;
  await refuseWeakPassword(password);
  const passwordHash = await hashPassword(password);
  return atomically(db, async (transaction) => {
    const link = await openPasswordLink(transaction, token, now);
    const { numDeletedRows } = await transaction
      .deleteFrom('account_link')
      .where('token_hash', '=', hashSecret(token))
      .executeTakeFirstOrThrow();
    if (!link || numDeletedRows === 0n) return false;
    if (link.purpose === 'recover') await switchCodesOff(transaction, link.id);
    await setPassword(transaction, link, { passwordHash, now });
    return true;
  });
}

export const forgetOldLinks = (db: Database, now: number): Promise<unknown> =>
  db
    .deleteFrom('account_link')
    .where('created_at', '<=', now - LINK_MS)
    .execute();
