/** Links to the page where a review of a business is written. */
import { newSecret } from '../accounts/secrets.ts';
import type { Database } from '../tables.ts';

const DAY = 86_400_000;
const LIFETIME_MS = 30 * DAY;
/** A shop asks for its link again and again: for a day it gets the same one. */
const REUSED_FOR_MS = DAY;

export interface WriteLink {
  readonly hash: string;
  readonly expiresAt: number;
}

export async function findOrMakeWriteLink(db: Database, businessId: number, now: number): Promise<WriteLink> {
  const recent = await db
    .selectFrom('write_link')
    .select(['hash', 'expires_at'])
    .where('business_id', '=', businessId)
    .where('created_at', '>', now - REUSED_FOR_MS)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (recent) return { hash: recent.hash, expiresAt: recent.expires_at };
  await db.deleteFrom('write_link').where('expires_at', '<=', now - LIFETIME_MS).execute();
  const link = { hash: newSecret(), expiresAt: now + LIFETIME_MS };
  await db.insertInto('write_link').values({ hash: link.hash, business_id: businessId, created_at: now, expires_at: link.expiresAt }).execute();
  return link;
}

/** What is behind a link: its business, or why there is nothing. */
export async function openWriteLink(db: Database, businessId: number, hash: string, now: number): Promise<'open' | 'expired' | 'unknown'> {
  const link = await db.selectFrom('write_link').select('expires_at').where('business_id', '=', businessId).where('hash', '=', hash).executeTakeFirst();
  if (!link) return 'unknown';
  return link.expires_at > now ? 'open' : 'expired';
}
