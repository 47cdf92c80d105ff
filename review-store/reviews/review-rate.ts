import { sql } from 'kysely';
import { findProductBySku } from '../products/products.ts';
import type { Store } from '../content/ids.ts';
import { State } from '../tables.ts';

const WEEKS = 13;
const WEEK_MS = 604_800_000;

/** How many reviews of a business itself were published per week in the last quarter. */
export async function usualShopReviewsPerWeek(db: Store, businessId: number, now: number): Promise<number> {
  const { reviews } = await db
    .selectFrom('review')
    .select(sql<number>`count(*)`.as('reviews'))
    .where('business_id', '=', businessId)
    .where('state', '=', State.published)
    .where('created_at', '>', now - WEEKS * WEEK_MS)
    .executeTakeFirstOrThrow();
  return Number(reviews) / WEEKS;
}

/** How many reviews of a product were published per week in the last quarter; 0 if nobody knows it. */
export async function usualReviewsPerWeek(db: Store, businessId: number, sku: string, now: number): Promise<number> {
  const product = await findProductBySku(db, businessId, sku);
  if (!product) return 0;
  const { reviews } = await db
    .selectFrom('product_review')
    .select(sql<number>`count(*)`.as('reviews'))
    .where('business_id', '=', businessId)
    .where('product_id', '=', product.id)
    .where('state', '=', State.published)
    .where('created_at', '>', now - WEEKS * WEEK_MS)
    .executeTakeFirstOrThrow();
  return Number(reviews) / WEEKS;
}
