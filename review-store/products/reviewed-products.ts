/** Reviews with their products: which product has which published ones, ids and skus only. */
import type { Store } from '../content/ids.ts';
import { State } from '../tables.ts';

export const reviewsWithProducts = (db: Store, businessId: number) =>
  db
    .selectFrom('product_review')
    .innerJoin('product', (join) =>
      join
        .onRef('product.business_id', '=', 'product_review.business_id')
        .onRef('product.id', '=', 'product_review.product_id'),
    )
    .where('product_review.business_id', '=', businessId);

const published = (db: Store, businessId: number) =>
  reviewsWithProducts(db, businessId).where('product_review.state', '=', State.published);

export async function publishedReviewsOf(db: Store, businessId: number, sku: string): Promise<number[]> {
  const rows = await published(db, businessId).select('product_review.id').where('product.sku', '=', sku).execute();
  return rows.map((row) => row.id);
}

/** The products of these reviews, as far as they are published. */
export async function skusOfReviews(db: Store, businessId: number, ids: readonly number[]): Promise<string[]> {
  const rows = await published(db, businessId)
    .select('product.sku')
    .distinct()
    .where('product_review.id', 'in', [...ids])
    .execute();
  return rows.map((row) => row.sku);
}
