/** The programs that call the API, by their client tokens. */
import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../tables.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** @returns the client token; it is not stored, and cannot be shown again. */
export async function createClient(db: Database, label: string, now: number, token = newSecret()): Promise<string> {
  await db.insertInto('api_client').values({ token_hash: hashSecret(token), label, created_at: now, revoked_at: null }).execute();
  return token;
}

export async function revokeClient(db: Database, token: string, now: number): Promise<boolean> {
  const result = await db
    .updateTable('api_client')
    .set({ revoked_at: now })
    .where('token_hash', '=', hashSecret(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** @throws ApiError 101 where the token is missing or unknown, 102 where it was revoked. */
export async function checkClient(db: Database, token: unknown): Promise<void> {
  if (token === undefined || token === '') throw new ApiError(101, 'Parameter client_token is missing');
  const client =
    typeof token === 'string'
      ? await db.selectFrom('api_client').select('revoked_at').where('token_hash', '=', hashSecret(token)).executeTakeFirst()
      : undefined;
  if (!client) throw new ApiError(101, 'Parameter client_token is not a client token of this service');
  if (client.revoked_at !== null) throw new ApiError(102);
}
