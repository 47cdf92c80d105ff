/**
 * Tells who is calling, and what they may do. This is asked with every call, since a command in another process may
 * revoke a token or disable a user, and that must hold at once.
 */
import { sql } from 'kysely';
import { readDomain } from '../../../contract/domains.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import type { Database } from '../../data/tables.ts';
import { judgeRights } from './rights.ts';
import { hashSecret } from './secrets.ts';
import type { Role } from './sessions.ts';

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

/** The rights of a caller; a business that is not there has no id. */
export type Access = (BusinessRow | { readonly [Column in keyof BusinessRow]: null }) & {
  readonly tokenHash: string;
  readonly client: string | null;
  readonly revoked_at: number | null;
  readonly account: string | null;
  readonly expires_at: number | null;
  readonly ended_at: number | null;
  readonly disabled_at: number | null;
  readonly holder: string | null;
  /** At the business; null without rights on one. */
  readonly role: Role | null;
  /** Whether any product of the business had another sku before. */
  readonly renames: boolean | 0 | 1;
};

/** Everything that is asked of a call before it is answered, in one query. */
export async function readAccess(db: Database, { clientToken, userToken, domain }: Credentials): Promise<Access> {
  const tokenHash = hashSecret(userToken);
  const { rows } = await sql<Access>`
    select business.*, api_client.token_hash as client, api_client.revoked_at, account.id as account,
      user_token.expires_at, user_token.ended_at, account.disabled_at, account_business.account_id as holder,
      account_business.role,
      exists (select 1 from earlier_sku where earlier_sku.business_id = business.id) as renames
    from (select 1 as call) as this
    left join api_client on api_client.token_hash = ${hashSecret(clientToken)}
    left join user_token on user_token.token_hash = ${tokenHash}
    left join account on account.id = user_token.account_id
    left join business on business.domain = ${readDomain(domain) ?? ''}
    left join account_business
      on account_business.account_id = account.id and account_business.business_id = business.id`.execute(db);
  return { ...rows[0]!, tokenHash };
}

/** @throws ApiError `clientTokenInvalid` if the token is missing or unknown, `clientTokenRevoked` if it was revoked. */
export function checkClient(access: Access, token: unknown): void {
  if (token === undefined || token === '') throw refuse('clientTokenInvalid', 'Parameter client_token is missing');
  if (access.client === null)
    throw refuse('clientTokenInvalid', 'Parameter client_token is not a client token of this service');
  if (access.revoked_at !== null) throw refuse('clientTokenRevoked');
}

/**
 * @throws ApiError `userTokenInvalid` if the token is missing or unknown, `userTokenExpired` if it expired,
 * `sessionInvalid` if it was ended before its time, `userDisabled` if its user is disabled.
 */
export function sessionOf(access: Access, token: string, now: number): Session {
  if (token === '') throw refuse('userTokenInvalid', 'Header user_token is missing');
  if (access.account === null || access.expires_at === null)
    throw refuse('userTokenInvalid', 'Header user_token is not a token of this service');
  if (access.expires_at <= now) throw refuse('userTokenExpired');
  if (access.ended_at !== null) throw refuse('sessionInvalid', 'This session was ended: log in again');
  if (access.disabled_at !== null) throw refuse('userDisabled');
  return { accountId: access.account, tokenHash: access.tokenHash };
}

/**
 * @throws ApiError `businessNotAvailable` if there is no such business, `notPermitted` if the caller has no rights on
 * it.
 */
export function businessOf(access: Access): BusinessRow {
  return judgeRights(access.id === null ? undefined : access, access.holder);
}
