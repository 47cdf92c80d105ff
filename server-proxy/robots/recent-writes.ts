/** What was written within the last day, in SQL: who wrote is a pseudonym, what was written a sketch. */
import { sql } from 'kysely';
import type { ProxyDb, RecentWriteTable } from '../state/tables.ts';
import type { Recent } from './floods.ts';
import type { Sketch } from './likeness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Texts that one is compared with: a flood is among the newest. */
const MOST_COMPARED = 300;

/**
 * When the last few writes of an address were within an hour, the newest first.
 * @param except - a write that is repeated is none of them.
 */
export async function writesOfAddress(db: ProxyDb, address: string, except: string, now: number, limit: number): Promise<number[]> {
  const rows = await within(db, HOUR, now).select('created_at').where('address', '=', address).where('id', '!=', except).orderBy('created_at', 'desc').limit(limit).execute();
  return rows.map((row) => row.created_at);
}

/** Reviews of a business within a day, the newest first. */
export async function recentReviews(db: ProxyDb, business: string, except: string, now: number): Promise<Recent[]> {
  const rows = await within(db, DAY, now)
    .select(['product', 'sketch', 'created_at'])
    .where('business', '=', business)
    .where('product', 'is not', null)
    .where('id', '!=', except)
    .orderBy('created_at', 'desc')
    .limit(MOST_COMPARED)
    .execute();
  return rows.map((row) => ({ product: row.product!, sketch: JSON.parse(row.sketch!) as Sketch, createdAt: row.created_at }));
}

export async function countReviews(db: ProxyDb, business: string, product: string, except: string, withinMs: number, now: number): Promise<number> {
  const { writes } = await within(db, withinMs, now)
    .select(sql<number>`count(*)`.as('writes'))
    .where('business', '=', business)
    .where('product', '=', product)
    .where('id', '!=', except)
    .executeTakeFirstOrThrow();
  return Number(writes);
}

/** The same write again is the same row. */
export async function noteWrite(db: ProxyDb, row: RecentWriteTable): Promise<void> {
  await db.insertInto('proxy_recent_write').values(row).onConflict((conflict) => conflict.column('id').doNothing()).execute();
}

/** It was refused after all: nobody wrote. */
export async function forgetWrite(db: ProxyDb, id: string): Promise<void> {
  await db.deleteFrom('proxy_recent_write').where('id', '=', id).execute();
}

/** Takes a solution, which nobody can use again. False where it was used before. */
export async function spendProof(db: ProxyDb, nonce: string, expiresAt: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('proxy_spent_proof')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Forgets what is a day old, and proofs that have expired; also what a clock that was wrong dated far ahead. */
export async function forgetOldWrites(db: ProxyDb, now: number): Promise<void> {
  await db.deleteFrom('proxy_recent_write').where((eb) => eb.or([eb('created_at', '<=', now - DAY), eb('created_at', '>', now + DAY)])).execute();
  await db.deleteFrom('proxy_spent_proof').where('expires_at', '<=', now).execute();
}

/** What a clock that was wrong dated far ahead counts for nobody. */
function within(db: ProxyDb, ms: number, now: number) {
  return db.selectFrom('proxy_recent_write').where('created_at', '>', now - ms).where('created_at', '<=', now + ms);
}
