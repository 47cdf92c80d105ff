/**
 * What is known of each item of a listing: the sweep that saw it last, a fingerprint of what is kept, and whether it
 * has been missing. A listing that shifts while it is walked can hide an item once, and a server can have a bad
 * minute: an item is gone when it was missing twice, a minute or more apart, and not seen in between.
 */
import { createHash } from 'node:crypto';
import type { ProxyDb } from '../state/tables.ts';
import type { PartName } from './parts.ts';

export interface SeenItem {
  readonly id: number;
  /** Of what was read; empty where it is to be read again. */
  readonly print: string;
}

/** Milliseconds between the two looks that must both miss an item. */
export const BETWEEN_MISSES = 60_000;

/** Goes into every fingerprint: a store that keeps more than before has everything read anew. */
const SHAPE = 1;

export function fingerprint(item: unknown): string {
  return createHash('sha1').update(`${SHAPE}${JSON.stringify(item)}`).digest('base64url');
}

export async function markSeen(db: ProxyDb, business: string, part: PartName, items: readonly SeenItem[], sweep: number): Promise<void> {
  if (items.length === 0) return;
  await db
    .insertInto('mirror_item')
    .values(items.map(({ id, print }) => ({ business, part, item_id: id, sweep, print, missed_at: null })))
    .onConflict((conflict) => conflict.columns(['business', 'part', 'item_id']).doUpdateSet((eb) => ({ sweep: eb.ref('excluded.sweep'), print: eb.ref('excluded.print'), missed_at: null })))
    .execute();
}

/** The fingerprints of those of these that are known, by id. */
export async function readPrints(db: ProxyDb, business: string, part: PartName, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('mirror_item')
    .select(['item_id', 'print'])
    .where('business', '=', business)
    .where('part', '=', part)
    .where('item_id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.item_id, row.print]));
}

/** As if these had never been seen. */
export async function forget(db: ProxyDb, business: string, part: PartName, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('mirror_item').where('business', '=', business).where('part', '=', part).where('item_id', 'in', [...ids]).execute();
}

/** Whatever comes next of a part is kept, although it says nothing new. */
export async function readEverythingAnew(db: ProxyDb, business: string, part: PartName): Promise<void> {
  await db.updateTable('mirror_item').set({ print: '' }).where('business', '=', business).where('part', '=', part).execute();
}

/** Notes what a sweep did not see, and takes out, and answers, what is gone. */
export function takeUnseen(db: ProxyDb, business: string, part: PartName, sweep: number, now: number): Promise<number[]> {
  const unseen = { business, part, where: { sweep } };
  return takeMissing(db, unseen, now);
}

/** The same for single items that were missing from where they belong. */
export async function takeMissed(db: ProxyDb, business: string, part: PartName, ids: readonly number[], now: number): Promise<number[]> {
  return ids.length === 0 ? [] : takeMissing(db, { business, part, where: { ids } }, now);
}

interface Missing {
  readonly business: string;
  readonly part: PartName;
  readonly where: { readonly sweep: number } | { readonly ids: readonly number[] };
}

async function takeMissing(db: ProxyDb, { business, part, where }: Missing, now: number): Promise<number[]> {
  const gone = db.deleteFrom('mirror_item').where('business', '=', business).where('part', '=', part).where('missed_at', '<=', now - BETWEEN_MISSES).returning('item_id');
  const noted = db.updateTable('mirror_item').set({ missed_at: now }).where('business', '=', business).where('part', '=', part).where('missed_at', 'is', null);
  if ('sweep' in where) {
    const rows = await gone.where('sweep', '<', where.sweep).execute();
    await noted.where('sweep', '<', where.sweep).execute();
    return rows.map((row) => row.item_id);
  }
  const rows = await gone.where('item_id', 'in', [...where.ids]).execute();
  await noted.where('item_id', 'in', [...where.ids]).execute();
  return rows.map((row) => row.item_id);
}

/** Items that were missing once, since before the given moment: worth another look. */
export async function readMissing(db: ProxyDb, business: string, part: PartName, before: number, limit: number): Promise<number[]> {
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
