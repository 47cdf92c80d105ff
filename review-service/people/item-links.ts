/**
 * Links from mails to one thing at the console. Each works once, by a button, and lets the person whom it was mailed to
 * at that thing alone, for an hour, as long as they may.
 */
import type { Subject } from '../data/events.ts';
import type { Database } from '../data/tables.ts';
import { hashSecret, newSecret } from './accounts/secrets.ts';
import type { Session } from './accounts/sessions.ts';

/** How long a link waits for somebody to press its button. */
const LINK_MS = 7 * 86_400_000;
export const OPEN_MS = 3_600_000;

export interface NewItemLink {
  readonly token: string;
  readonly accountId: string;
  readonly businessId: number;
  readonly about: Subject;
}

export async function keepItemLinks(db: Database, links: readonly NewItemLink[], now: number): Promise<void> {
  const rows = links.map(({ token, accountId, businessId, about }) => ({
    token_hash: hashSecret(token),
    account_id: accountId,
    business_id: businessId,
    subject: about.subject,
    subject_id: about.number,
    created_at: now,
    opened_at: null,
    session_hash: null,
  }));
  if (rows.length === 0) return;
  const added = db.insertInto('item_link').values(rows);
  await added.onConflict((conflict) => conflict.column('token_hash').doNothing()).execute();
}

/** Those whose person still works for the shop. */
const living = (db: Database) =>
  db
    .selectFrom('item_link')
    .innerJoin('account', 'account.id', 'item_link.account_id')
    .innerJoin('account_business', (join) =>
      join
        .onRef('account_business.account_id', '=', 'item_link.account_id')
        .onRef('account_business.business_id', '=', 'item_link.business_id'),
    )
    .innerJoin('business', 'business.id', 'item_link.business_id')
    .where('account.disabled_at', 'is', null);

/** @returns null for a link that leads nowhere any more; `isUsed` where only signing in helps. */
export async function findItemLink(
  db: Database,
  token: string,
  now: number,
): Promise<{ readonly about: Subject; readonly shop: string; readonly isUsed: boolean } | null> {
  const row = await living(db)
    .select(['subject', 'subject_id as number', 'opened_at', 'name as shop'])
    .where('token_hash', '=', hashSecret(token))
    .where('item_link.created_at', '>', now - LINK_MS)
    .executeTakeFirst();
  if (!row) return null;
  const { subject, number, opened_at: openedAt, shop } = row;
  return { about: { subject, number }, shop, isUsed: openedAt !== null };
}

/** Uses a link up. @returns what the browser keeps; null where somebody was faster. */
export async function openItemLink(db: Database, token: string, now: number): Promise<string | null> {
  const session = newSecret();
  const { numUpdatedRows } = await db
    .updateTable('item_link')
    .set({ opened_at: now, session_hash: hashSecret(session) })
    .where('token_hash', '=', hashSecret(token))
    .where('opened_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n ? session : null;
}

/** Who is let at this thing by what their browser keeps, with the rights that they have now. */
export async function findItemSession(
  db: Database,
  token: string,
  about: Subject,
  now: number,
): Promise<Session | null> {
  const tokenHash = hashSecret(token);
  const row = await living(db)
    .selectAll('business')
    .select(['account.email as account_email', 'account.id as account', 'role'])
    .where('session_hash', '=', tokenHash)
    .where('subject', '=', about.subject)
    .where('subject_id', '=', about.number)
    .where('opened_at', '>', now - OPEN_MS)
    .executeTakeFirst();
  if (!row) return null;
  const { account_email: email, account: id, role, ...business } = row;
  const account = { id, email, hasKeys: false, stays: true };
  return { tokenHash, account, business, businesses: [business], role, item: about };
}

export const forgetItemLinks = (db: Database, now: number): Promise<unknown> =>
  db
    .deleteFrom('item_link')
    .where('created_at', '<', now - LINK_MS - OPEN_MS)
    .execute();
