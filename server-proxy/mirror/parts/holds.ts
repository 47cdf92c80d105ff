/**
 * Reviews whose counts are changing. While a vote is on its way to the API, nobody can say whether a page that is read
 * meanwhile counts it. Keeping that page might take back a vote that a shopper has just seen counted, or count it
 * twice. So whoever sends a vote holds its review from before the call until the mirror has the vote too, in one
 * transaction. A page leaves out reviews that were held at any time between being asked for and being kept; they are
 * read again later.
 *
 * Where a person is erased or a product is removed, no page that was asked for before is kept: it may show them still.
 *
 * Times are turns at a gate of the database, not of a clock, so that all instances agree on their order.
 */
import type { ProxyDb } from '../../state/tables.ts';
import { readTurns, takeTurn } from '../../state/transaction.ts';

/** No page takes longer, so that older holds do not matter. */
const FORGET_AFTER_MS = 600_000;

/** Reviews and questions have numbers of their own, so questions stand below zero here. */
export const numberOfQuestion = (id: number): number => -id;

/** Neither a review nor a question has this number. */
const EVERYTHING = 0;

const gate = (business: string): string => `holds ${business}`;

export interface Hold {
  /** The same for every attempt at one write. */
  readonly id: string;
  readonly business: string;
  readonly reviewId: number;
  /** Milliseconds since 1970. A hold that is not released by then has died with its process. */
  readonly until: number;
}

/** Holds a review, before anything is sent. A hold that exists is extended. */
export async function hold(db: ProxyDb, { id, business, reviewId, until }: Hold): Promise<void> {
  await db
    .insertInto('mirror_hold')
    .values({ id, business, review_id: reviewId, held_until: until, released_at: null, released_turn: null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ held_until: until, released_at: null, released_turn: null }),
    )
    .execute();
}

/** Ends a hold, in the transaction that brings the mirror up to date if it has to be. */
export async function release(
  db: ProxyDb,
  { id, business }: Pick<Hold, 'id' | 'business'>,
  now: number,
): Promise<void> {
  const turn = await takeTurn(db, gate(business));
  await db.updateTable('mirror_hold').set({ released_at: now, released_turn: turn }).where('id', '=', id).execute();
  await db
    .deleteFrom('mirror_hold')
    .where('business', '=', business)
    .where('released_at', '<', now - FORGET_AFTER_MS)
    .execute();
}

/** The turn before a page is asked for. */
export async function currentTurn(db: ProxyDb, business: string): Promise<number> {
  return (await readTurns(db, [gate(business)])).get(gate(business)) ?? 0;
}

/**
 * Outdates all pages that were asked for before now, in the transaction that takes away what they may still show. To be
 * called first in it, since whoever keeps a page takes this turn first, too.
 */
export async function outdatePages(db: ProxyDb, business: string, now: number): Promise<void> {
  const id = `erased ${business}`;
  await hold(db, { id, business, reviewId: EVERYTHING, until: now });
  await release(db, { id, business }, now);
}

/** The held items of a page, which may not be kept. */
export interface HeldSince {
  /** True where all of it is held. */
  readonly everything: boolean;
  /** Which of its reviews were held at any time since it was asked for. */
  readonly held: ReadonlySet<number>;
}

/** No hold is released until this transaction ends. */
export async function heldSince(
  db: ProxyDb,
  business: string,
  turn: number,
  ids: readonly number[],
  now: number,
): Promise<HeldSince> {
  await takeTurn(db, gate(business));
  const rows = await db
    .selectFrom('mirror_hold')
    .select('review_id')
    .where('business', '=', business)
    .where('review_id', 'in', [EVERYTHING, ...ids])
    .where((eb) =>
      eb.or([eb('released_turn', '>', turn), eb.and([eb('released_turn', 'is', null), eb('held_until', '>', now)])]),
    )
    .execute();
  const held = new Set(rows.map((row) => row.review_id));
  return { everything: held.delete(EVERYTHING), held };
}
