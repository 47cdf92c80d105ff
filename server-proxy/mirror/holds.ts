/**
 * Reviews whose counts are in motion. While a vote is on its way to the API, nobody can say whether a page that is
 * read meanwhile counts it or not; kept, such a page would take back a vote that a shopper has just seen counted, or
 * count it twice. So whoever sends a vote holds its review, from before the call until the mirror has the vote too, in
 * one transaction; and a page leaves out what was held at any moment between its question and its being kept. It is
 * read again later.
 *
 * Moments are turns of a gate in the database, not times of a clock: they have one order for all instances.
 */
import type { ProxyDb } from '../state/tables.ts';
import { readTurns, takeTurn } from '../state/transaction.ts';

/** Milliseconds after which a released hold concerns no page any more: none takes so long. */
const FORGET_AFTER_MS = 600_000;

const gate = (business: string): string => `holds ${business}`;

export interface Hold {
  /** The same for every attempt at one write. */
  readonly id: string;
  readonly business: string;
  readonly reviewId: number;
  /** Milliseconds since 1970: what is not released by then has died with its process. */
  readonly until: number;
}

/** Holds a review, before anything is sent. A hold that is there already goes on. */
export async function hold(db: ProxyDb, { id, business, reviewId, until }: Hold): Promise<void> {
  await db
    .insertInto('mirror_hold')
    .values({ id, business, review_id: reviewId, held_until: until, released_at: null, released_turn: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ held_until: until, released_at: null, released_turn: null }))
    .execute();
}

/** Ends a hold, in the transaction that brings the mirror up to date, or finds that there is nothing to bring. */
export async function release(db: ProxyDb, { id, business }: Pick<Hold, 'id' | 'business'>, now: number): Promise<void> {
  const turn = await takeTurn(db, gate(business));
  await db.updateTable('mirror_hold').set({ released_at: now, released_turn: turn }).where('id', '=', id).execute();
  await db.deleteFrom('mirror_hold').where('business', '=', business).where('released_at', '<', now - FORGET_AFTER_MS).execute();
}

/** The moment before a page is asked for. */
export async function currentTurn(db: ProxyDb, business: string): Promise<number> {
  return (await readTurns(db, [gate(business)])).get(gate(business)) ?? 0;
}

/** Of these reviews, those that were held at any moment since. Until this transaction ends no hold is released. */
export async function heldSince(db: ProxyDb, business: string, turn: number, ids: readonly number[], now: number): Promise<ReadonlySet<number>> {
  await takeTurn(db, gate(business));
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('mirror_hold')
    .select('review_id')
    .where('business', '=', business)
    .where('review_id', 'in', [...ids])
    .where((eb) => eb.or([eb('released_turn', '>', turn), eb.and([eb('released_turn', 'is', null), eb('held_until', '>', now)])]))
    .execute();
  return new Set(rows.map((row) => row.review_id));
}

