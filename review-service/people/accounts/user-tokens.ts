/** User tokens: random, kept as hashes, valid for six months. */
import { atomically } from '../../../review-store/databases/transaction.ts';
import type { Database } from '../../data/tables.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** A login leaves earlier tokens of the account valid, up to this many; then the oldest goes. */
export const MAX_TOKENS = 100;
const LIFETIME_MONTHS = 6;
/** For this long an expired token is told from one that never existed. */
const REMEMBERED_MS = 30 * 86_400_000;

/** Where somebody logged in. */
interface Place {
  /** See failed-logins.ts. */
  readonly source: string;
  readonly clientToken: string;
}

export async function issueToken(
  db: Database,
  accountId: string,
  now: number,
  place: Place | null = null,
): Promise<{ token: string; expiresAt: number }> {
  const token = newSecret();
  const expiresAt = new Date(now);
  expiresAt.setUTCMonth(expiresAt.getUTCMonth() + LIFETIME_MONTHS);
  await atomically(db, async (transaction) => {
    // Logins of one user wait for each other here; otherwise each would count one token too few.
    await transaction
      .updateTable('account')
      .set((eb) => ({ id: eb.ref('id') }))
      .where('id', '=', accountId)
      .execute();
    await addToken(transaction, accountId, token, now, expiresAt.getTime(), place);
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

export async function addToken(
  db: Database,
  accountId: string,
  token: string,
  createdAt: number,
  expiresAt: number,
  place: Place | null = null,
): Promise<void> {
  await db
    .insertInto('user_token')
    .values({
      token_hash: hashSecret(token),
      account_id: accountId,
      created_at: createdAt,
      expires_at: expiresAt,
      ended_at: null,
      source_hash: place?.source ?? null,
      client_hash: place && hashSecret(place.clientToken),
    })
    .execute();
}

/** Tokens of a disabled user stay as they are until the user is enabled again. */
export async function forgetOldTokens(db: Database, now: number): Promise<void> {
  const letIn = db.selectFrom('account').select('id').where('disabled_at', 'is', null);
  await db
    .deleteFrom('user_token')
    .where('expires_at', '<=', now - REMEMBERED_MS)
    .where('account_id', 'in', letIn)
    .execute();
}

/**
 * Ends all tokens of an account.
 * @returns how many were valid until now.
 */
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

/** A program that logged in with an account, by its client token. */
export interface SignedInProgram {
  readonly label: string;
  readonly prefix: string;
}

/** Those with valid tokens; null stands for logins of which it was not noted. */
export async function listPrograms(db: Database, accountId: string, now: number): Promise<(SignedInProgram | null)[]> {
  const rows = await db
    .selectFrom('user_token')
    .leftJoin('api_client', 'api_client.token_hash', 'user_token.client_hash')
    .select(['label', 'prefix'])
    .distinct()
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('label')
    .execute();
  return rows.map(({ label, prefix }) => (label === null || prefix === null ? null : { label, prefix }));
}
