/** The people who work at a business, each in a role. At least one of them is always an owner who may sign in. */
import { formatDateTime } from '../../../contract/entities/dates.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import { engineOf } from '../../../review-store/databases/engine.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { BY_COMMAND, noteEvent } from '../../data/events.ts';
import { requireBusiness } from '../../data/require-business.ts';
import type { Database } from '../../data/tables.ts';
import { addRight, requireAccount } from '../accounts/accounts.ts';
import { proxyEmail } from '../accounts/proxy-account.ts';
import { endSessions, hasBusiness, type Role } from '../accounts/sessions.ts';
import { endTokens } from '../accounts/user-tokens.ts';
import { readInvitations } from './invitations.ts';

export interface Member {
  /** Of the account. */
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Kept out by a command. */
  readonly isDisabled: boolean;
  /** At the console; milliseconds since 1970. Null for somebody who was not there for 90 days. */
  readonly lastSeenAt: number | null;
}

/** By address. Without the account of the proxy that is started together with the service: it is nobody. */
export async function readTeam(db: Database, businessId: number): Promise<Member[]> {
  const rows = await db
    .selectFrom('account_business')
    .innerJoin('account', 'account.id', 'account_id')
    .select(['account.id', 'email', 'role', 'disabled_at'])
    .select((eb) =>
      eb
        .selectFrom('console_session')
        .select((max) => max.fn.max<number | null>('seen_at').as('seen'))
        .whereRef('console_session.account_id', '=', 'account.id')
        .where('wants_code', '=', 0)
        .as('seen'),
    )
    .where('account_business.business_id', '=', businessId)
    .where('email', '!=', proxyEmail)
    .orderBy('email')
    .execute();
  return rows.map(({ id, email, role, disabled_at: disabledAt, seen }) => ({
    id,
    email,
    role,
    isDisabled: disabledAt !== null,
    lastSeenAt: seen === null ? null : Number(seen),
  }));
}

/** True for the only owner who may sign in: there is always one. */
export const isLastOwner = (team: readonly Member[], id: string): boolean =>
  !team.some((other) => other.id !== id && other.role === 'owner' && !other.isDisabled);

export interface TeamChange {
  readonly businessId: number;
  /** The member's account. */
  readonly id: string;
  /** Null takes them out of the team. */
  readonly role: Role | null;
  /** The account of an owner, or `command`. */
  readonly actor: string;
  readonly now: number;
}

/** Two changes of one team come one after the other: each sees what the other left. */
export const lockTeam = (transaction: Database, businessId: number): Promise<void> =>
  engineOf(transaction).lock(transaction, `team ${businessId}`);

/**
 * Changes the role of a member, or takes them out. Their sessions at this business end, and their tokens where they
 * have no other.
 * @returns `unknown` for somebody who is not in the team, or where the actor is no owner any more; nothing is changed
 * unless it is `done`.
 */
export async function changeTeam(
  transaction: Database,
  { businessId, id, role, actor, now }: TeamChange,
): Promise<'done' | 'unknown' | 'last owner'> {
  await lockTeam(transaction, businessId);
  const team = await readTeam(transaction, businessId);
  const member = team.find((one) => one.id === id);
  if (!member || (actor !== BY_COMMAND && team.find((one) => one.id === actor)?.role !== 'owner')) return 'unknown';
  if (member.role === role) return 'done';
  if (role !== 'owner' && member.role === 'owner' && isLastOwner(team, id)) return 'last owner';
  if (role === null) await takeOut(transaction, businessId, id, now);
  else
    await transaction
      .updateTable('account_business')
      .set({ role })
      .where('business_id', '=', businessId)
      .where('account_id', '=', id)
      .execute();
  const kind = role === null ? 'removed from the team' : 'role changed';
  await noteEvent(transaction, { businessId, kind, actor, reason: role, whom: id, now });
  return 'done';
}

async function takeOut(transaction: Database, businessId: number, id: string, now: number): Promise<void> {
  await transaction
    .deleteFrom('account_business')
    .where('business_id', '=', businessId)
    .where('account_id', '=', id)
    .execute();
  await endSessions(transaction, id, now, { businessId });
  if (!(await hasBusiness(transaction, id))) await endTokens(transaction, id, now);
}

/**
 * Gives somebody who has an account a role at a business, by command.
 * @throws ApiError `businessNotAvailable`; `userNotFound` for an address without an account; `notPermitted` for the
 * only owner, and for the account of the proxy.
 */
export async function giveRole(
  db: Database,
  domain: string,
  { email, role }: { readonly email: string; readonly role: Role },
  now = Date.now(),
): Promise<void> {
  const { id: businessId } = await requireBusiness(db, domain);
  const account = await requireAccount(db, email);
  if (account.email === proxyEmail)
    throw refuse('notPermitted', 'This is the account of the proxy, and of nobody else');
  await inTransaction(db, async (transaction) => {
    const change = { businessId, id: account.id, role, actor: BY_COMMAND, now } as const;
    const outcome = await changeTeam(transaction, change);
    if (outcome === 'last owner')
      throw refuse('notPermitted', `${account.email} is the only owner: make somebody else an owner first`);
    if (outcome === 'done') return;
    await addRight(transaction, account.id, domain, role);
    const joined = { businessId, kind: 'joined', actor: BY_COMMAND, reason: role, whom: account.id, now } as const;
    await noteEvent(transaction, joined);
  });
}

/** As `plaudit team list --json` gives it. */
export interface ListedMember {
  readonly email: string;
  readonly role: Role;
  /** When they were asked to join, for somebody who has not joined yet. */
  readonly invited: string | null;
  readonly last_seen: string | null;
}

/** Members by address, then those who are invited. @throws ApiError `businessNotAvailable` */
export async function listTeam(db: Database, domain: string, now = Date.now()): Promise<ListedMember[]> {
  const { id } = await requireBusiness(db, domain);
  const members = await readTeam(db, id);
  const invitations = await readInvitations(db, id, now);
  return [
    ...members.map(({ email, role, lastSeenAt }) => ({
      email,
      role,
      invited: null,
      last_seen: lastSeenAt === null ? null : formatDateTime(lastSeenAt),
    })),
    ...invitations.map(({ email, role, at }) => ({ email, role, invited: formatDateTime(at), last_seen: null })),
  ];
}
