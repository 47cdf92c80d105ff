/**
 * The record of each item of a listing: the last sweep that saw it, a fingerprint of what is kept, and how often it
 * has been missing since.
 */
import { slices } from '../../../review-store/databases/slices.ts';
import type { ProxyDb } from '../../state/tables.ts';
import type { SeenItem } from './fingerprint.ts';
import type { PartName } from './parts.ts';

export async function markSeen(
  db: ProxyDb,
  business: string,
  part: PartName,
  items: readonly SeenItem[],
  sweep: number,
): Promise<void> {
  for (const some of slices(items))
    await db
      .insertInto('mirror_item')
      .values(some.map(({ id, print }) => ({ business, part, item_id: id, sweep, print, misses: 0, missed_at: null })))
      .onConflict((conflict) =>
        conflict.columns(['business', 'part', 'item_id']).doUpdateSet((eb) => ({
          sweep: eb.ref('excluded.sweep'),
          print: eb.ref('excluded.print'),
          misses: 0,
          missed_at: null,
        })),
      )
      .execute();
}

/** Fingerprints by id, for the items that are known. */
export async function readPrints(
  db: ProxyDb,
  business: string,
  part: PartName,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const prints = new Map<number, string>();
  const items = db.selectFrom('mirror_item').select(['item_id', 'print']).where('business', '=', business);
  for (const some of slices(ids))
    for (const row of await items.where('part', '=', part).where('item_id', 'in', some).execute())
      prints.set(row.item_id, row.print);
  return prints;
}

/** As if these items had never been seen. */
export async function forget(db: ProxyDb, business: string, part: PartName, ids: readonly number[]): Promise<void> {
  for (const some of slices(ids))
    await db
      .deleteFrom('mirror_item')
      .where('business', '=', business)
      .where('part', '=', part)
      .where('item_id', 'in', some)
      .execute();
}

/** The next read of a part is kept, even if it is not new. */
export async function readEverythingAnew(db: ProxyDb, business: string, part: PartName): Promise<void> {
  await db
    .updateTable('mirror_item')
    .set({ print: '' })
    .where('business', '=', business)
    .where('part', '=', part)
    .execute();
}

/** The same for some items. */
export async function readAnew(db: ProxyDb, business: string, part: PartName, ids: readonly number[]): Promise<void> {
  for (const some of slices(ids))
    await db
      .updateTable('mirror_item')
      .set({ print: '' })
      .where('business', '=', business)
      .where('part', '=', part)
      .where('item_id', 'in', some)
      .execute();
}
