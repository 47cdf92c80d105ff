/** The changes after a place, in the order in which they were committed. */
import { sql } from 'kysely';
import type { Database } from '../tables.ts';
import type { Place } from './epochs.ts';
import type { ChangingKind } from './tables.ts';

export interface ChangedRow extends Place {
  readonly kind: ChangingKind;
  readonly item_id: number;
}

/**
 * At most so many, oldest first. Changes of transactions that began after one that is still under way come later: a
 * holder of a copy who has passed a place will never find anything new before it.
 */
export async function readChanges(
  db: Database,
  businessId: number,
  { tx, number }: Place,
  count: number,
): Promise<readonly ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    select kind, item_id, tx, number from change
    where business_id = ${businessId} and (tx, number) > (${tx}, ${number})
      and tx < (select settled from change_horizon)
    order by tx, number limit ${count} + 0`.execute(db);
  return rows;
}

/** The last change of which all before are known. */
export const lastSettled = (db: Database, businessId: number): Promise<Place | undefined> =>
  db
    .selectFrom('change')
    .select(['tx', 'number'])
    .where('business_id', '=', businessId)
    .where('tx', '<', (eb) => eb.selectFrom('change_horizon').select('settled'))
    .orderBy('tx', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
