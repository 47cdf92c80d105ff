/**
 * Tells who is calling, and what they may do. This is asked with every call, since a command in another process may
 * revoke a token or disable a user, and that must hold at once. One query finds all of it. On SQLite the answer is
 * kept until anybody commits anything, which SQLite tells for less than a look-up costs; PostgreSQL cannot tell, and
 * is asked each time.
 */
import { sql } from 'kysely';
import { readDomain } from '../../../contract/domains.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { compiled, type Given } from '../../../review-store/databases/compiled.ts';
import { engineOf } from '../../../review-store/databases/engine.ts';
import { WeighedCache } from '../../../server-kit/weighed-cache.ts';
import type { Database } from '../../data/tables.ts';
import { judgeRights } from './rights.ts';
import { hashSecret } from './secrets.ts';

/** How a caller identifies itself; what was not given is empty. */
export interface Credentials {
  readonly clientToken: string;
  readonly userToken: string;
  /** The business in the path. */
  readonly domain: string;
}

export interface Session {
  readonly accountId: string;
  /** Limits count each token on its own. */
  readonly tokenHash: string;
}

type Facts = Awaited<ReturnType<typeof readFacts>>[number] & { readonly tokenHash: string };

const readFacts = compiled((db: Database, given: Given<Record<'clientHash' | 'tokenHash' | 'domain', string>>) =>
  db
    .selectFrom(sql`(select 1 as call)`.as('call'))
    .leftJoin('api_client', (join) => join.on('api_client.token_hash', '=', given('clientHash')))
    .leftJoin('user_token', (join) => join.on('user_token.token_hash', '=', given('tokenHash')))
    .leftJoin('account', 'account.id', 'user_token.account_id')
    .leftJoin('business', (join) => join.on('business.domain', '=', given('domain')))
    .leftJoin('account_business', (join) =>
      join
        .onRef('account_business.account_id', '=', 'account.id')
        .onRef('account_business.business_id', '=', 'business.id'),
    )
    .selectAll('business')
    .select([
      'api_client.token_hash as client',
      'api_client.revoked_at',
      'account.id as account',
      'user_token.expires_at',
      'user_token.ended_at',
      'account.disabled_at',
      'account_business.account_id as holder',
    ]),
);

/** Some five thousand callers. */
const MOST_BYTES = 8 * 1024 * 1024;
const FACTS_BYTES = 1_000;

export class AccessFinder {
  readonly #db: Database;
  readonly #kept = new WeighedCache<Facts>({ maxBytes: MOST_BYTES, weigh: () => FACTS_BYTES });
  /** The number of the commit that the kept answers are from. */
  #commits = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(given: Credentials): Promise<Facts> {
    const commits = engineOf(this.#db).commitNumber();
    if (commits === null) return this.#read(given);
    if (commits !== this.#commits) {
      this.#kept.clear();
      this.#commits = commits;
    }
    // No header and no domain name contains a line break, so no two callers share a key.
    const key = `${given.userToken}\n${given.domain}\n${given.clientToken}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const facts = await this.#read(given);
    if (commits === this.#commits && facts.client !== null && facts.account !== null) this.#kept.set(key, facts);
    return facts;
  }

  async #read({ clientToken, userToken, domain }: Credentials): Promise<Facts> {
    const tokenHash = hashSecret(userToken);
    const [facts] = await readFacts(this.#db, {
      clientHash: hashSecret(clientToken),
      tokenHash,
      domain: readDomain(domain) ?? '',
    });
    return { ...facts!, tokenHash };
  }
}

/** @throws ApiError `clientTokenInvalid` if the token is missing or unknown, `clientTokenRevoked` if it was revoked. */
export function checkClient(facts: Facts, token: unknown): void {
  if (token === undefined || token === '') throw refuse('clientTokenInvalid', 'Parameter client_token is missing');
  if (facts.client === null)
    throw refuse('clientTokenInvalid', 'Parameter client_token is not a client token of this service');
  if (facts.revoked_at !== null) throw refuse('clientTokenRevoked');
}

/**
 * @throws ApiError `userTokenInvalid` if the token is missing or unknown, `userTokenExpired` if it expired,
 * `sessionInvalid` if it was ended before its time, `userDisabled` if its user is disabled.
 */
export function sessionOf(facts: Facts, token: string, now: number): Session {
  if (token === '') throw refuse('userTokenInvalid', 'Header user_token is missing');
  if (facts.account === null || facts.expires_at === null)
    throw refuse('userTokenInvalid', 'Header user_token is not a token of this service');
  if (facts.expires_at <= now) throw refuse('userTokenExpired');
  if (facts.ended_at !== null) throw refuse('sessionInvalid', 'This session was ended: log in again');
  if (facts.disabled_at !== null) throw refuse('userDisabled');
  return { accountId: facts.account, tokenHash: facts.tokenHash };
}

/**
 * @throws ApiError `businessNotAvailable` if there is no such business, `notPermitted` if the caller has no rights on
 * it.
 */
export function businessOf(facts: Facts): BusinessRow {
  return judgeRights(facts.id === null ? undefined : (facts as unknown as BusinessRow), facts.holder);
}
