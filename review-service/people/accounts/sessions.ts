/** Sessions of the console: random, kept as hashes. */
import { sql } from 'kysely';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import type { Subject } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { hashSecret, newSecret } from './secrets.ts';

export const LONGEST_SESSION_MS = 14 * 86_400_000;
const IDLE_MS = 12 * 3_600_000;
/** Not every page that is looked at is written down. */
const SEEN_EVERY_MS = 60_000;
/** For as long a network that an account signed in from is known to be its own; see failed-logins.ts. */
const REMEMBERED_MS = 90 * 86_400_000;
/** To look a code up and type it, after the password. */
const CODE_WITHIN_MS = 10 * 60_000;

/** A moderator works on reviews and questions; everything else is the owner's. */
export type Role = 'owner' | 'moderator';

/** Somebody who is signed in. */
export interface Session {
  /** The stored form of its token: what belongs to the session is kept with this. */
  readonly tokenHash: string;
  readonly account: {
    readonly id: string;
    readonly email: string;
    /** Keys do what buttons do. */
    readonly hasKeys: boolean;
    /** After an action the same thing is shown, rather than the next. */
    readonly stays: boolean;
  };
  /** The one that was chosen at the top. */
  readonly business: BusinessRow;
  /** All of the account's, oldest first. */
  readonly businesses: readonly Pick<BusinessRow, 'id' | 'domain' | 'name'>[];
  readonly role: Role;
  /** The only thing that a link in a mail lets somebody at. */
  readonly item?: Subject;
}

export interface NewSession {
  readonly accountId: string;
  /** The header `User-Agent`. */
  readonly agent: string;
  /** See failed-logins.ts. */
  readonly source: string;
  /** True if a code is to be given before it lets anybody in. */
  readonly wantsCode?: boolean;
  /** The one to begin with. */
  readonly businessId?: number;
}

/** @returns what the browser keeps. */
export async function beginSession(db: Database, session: NewSession, now: number): Promise<string> {
  const { accountId, agent, source, wantsCode = false, businessId = null } = session;
  const token = newSecret();
  await db
    .insertInto('console_session')
    .values({
      token_hash: hashSecret(token),
      account_id: accountId,
      business_id: businessId,
      agent: nameOfAgent(agent),
      source_hash: source,
      wants_code: wantsCode ? 1 : 0,
      created_at: now,
      seen_at: now,
      ended_at: null,
    })
    .execute();
  return token;
}

const live = (now: number) =>
  sql<boolean>`console_session.ended_at is null and console_session.created_at > ${now - LONGEST_SESSION_MS}
    and console_session.seen_at > ${now - IDLE_MS} and console_session.wants_code = 0`;

/** Asked with every page, as the rights of a call are: whoever is shut out is so at once. */
export async function findSession(db: Database, token: string, now: number): Promise<Session | null> {
  const tokenHash = hashSecret(token);
  const rows = await db
    .selectFrom('console_session')
    .innerJoin('account', 'account.id', 'console_session.account_id')
    .innerJoin('account_business', 'account_business.account_id', 'account.id')
    .innerJoin('business', 'business.id', 'account_business.business_id')
    .selectAll('business')
    .select(['account.email as account_email', 'account.id as account', 'role', 'seen_at', 'keys_off', 'stays'])
    .select('console_session.business_id as chosen')
    .where('token_hash', '=', tokenHash)
    .where('account.disabled_at', 'is', null)
    .where(live(now))
    .orderBy('business.id')
    .execute();
  // A session never turns to another business by itself: a form of an open page would then act there.
  const row = rows.find(({ id, chosen }) => chosen === null || id === chosen);
  if (!row) return null;
  if (row.chosen === null || row.seen_at <= now - SEEN_EVERY_MS)
    await patch(db, tokenHash, { seen_at: now, business_id: row.id });
  const {
    account_email: email,
    account: id,
    role,
    seen_at: _,
    chosen: __,
    keys_off: keysOff,
    stays,
    ...business
  } = row;
  const account = { id, email, hasKeys: keysOff === 0, stays: stays === 1 };
  return { tokenHash, account, business, businesses: rows, role };
}

/** Somebody without any has nowhere to go. */
export async function hasBusiness(db: Database, accountId: string): Promise<boolean> {
  const rights = db.selectFrom('account_business').select('business_id').where('account_id', '=', accountId);
  return (await rights.limit(1).executeTakeFirst()) !== undefined;
}

export const chooseBusiness = (db: Database, { tokenHash }: Session, businessId: number): Promise<unknown> =>
  patch(db, tokenHash, { business_id: businessId });

const patch = (db: Database, tokenHash: string, values: { seen_at?: number; business_id?: number }) =>
  db.updateTable('console_session').set(values).where('token_hash', '=', tokenHash).execute();

/** Somebody who has given the password and is asked for a code. */
export const findWaiting = (
  db: Database,
  token: string,
  now: number,
): Promise<{ readonly id: string; readonly email: string } | undefined> =>
  db
    .selectFrom('console_session')
    .innerJoin('account', 'account.id', 'console_session.account_id')
    .select(['account.id', 'account.email'])
    .where('token_hash', '=', hashSecret(token))
    .where('wants_code', '=', 1)
    .where('ended_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('console_session.created_at', '>', now - CODE_WITHIN_MS)
    .executeTakeFirst();

/** Ends the session that a browser keeps, whatever state it is in. */
export const endSession = (db: Database, token: string, now: number): Promise<unknown> =>
  db
    .updateTable('console_session')
    .set({ ended_at: now })
    .where('token_hash', '=', hashSecret(token))
    .where('ended_at', 'is', null)
    .execute();

/**
 * Ends sessions of an account.
 * @param only - all but one (`except`), one alone (`id`, see `ListedSession`), or those at a business.
 */
export async function endSessions(
  db: Database,
  accountId: string,
  now: number,
  only: { readonly except?: string; readonly id?: string; readonly businessId?: number } = {},
): Promise<void> {
  let query = db
    .updateTable('console_session')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null);
  if (only.except !== undefined) query = query.where('token_hash', '!=', only.except);
  if (only.id !== undefined) query = query.where(sql`substr(token_hash, 1, ${ID_LENGTH})`, '=', only.id);
  if (only.businessId !== undefined) query = query.where('business_id', '=', only.businessId);
  await query.execute();
}

/** Enough to tell sessions of one account apart; the whole is not shown. */
const ID_LENGTH = 16;

export interface ListedSession {
  readonly id: string;
  readonly agent: string;
  readonly createdAt: number;
  readonly seenAt: number;
  /** It is the one that asks. */
  readonly isThis: boolean;
}

/** The one that asks, then the newest first. */
export async function listSessions(
  db: Database,
  { account, tokenHash }: Pick<Session, 'account' | 'tokenHash'>,
  now: number,
): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom('console_session')
    .select(['token_hash', 'agent', 'created_at', 'seen_at'])
    .where('account_id', '=', account.id)
    .where(live(now))
    .orderBy('created_at', 'desc')
    .execute();
  const sessions = rows.map(({ token_hash: hash, agent, created_at: createdAt, seen_at: seenAt }) => ({
    id: hash.slice(0, ID_LENGTH),
    agent,
    createdAt,
    seenAt,
    isThis: hash === tokenHash,
  }));
  return sessions.toSorted((a, b) => Number(b.isThis) - Number(a.isThis));
}

/** And what was done in sessions that are over: nobody can take it back any more. */
export async function forgetOldSessions(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('console_session')
    .where('created_at', '<', now - REMEMBERED_MS)
    .execute();
  await db
    .deleteFrom('act')
    .where('created_at', '<', now - LONGEST_SESSION_MS)
    .execute();
}

const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const;
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'] as const;
const spoken: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' };

/** The name that a person knows a browser by; empty for one that says neither. */
function nameOfAgent(agent: string): string {
  const names = [browsers, systems].flatMap((known) => known.find((name) => agent.includes(name)) ?? []);
  return names.map((name) => spoken[name] ?? name).join(' on ');
}
