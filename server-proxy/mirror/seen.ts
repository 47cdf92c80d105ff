/**
 * Which sweep saw each item last. A listing that shifts while it is walked can hide an item once; one that two
 * sweeps in a row have not seen is gone.
 */
import type { ProxyDb } from '../state/tables.ts';
import type { PartName } from './parts.ts';

export async function markSeen(db: ProxyDb, business: string, part: PartName, ids: readonly number[], sweep: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insertInto('mirror_seen')
    .values([...new Set(ids)].map((item_id) => ({ business, part, item_id, sweep })))
    .onConflict((conflict) => conflict.columns(['business', 'part', 'item_id']).doUpdateSet({ sweep }))
    .execute();
}

/** True where at least one of these was seen before. */
export async function anySeen(db: ProxyDb, business: string, part: PartName, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const row = await db
    .selectFrom('mirror_seen')
    .select('item_id')
    .where('business', '=', business)
    .where('part', '=', part)
    .where('item_id', 'in', [...ids])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes out, and answers, the ids that neither this sweep nor the one before it saw. */
export async function takeUnseen(db: ProxyDb, business: string, part: PartName, sweep: number): Promise<number[]> {
  const rows = await db
    .deleteFrom('mirror_seen')
    .where('business', '=', business)
    .where('part', '=', part)
    .where('sweep', '<=', sweep - 2)
    .returning('item_id')
    .execute();
  return rows.map((row) => row.item_id);
}
