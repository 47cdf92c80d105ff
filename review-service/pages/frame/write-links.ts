/**
 * Links to the pages for writing a review of a business, and for asking about one of its products. The random part is
 * made from the key of the database and the moment, so today's link can be given out again although only its hash is
 * stored.
 */
import { keyOf } from '../../../review-store/secrets/data-key.ts';
import { hashSecret } from '../../people/accounts/secrets.ts';
import type { Database } from '../../data/tables.ts';

const DAY_MS = 86_400_000;
const LIFETIME_MS = 30 * DAY_MS;
/** A shop asks for its link again and again; for a day it gets the same one. */
const REUSED_FOR_MS = DAY_MS;

export interface WriteLink {
  /** The random part, as the API calls it. */
  readonly hash: string;
  readonly expiresAt: number;
}

export async function findOrMakeWriteLink(db: Database, businessId: number, now: number): Promise<WriteLink> {
  const recent = await db
    .selectFrom('write_link')
    .select(['hash', 'created_at', 'expires_at'])
    .where('business_id', '=', businessId)
    .where('created_at', '>', now - REUSED_FOR_MS)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (recent) {
    const given = tokenOf(db, businessId, recent.created_at);
    if (hashSecret(given) === recent.hash) return { hash: given, expiresAt: recent.expires_at };
  }
  const link = { hash: tokenOf(db, businessId, now), expiresAt: now + LIFETIME_MS };
  await db
    .insertInto('write_link')
    .values({ hash: hashSecret(link.hash), business_id: businessId, created_at: now, expires_at: link.expiresAt })
    // Two that ask at the same moment get the same link.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return link;
}

const tokenOf = (db: Database, businessId: number, createdAt: number): string =>
  keyOf(db).hash('write link', String(businessId), String(createdAt));

/** For as long as a link worked, it is told from one that never existed after it expired. */
export async function forgetWriteLinks(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('write_link')
    .where('expires_at', '<=', now - LIFETIME_MS)
    .execute();
}

/** Tells whether a link works, and if it does not, why. */
export async function openWriteLink(
  db: Database,
  businessId: number,
  hash: string,
  now: number,
): Promise<'open' | 'expired' | 'unknown'> {
  const link = await db
    .selectFrom('write_link')
    .select('expires_at')
    .where('business_id', '=', businessId)
    .where('hash', '=', hashSecret(hash))
    .executeTakeFirst();
  if (!link) return 'unknown';
  return link.expires_at > now ? 'open' : 'expired';
}
