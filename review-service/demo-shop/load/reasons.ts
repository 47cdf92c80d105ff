import { removalReasons } from '../../../contract/removal-reasons.ts';
import { State } from '../../../review-store/tables.ts';
import type { Database } from '../../data/tables.ts';

/** Gives the removed reviews of the demo data a reason each, in turn. */
export async function giveReasons(db: Database): Promise<void> {
  for (const table of ['review', 'product_review'] as const) {
    const removed = await db
      .selectFrom(table as 'review')
      .select(['business_id', 'id'])
      .where('state', '=', State.removed)
      .orderBy('id')
      .execute();
    for (const [index, { business_id: businessId, id }] of removed.entries()) {
      await db
        .updateTable(table as 'review')
        .set({ hidden_for: removalReasons[index % removalReasons.length]! })
        .where('business_id', '=', businessId)
        .where('id', '=', id)
        .execute();
    }
  }
}
