/** What was written within the last day, in SQL. Writers are pseudonyms, and texts are sketches. */
import { sql } from 'kysely';
import type { ProxyDb, RecentWriteTable } from '../state/tables.ts';
import type { Recent } from './floods.ts';
import type { Sketch } from './likeness.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How many texts a new one is compared with: a flood is among the newest. */
const MOST_COMPARED = 300;

/**
 * When an address last wrote within an hour, the newest first.
 * @param except - a repeated write, which does not count.
 */
export async function writesOfAddress(
  db: ProxyDb,
  address: string,
  except: string,
  now: number,
  limit: number,
): Promise<number[]> {
  const rows = await within(db, HOUR_MS, now)
    .select('created_at')
    .where('address', '=', address)
    .where('id', '!=', except)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.created_at);
}

/** Reviews of a business within a day, the newest first. */
export async function recentReviews(db: ProxyDb, business: string, except: string, now: number): Promise<Recent[]> {
  const rows = await within(db, DAY_MS, now)
    .select(['product', 'sketch', 'created_at'])
    .where('business', '=', business)
    .where('product', 'is not', null)
    .where('id', '!=', except)
    .orderBy('created_at', 'desc')
    .limit(MOST_COMPARED)
    .execute();
  return rows.map((row) => ({
    product: row.product!,
    sketch: JSON.parse(row.sketch!) as Sketch,
    createdAt: row.created_at,
  }));
}

export async function countReviews(
  db: ProxyDb,
  business: string,
  product: string,
  except: string,
  withinMs: number,
  now: number,
): Promise<number> {
  const { writes } = await within(db, withinMs, now)
    .select(sql<number>`count(*)`.as('writes'))
    .where('business', '=', business)
    .where('product', '=', product)
    .where('id', '!=', except)
    .executeTakeFirstOrThrow();
  return Number(writes);
}

/** The same write has only one row. */
export async function noteWrite(db: ProxyDb, row: RecentWriteTable): Promise<void> {
  await db
    .insertInto('proxy_recent_write')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** It was refused after all, so it does not count. */
export async function forgetWrite(db: ProxyDb, id: string): Promise<void> {
  await db.deleteFrom('proxy_recent_write').where('id', '=', id).execute();
}

/** Uses up a proof. False where it was used before. */
export async function spendProof(db: ProxyDb, nonce: string, expiresAt: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('proxy_spent_proof')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Forgets writes of more than a day ago or far in the future (the clock was wrong), and expired proofs. */
export async function forgetOldWrites(db: ProxyDb, now: number): Promise<void> {
  await db
    .deleteFrom('proxy_recent_write')
    .where((eb) => eb.or([eb('created_at', '<=', now - DAY_MS), eb('created_at', '>', now + DAY_MS)]))
    .execute();
  await db.deleteFrom('proxy_spent_proof').where('expires_at', '<=', now).execute();
}

/** Writes that were dated far ahead by a clock that was wrong do not count. */
function within(db: ProxyDb, withinMs: number, now: number) {
  return db
    .selectFrom('proxy_recent_write')
    .where('created_at', '>', now - withinMs)
    .where('created_at', '<=', now + withinMs);
}
