/** Accounts and tokens, for operators to see. */
import { sql } from 'kysely';
import type { Address } from '../../../contract/entities/entities.ts';
import { holdingOf, type Holding } from '../holding.ts';
import type { Database } from '../../data/tables.ts';

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
  readonly holding: Holding;
  readonly acceptsUnknownProducts: boolean;
  /** Where it can be written to by post, in one line. */
  readonly address: string | null;
  /** The settings of its look, by the names of the flags; a logo is only known to be there. */
  readonly look: readonly string[];
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
    .leftJoin('catalogue_setting', 'catalogue_setting.business_id', 'business.id')
    .leftJoin('shop_look', 'shop_look.business_id', 'business.id')
    .select(['id', 'domain', 'hold_reviews', 'accepts_unknown', 'address'])
    .select(['logo_key', 'accent', 'background', 'font', 'locale'])
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
  return {
    businesses: businesses.map(
      ({ domain, hold_reviews, accepts_unknown, address, logo_key, accent, background, font, locale }) => ({
        domain,
        holding: holdingOf({ hold_reviews }),
        acceptsUnknownProducts: accepts_unknown === 1,
        address: address === null ? null : (JSON.parse(address) as Address).completeAddress,
        look: [
          ...(logo_key === null ? [] : ['logo']),
          ...Object.entries({ accent, background, font, locale }).flatMap(([name, value]) =>
            value === null ? [] : `${name} ${value}`,
          ),
        ],
      }),
    ),
    accounts: accounts.map(({ id, email, disabled_at, sessions }) => ({
      email,
      businesses: businesses
        .filter((business) => rights.some((right) => right.account_id === id && right.business_id === business.id))
        .map(({ domain }) => domain),
      sessions: Number(sessions),
      disabledAt: disabled_at,
    })),
    clients: await listClients(db),
  };
}

const listClients = (db: Database): Promise<ListedClient[]> =>
  db
    .selectFrom('api_client')
    .select(['prefix', 'label', 'created_at as createdAt', 'revoked_at as revokedAt'])
    .orderBy('created_at')
    .orderBy('label')
    .execute();
