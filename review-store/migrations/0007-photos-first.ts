import type { Kysely } from 'kysely';

/** Nothing but indexes. */
export const olderPrograms = 'all';

/** All reviews, those with photos first: of a product, and of all of them. */
export async function up(db: Kysely<never>): Promise<void> {
  const order = ['state', 'has_photos', 'created_at', 'id'];
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`product_review_${name}`).on('product_review').columns(columns).execute();
  await index('photos_first', ['business_id', ...order]);
  await index('photos_first_of_product', ['business_id', 'product_id', ...order]);
}
