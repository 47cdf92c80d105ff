/**
 * Who calls, and what they may. It is asked with every call, since a token is revoked and a user disabled by a command
 * in another process, and at once; one query finds all of it. On SQLite the answer is kept until anybody commits
 * anything, which SQLite tells for less than a look-up costs; PostgreSQL cannot tell, and is asked each time.
 */
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { refuse } from '../../contract/errors.ts';
import type { BusinessRow } from '../../review-store/businesses.ts';
import { compiled } from '../../review-store/compiled.ts';
import { readerOf } from '../../review-store/reader.ts';
import type { Database } from '../tables.ts';
import { isDomainName, judgeRights } from './rights.ts';
import { hashSecret } from './secrets.ts';

/** What a call is known by. Whatever of it was not given is empty. */
export interface Credentials {
  readonly clientToken: string;
  readonly userToken: string;
  /** The business in the path. */
  readonly domain: string;
}

export interface Session {
  readonly accountId: string;
  /** What the limits count by: each token has its own. */
  readonly tokenHash: string;
}

type Facts = Awaited<ReturnType<typeof readFacts>>[number] & { readonly tokenHash: string };

const readFacts = compiled((db: Database, clientHash: string, tokenHash: string, domain: string) =>
  db
    .selectFrom(sql`(select 1 as call)`.as('call'))
    .leftJoin('api_client', (join) => join.on('api_client.token_hash', '=', clientHash))
    .leftJoin('user_token', (join) => join.on('user_token.token_hash', '=', tokenHash))
    .leftJoin('account', 'account.id', 'user_token.account_id')
    .leftJoin('business', (join) => join.on('business.domain', '=', domain))
    .leftJoin('account_business', (join) => join.onRef('account_business.account_id', '=', 'account.id').onRef('account_business.business_id', '=', 'business.id'))
    .selectAll('business')
    .select(['api_client.token_hash as client', 'api_client.revoked_at', 'account.id as account', 'user_token.expires_at', 'user_token.ended_at', 'account.disabled_at', 'account_business.account_id as holder']),
);

const MAX_KEPT = 5_000;

export class AccessFinder {
  readonly #db: Database;
  readonly #kept = new LRUCache<string, Facts>({ max: MAX_KEPT });
  /** The state of the database that the kept answers are of. */
  #version = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(given: Credentials): Promise<Facts> {
    const reader = readerOf(this.#db);
    if (!reader) return this.#read(given);
    const version = reader.version();
    if (version !== this.#version) {
      this.#kept.clear();
      this.#version = version;
    }
    // No header and no domain name holds a line break, so that no two calls have one key.
    const key = `${given.userToken}\n${given.domain}\n${given.clientToken}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const facts = await this.#read(given);
    if (version === this.#version && facts.client !== null && facts.account !== null) this.#kept.set(key, facts);
    return facts;
  }

  async #read({ clientToken, userToken, domain }: Credentials): Promise<Facts> {
    const tokenHash = hashSecret(userToken);
    const [facts] = await readFacts(this.#db, hashSecret(clientToken), tokenHash, isDomainName(domain) ? domain.toLowerCase() : '');
    return { ...facts!, tokenHash };
  }
}

/** @throws ApiError `clientTokenInvalid` where the token is missing or unknown, `clientTokenRevoked` where it was revoked. */
export function checkClient(facts: Facts, token: unknown): void {
  if (token === undefined || token === '') throw refuse('clientTokenInvalid', 'Parameter client_token is missing');
  if (facts.client === null) throw refuse('clientTokenInvalid', 'Parameter client_token is not a client token of this service');
  if (facts.revoked_at !== null) throw refuse('clientTokenRevoked');
}

/**
 * @throws ApiError `userTokenInvalid` where the token is missing or unknown, `userTokenExpired` where it expired, `sessionInvalid` where it was ended before its
 * time, `userDisabled` where its user is disabled.
 */
export function sessionOf(facts: Facts, token: string, now: number): Session {
  if (token === '') throw refuse('userTokenInvalid', 'Header user_token is missing');
  if (facts.account === null || facts.expires_at === null) throw refuse('userTokenInvalid', 'Header user_token is not a token of this service');
  if (facts.expires_at <= now) throw refuse('userTokenExpired');
  if (facts.ended_at !== null) throw refuse('sessionInvalid', 'This session was ended: log in again');
  if (facts.disabled_at !== null) throw refuse('userDisabled');
  return { accountId: facts.account, tokenHash: facts.tokenHash };
}

/** @throws ApiError `businessNotAvailable` where there is no such business, `notPermitted` where it is not one of the caller's. */
export function businessOf(facts: Facts): BusinessRow {
  return judgeRights(facts.id === null ? undefined : (facts as unknown as BusinessRow), facts.holder);
}
