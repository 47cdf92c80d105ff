/** User tokens: random, kept as hashes, valid for six months. */
import { ApiError } from '../../contract/errors.ts';
import { compiled } from '../../review-store/compiled.ts';
import type { Database } from '../tables.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** A login leaves earlier tokens of the account valid, up to this many; then the oldest goes. */
export const MAX_TOKENS = 100;
const LIFETIME_MONTHS = 6;
/** So long an expired token is told from one that never was. */
const REMEMBERED_MS = 30 * 86_400_000;

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
    // Logins of one user at once wait for each other here, or each would see one token too few.
    await transaction.updateTable('account').set((eb) => ({ id: eb.ref('id') })).where('id', '=', accountId).execute();
    await addToken(transaction, accountId, token, now, expiresAt.getTime());
    await transaction.deleteFrom('user_token').where('account_id', '=', accountId).where('expires_at', '<=', now - REMEMBERED_MS).execute();
    await transaction
      .deleteFrom('user_token')
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .where('token_hash', 'not in', (tokens) =>
        tokens
          .selectFrom('user_token')
          .select('token_hash')
          .where('account_id', '=', accountId)
          .where('ended_at', 'is', null)
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
    .values({ token_hash: hashSecret(token), account_id: accountId, created_at: createdAt, expires_at: expiresAt, ended_at: null })
    .execute();
}

/** Makes all tokens of an account invalid, and answers how many were valid until now. */
export async function endTokens(db: Database, accountId: string, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('user_token')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

const sessionsByHash = compiled((db: Database, hash: string) =>
  db
    .selectFrom('user_token')
    .innerJoin('account', 'account.id', 'user_token.account_id')
    .select(['user_token.account_id', 'user_token.expires_at', 'user_token.ended_at', 'account.disabled_at'])
    .where('user_token.token_hash', '=', hash),
);

/**
 * @throws ApiError 203 where the token is missing or unknown, 207 where it expired, 204 where it was ended before its
 * time, 202 where its user is disabled.
 */
export async function findSession(db: Database, token: unknown, now: number): Promise<Session> {
  if (typeof token !== 'string' || token === '') throw new ApiError(203, 'Header user_token is missing');
  const tokenHash = hashSecret(token);
  const [found] = await sessionsByHash(db, tokenHash);
  if (!found) throw new ApiError(203, 'Header user_token is not a token of this service');
  if (found.expires_at <= now) throw new ApiError(207);
  if (found.ended_at !== null) throw new ApiError(204, 'This session was ended: log in again');
  if (found.disabled_at !== null) throw new ApiError(202);
  return { accountId: found.account_id, tokenHash };
}
