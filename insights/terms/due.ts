import type { InsightDb } from '../tables.ts';

/** These reviews are new, or may have changed: their gists are worked out soon, and the old ones serve until then. */
export async function markForGist(
  db: InsightDb,
  businessId: number,
  part: 'productReviews' | 'reviews',
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insertInto('mirror_gist_due')
    .values(ids.map((id) => ({ business_id: businessId, part, review_id: id, marks: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'part', 'review_id'])
        .doUpdateSet((eb) => ({ marks: eb('mirror_gist_due.marks', '+', 1) })),
    )
    .execute();
}
