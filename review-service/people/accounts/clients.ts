/** The programs that call the API, by their client tokens. */
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { Database } from '../../data/tables.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** How much of a client token is stored, to tell it from others; the rest, over 200 bits, stays unknown. */
const PREFIX_LENGTH = 8;

/** @returns the client token; it is not stored, and cannot be shown again. */
export async function createClient(db: Database, label: string, now: number, token = newSecret()): Promise<string> {
  await db
    .insertInto('api_client')
    .values({
      token_hash: hashSecret(token),
      prefix: token.slice(0, PREFIX_LENGTH),
      label,
      created_at: now,
      revoked_at: null,
    })
    .execute();
  return token;
}

export interface RevokedClient {
  readonly prefix: string;
  readonly label: string;
}

/**
 * Revokes every client token with this label, or the one that begins with it.
 * @throws ApiError `clientTokenInvalid` if there is none, or several begin like this.
 */
export async function revokeClients(db: Database, prefixOrLabel: string, now: number): Promise<RevokedClient[]> {
  const valid = await db
    .selectFrom('api_client')
    .select(['token_hash', 'prefix', 'label'])
    .where('revoked_at', 'is', null)
    .execute();
  const labelled = valid.filter(({ label }) => label === prefixOrLabel);
  const meant = labelled.length > 0 ? labelled : valid.filter(({ prefix }) => prefix.startsWith(prefixOrLabel));
  if (meant.length === 0)
    throw refuse('clientTokenInvalid', `No valid client token begins with ${prefixOrLabel} or is labelled so`);
  if (labelled.length === 0 && meant.length > 1)
    throw refuse(
      'clientTokenInvalid',
      `${meant.length} client tokens begin with ${prefixOrLabel}: give more of the one that is meant`,
    );
  for (const { token_hash } of meant)
    await db.updateTable('api_client').set({ revoked_at: now }).where('token_hash', '=', token_hash).execute();
  return meant.map(({ prefix, label }) => ({ prefix, label }));
}
