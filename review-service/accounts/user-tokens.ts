/** User tokens: random, kept as hashes, valid for six months. */
import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../tables.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** A login leaves earlier tokens of the account valid, up to this many; then the oldest goes. */
export const MAX_TOKENS = 100;
const LIFETIME_MONTHS = 6;

export interface Session {
  readonly accountId: string;
  /** What the limits count by: each token has its own. */
  readonly tokenHash: string;
}

export async function issueToken(db: Database, accountId: string, now: number): Promise<{ token: string; expiresAt: number }> {
  const token = newSecret();
  const expiresAt = new Date(now);
  expiresAt.setUTCMonth(expiresAt.getUTCMonth() + LIFETIME_MONTHS);
  await db.transaction().execute(async (transaction) => {
    await addToken(transaction, accountId, token, now, expiresAt.getTime());
    await transaction
      .deleteFrom('user_token')
      .where('account_id', '=', accountId)
      .where('token_hash', 'not in', (tokens) =>
        tokens
          .selectFrom('user_token')
          .select('token_hash')
          .where('account_id', '=', accountId)
          .orderBy('created_at', 'desc')
          .orderBy('expires_at', 'desc')
          .orderBy('token_hash')
          .limit(MAX_TOKENS),
      )
      .execute();
  });
  return { token, expiresAt: expiresAt.getTime() };
}

export async function addToken(db: Database, accountId: string, token: string, createdAt: number, expiresAt: number): Promise<void> {
  await db
    .insertInto('user_token')
    .values({ token_hash: hashSecret(token), account_id: accountId, created_at: createdAt, expires_at: expiresAt })
    .execute();
}

/** @throws ApiError 203 where the token is missing or unknown, 207 where it expired, 202 where its user is disabled. */
export async function findSession(db: Database, token: unknown, now: number): Promise<Session> {
  if (typeof token !== 'string' || token === '') throw new ApiError(203, 'Header user_token is missing');
  const tokenHash = hashSecret(token);
  const found = await db
    .selectFrom('user_token')
    .innerJoin('account', 'account.id', 'user_token.account_id')
    .select(['user_token.account_id', 'user_token.expires_at', 'account.disabled_at'])
    .where('user_token.token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!found) throw new ApiError(203, 'Header user_token is not a token of this service');
  if (found.expires_at <= now) throw new ApiError(207);
  if (found.disabled_at !== null) throw new ApiError(202);
  return { accountId: found.account_id, tokenHash };
}
