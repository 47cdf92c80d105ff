import { eraseAuthors } from '../../../../review-store/content/authors.ts';
import { storeOf, type Database } from '../../../data/tables.ts';

const contents = ['product_review', 'review', 'comment', 'product_question', 'question', 'message'] as const;

/**
 * Deletes authors of whom nothing is left, and counts the others' reviews.
 * @param authorIds - once for each of their reviews that went.
 */
export async function dropUnusedAuthors(db: Database, businessId: number, authorIds: readonly number[]): Promise<void> {
  const ids = [...new Set(authorIds)];
  if (ids.length === 0) return;
  const used = new Set<number>();
  for (const table of contents) {
    const rows = await db
      .selectFrom(table as 'review')
      .select('author_id')
      .distinct()
      .where('business_id', '=', businessId)
      .where('author_id', 'in', ids)
      .execute();
    for (const { author_id: id } of rows) if (id !== null) used.add(id);
  }
  const unused = ids.filter((id) => !used.has(id));
  if (unused.length > 0) await eraseAuthors(storeOf(db), businessId, unused);
  for (const id of used) {
    const gone = authorIds.filter((one) => one === id).length;
    await db
      .updateTable('author')
      .set((eb) => ({ num_reviews: eb('num_reviews', '-', gone) }))
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute();
  }
}
