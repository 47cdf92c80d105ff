/**
 * When an item that the API no longer shows is believed to be gone. A listing that shifts while it is swept can hide an
 * item once, and a server can have a bad minute. So an item is gone when two sweeps have missed it, or a sweep and a
 * refresh, a minute or more apart, without anything seeing it in between.
 *
 * A server can also list nothing for an hour. So where much of a part seems to be gone, its removal is held, until a
 * third sweep agrees or the operator says so.
 */
import { sql } from 'kysely';
import type { ProxyDb } from '../../state/tables.ts';
import type { PartName } from './parts.ts';

/** Between the two sweeps or refreshes that must both miss an item. */
export const BETWEEN_MISSES_MS = 60_000;
/** More items than this are much, where they are more than a tenth. */
const MUCH = 50;
const MUCH_SHARE = 0.1;
/** An empty listing is odd where there were more items than this. */
const ODDLY_EMPTY = 10;
/** How many sweeps must have missed an item. */
const SWEEPS = { usual: 2, held: 3 } as const;

/** Much of a part seems to be gone. */
export interface HeldRemovals {
  readonly missing: number;
  /** All items of the mirror, those included. */
  readonly known: number;
  /** Milliseconds since 1970. */
  readonly since: number;
}

export interface SweepEnd {
  readonly gone: readonly number[];
  readonly held: HeldRemovals | null;
}

/** Counts the items that a sweep has missed; takes out, and returns, those that are gone. */
export async function takeUnseen(
  db: ProxyDb,
  business: string,
  part: PartName,
  { sweep, items }: { sweep: number; items: number },
  now: number,
): Promise<SweepEnd> {
  await countMiss(db, business, part, now).where('sweep', '<', sweep).execute();
  const { missing, known } = await countMissing(db, business, part);
  const isOdd = isMuch(missing, known) || (items === 0 && missing > ODDLY_EMPTY);
  const gone = await takeMissed(db, business, part, isOdd ? SWEEPS.held : SWEEPS.usual);
  const left = { missing: missing - gone.length, known: known - gone.length, since: now };
  const held = isOdd && left.missing > 0 ? await hold(db, business, part, left) : null;
  if (!held) await db.deleteFrom('mirror_removal').where('business', '=', business).where('part', '=', part).execute();
  return { gone, held };
}

/** The same for items that a refresh of their product has missed. A refresh does not settle held removals. */
export async function takeUnseenOf(
  db: ProxyDb,
  business: string,
  part: PartName,
  ids: readonly number[],
  now: number,
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const { missing, known } = await countMissing(db, business, part);
  if (isMuch(missing + ids.length, known)) return [];
  await countMiss(db, business, part, now)
    .where('item_id', 'in', [...ids])
    .execute();
  return takeMissed(db, business, part, SWEEPS.usual, ids);
}

/** Counts a miss of the items that the caller names, but for those that were missed just now. */
const countMiss = (db: ProxyDb, business: string, part: PartName, now: number) =>
  db
    .updateTable('mirror_item')
    .set((eb) => ({ misses: eb('misses', '+', 1), missed_at: now }))
    .where('business', '=', business)
    .where('part', '=', part)
    .where((eb) => eb.or([eb('missed_at', 'is', null), eb('missed_at', '<=', now - BETWEEN_MISSES_MS)]));

/** Takes out everything that is held of a part, since the operator has said that it is gone. */
export async function takeHeld(db: ProxyDb, business: string, part: PartName): Promise<readonly number[]> {
  await db.deleteFrom('mirror_removal').where('business', '=', business).where('part', '=', part).execute();
  return takeMissed(db, business, part, 1);
}

export interface HeldPart extends HeldRemovals {
  readonly business: string;
  readonly part: PartName;
  readonly accepted: boolean;
}

export async function readHeld(db: ProxyDb, businesses?: readonly string[]): Promise<HeldPart[]> {
  const rows = await db
    .selectFrom('mirror_removal')
    .selectAll()
    .$if(businesses !== undefined, (query) => query.where('business', 'in', [...businesses!]))
    .orderBy('business')
    .orderBy('part')
    .execute();
  return rows.map(({ part, accepted_at, ...row }) => ({
    ...row,
    part: part as PartName,
    accepted: accepted_at !== null,
  }));
}

/** The instance that fills the mirror takes it out within a second. */
export async function acceptHeld(db: ProxyDb, now: number, business?: string): Promise<HeldPart[]> {
  const held = await readHeld(db, business === undefined ? undefined : [business]);
  for (const { business, part } of held) {
    await db
      .updateTable('mirror_removal')
      .set({ accepted_at: now })
      .where('business', '=', business)
      .where('part', '=', part)
      .execute();
  }
  return held;
}

/** Items that have been missing since before this moment, and are worth a refresh; none where a removal is held. */
export async function readMissing(
  db: ProxyDb,
  business: string,
  part: PartName,
  before: number,
  limit: number,
): Promise<number[]> {
  if ((await readHeld(db, [business])).some((held) => held.part === part)) return [];
  const rows = await db
    .selectFrom('mirror_item')
    .select('item_id')
    .where('business', '=', business)
    .where('part', '=', part)
    .where('missed_at', '<=', before)
    .limit(limit)
    .execute();
  return rows.map((row) => row.item_id);
}

const isMuch = (missing: number, known: number): boolean => missing > MUCH && missing > known * MUCH_SHARE;

async function countMissing(
  db: ProxyDb,
  business: string,
  part: PartName,
): Promise<{ missing: number; known: number }> {
  const { missing, known } = await db
    .selectFrom('mirror_item')
    .select([sql<number>`count(missed_at)`.as('missing'), sql<number>`count(*)`.as('known')])
    .where('business', '=', business)
    .where('part', '=', part)
    .executeTakeFirstOrThrow();
  return { missing: Number(missing), known: Number(known) };
}

async function takeMissed(
  db: ProxyDb,
  business: string,
  part: PartName,
  misses: number,
  ids?: readonly number[],
): Promise<number[]> {
  const rows = await db
    .deleteFrom('mirror_item')
    .where('business', '=', business)
    .where('part', '=', part)
    .where('misses', '>=', misses)
    .$if(ids !== undefined, (query) => query.where('item_id', 'in', [...ids!]))
    .returning('item_id')
    .execute();
  return rows.map((row) => row.item_id);
}

/** A removal that is held already keeps its time. */
async function hold(
  db: ProxyDb,
  business: string,
  part: PartName,
  { missing, known, since }: HeldRemovals,
): Promise<HeldRemovals> {
  return db
    .insertInto('mirror_removal')
    .values({ business, part, missing, known, since, accepted_at: null })
    .onConflict((conflict) => conflict.columns(['business', 'part']).doUpdateSet({ missing, known }))
    .returning(['missing', 'known', 'since'])
    .executeTakeFirstOrThrow();
}
