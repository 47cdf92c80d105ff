/** Invitations to the team of a business: a link that works once, for 72 hours, for one address and one role. */
import { sql } from 'kysely';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { noteEvent } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { addAccount, addRight } from '../accounts/accounts.ts';
import { hashSecret, newSecret } from '../accounts/secrets.ts';
import type { Role } from '../accounts/sessions.ts';

export const INVITATION_MS = 72 * 3_600_000;
/** Enough to tell invitations of one business apart; the whole is not shown. */
const ID_LENGTH = 16;

const idOf = sql<string>`substr(token_hash, 1, ${sql.lit(ID_LENGTH)})`;

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Those that can still be used, by address. */
export const readInvitations = (db: Database, businessId: number, now: number): Promise<Invitation[]> =>
  db
    .selectFrom('team_invitation')
    .select(['email', 'role', 'created_at as at'])
    .select(idOf.as('id'))
    .where('business_id', '=', businessId)
    .where('created_at', '>', now - INVITATION_MS)
    .orderBy('email')
    .execute();

export interface NewInvitation {
  readonly businessId: number;
  /** Lower case. */
  readonly email: string;
  readonly role: Role;
  /** The account of an owner. */
  readonly actor: string;
  readonly now: number;
}

/**
 * An earlier invitation of the same address to the same business no longer works.
 * @returns the random part of the link; null for somebody who is in the team already.
 */
export async function invite(
  transaction: Database,
  { businessId, email, role, actor, now }: NewInvitation,
): Promise<string | null> {
  const member = await transaction
    .selectFrom('account_business')
    .innerJoin('account', 'account.id', 'account_id')
    .select('account.id')
    .where('business_id', '=', businessId)
    .where('email', '=', email)
    .executeTakeFirst();
  if (member) return null;
  const token = newSecret();
  const made = { token_hash: hashSecret(token), role, created_at: now };
  await transaction
    .insertInto('team_invitation')
    .values({ business_id: businessId, email, ...made })
    .onConflict((conflict) => conflict.columns(['business_id', 'email']).doUpdateSet(made))
    .execute();
  await noteEvent(transaction, { businessId, kind: 'invited', actor, reason: role, now });
  return token;
}

/** @returns false where there is none. */
export async function withdraw(
  transaction: Database,
  { businessId, id, actor, now }: Pick<NewInvitation, 'businessId' | 'actor' | 'now'> & { readonly id: string },
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('team_invitation')
    .where('business_id', '=', businessId)
    .where(idOf, '=', id)
    .returning('role')
    .executeTakeFirst();
  if (row) await noteEvent(transaction, { businessId, kind: 'invitation withdrawn', actor, reason: row.role, now });
  return row !== undefined;
}

export interface OpenInvitation {
  readonly business: BusinessRow;
  readonly email: string;
  readonly role: Role;
}

/** Undefined for a link that does not work. */
export async function openInvitation(db: Database, token: string, now: number): Promise<OpenInvitation | undefined> {
  const row = await db
    .selectFrom('team_invitation')
    .innerJoin('business', 'business.id', 'business_id')
    .selectAll('business')
    .select(['team_invitation.email as invited', 'team_invitation.role'])
    .where('token_hash', '=', hashSecret(token))
    .where('team_invitation.created_at', '>', now - INVITATION_MS)
    .executeTakeFirst();
  if (!row) return undefined;
  const { invited: email, role, ...business } = row;
  return { business, email, role };
}

/**
 * Uses an invitation.
 * @param joining - the account of its address, or the password of the one that is made.
 * @returns the account; null where the invitation was used or withdrawn meanwhile.
 * @throws ApiError `alreadyExists` where the address has got an account meanwhile: then nothing is done.
 */
export async function join(
  transaction: Database,
  token: string,
  joining: { readonly accountId: string } | { readonly passwordHash: string },
  now: number,
): Promise<string | null> {
  const open = await openInvitation(transaction, token, now);
  const used = await transaction
    .deleteFrom('team_invitation')
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirstOrThrow();
  if (!open || used.numDeletedRows === 0n) return null;
  const { business, email, role } = open;
  const { id: businessId, domain } = business;
  const actor =
    'accountId' in joining
      ? joining.accountId
      : await addAccount(transaction, { business: domain, email, passwordHash: joining.passwordHash, role, now });
  if ('accountId' in joining) await addRight(transaction, actor, domain, role);
  await noteEvent(transaction, { businessId, kind: 'joined', actor, reason: role, now });
  return actor;
}

export const forgetOldInvitations = (db: Database, now: number): Promise<unknown> =>
  db
    .deleteFrom('team_invitation')
    .where('created_at', '<=', now - INVITATION_MS)
    .execute();
