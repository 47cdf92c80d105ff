/**
 * Deletes for good, where hiding is not enough: in a copy of somebody else's reviews. An item that is gone there may
 * have been erased, and nobody reads removed items of a copy. Authors who have nothing left go too.
 */
import { slices } from '../databases/slices.ts';
import type { Store } from './ids.ts';

const contributionTables = ['product_review', 'review', 'comment', 'product_question', 'question'] as const;

export async function deleteContributions(
  db: Store,
  table: (typeof contributionTables)[number],
  businessId: number,
  ids: readonly number[],
): Promise<void> {
  for (const some of slices(ids)) {
    const rows = await db
      .deleteFrom(table as 'review')
      .where('business_id', '=', businessId)
      .where('id', 'in', some)
      .returning('author_id')
      .execute();
    await deleteIdleAuthors(db, businessId, [...new Set(rows.flatMap((row) => row.author_id ?? []))]);
  }
}

/** Deletes those of these authors who have nothing left. */
export async function deleteIdleAuthors(db: Store, businessId: number, ids: readonly number[]): Promise<void> {
  for (const some of slices(ids)) {
    let idle = db.deleteFrom('author').where('business_id', '=', businessId).where('id', 'in', some);
    for (const table of contributionTables) {
      idle = idle.where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom(table as 'review')
              .select('id')
              .where('business_id', '=', businessId)
              .whereRef('author_id', '=', 'author.id'),
          ),
        ),
      );
    }
    await idle.execute();
  }
}
