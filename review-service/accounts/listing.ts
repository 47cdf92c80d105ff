/** Who may call, for operators to see. */
import { sql } from 'kysely';
import type { Database } from '../tables.ts';

export interface ListedAccount {
  readonly email: string;
  readonly businesses: readonly string[];
  /** User tokens that are valid. */
  readonly sessions: number;
  /** Milliseconds since 1970. */
  readonly disabledAt: number | null;
}

export interface ListedClient {
  readonly prefix: string;
  readonly label: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970. */
  readonly revokedAt: number | null;
}

export interface ListedBusiness {
  readonly domain: string;
  readonly holdsReviews: boolean;
}

/** Everything that the other commands here work on. */
export interface Listing {
  readonly businesses: readonly ListedBusiness[];
  readonly accounts: readonly ListedAccount[];
  readonly clients: readonly ListedClient[];
}

export async function listAccounts(db: Database, now = Date.now()): Promise<Listing> {
  const businesses = await db
    .selectFrom('business')
    .select(['id', 'domain', 'hold_reviews'])
    .orderBy('domain')
    .execute();
  const rights = await db.selectFrom('account_business').selectAll().execute();
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'email', 'disabled_at'])
    .select((eb) =>
      eb
        .selectFrom('user_token')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('account_id', '=', 'account.id')
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .as('sessions'),
    )
    .orderBy('email')
    .execute();
  const clients = await db.selectFrom('api_client').selectAll().orderBy('created_at').orderBy('label').execute();
  return {
    businesses: businesses.map(({ domain, hold_reviews }) => ({ domain, holdsReviews: hold_reviews === 1 })),
    accounts: accounts.map(({ id, email, disabled_at, sessions }) => ({
      email,
      businesses: businesses
        .filter((business) => rights.some((right) => right.account_id === id && right.business_id === business.id))
        .map(({ domain }) => domain),
      sessions: Number(sessions),
      disabledAt: disabled_at,
    })),
    clients: clients.map(({ prefix, label, created_at, revoked_at }) => ({
      prefix,
      label,
      createdAt: created_at,
      revokedAt: revoked_at,
    })),
  };
}
