import { slices } from '../../../review-store/databases/slices.ts';
import type { Database } from '../../data/tables.ts';

/** A review of an import that was erased is of no import any more: undoing that leaves it known. */
const NO_IMPORT = 0;

/**
 * Forgets what imports keep of people who are erased: copies, addresses of pictures and the vendor's numbers. A
 * keyed hash is left, by which no later file brings them back.
 */
export async function eraseImported(
  db: Database,
  businessId: number,
  erased: {
    readonly authorIds: readonly number[];
    readonly productReviews: readonly { readonly id: number }[];
    readonly reviews: readonly { readonly id: number }[];
  },
): Promise<void> {
  for (const some of slices(erased.authorIds))
    await db.deleteFrom('import_copy').where('business_id', '=', businessId).where('author_id', 'in', some).execute();
  for (const [ofProduct, reviews] of [
    [1, erased.productReviews],
    [0, erased.reviews],
  ] as const) {
    for (const ids of slices(reviews.map(({ id }) => id))) {
      for (const table of ['import_copy', 'import_photo'] as const)
        await db
          .deleteFrom(table)
          .where('business_id', '=', businessId)
          .where('of_product', '=', ofProduct)
          .where('review_id', 'in', ids)
          .execute();
      await db
        .updateTable('imported_review')
        .set({ import_id: NO_IMPORT, vendor_id: null })
        .where('business_id', '=', businessId)
        .where('of_product', '=', ofProduct)
        .where('review_id', 'in', ids)
        .execute();
    }
  }
}
