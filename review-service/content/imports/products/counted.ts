/** The products that an import brought reviews of: what they had before it, and after it. */
import { sql } from 'kysely';
import { idsIn } from '../../../../review-store/content/ids.ts';
import { toFlag } from '../../../../review-store/content/rows.ts';
import { slices } from '../../../../review-store/databases/slices.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import { eraseImages } from '../../../images/erase-images.ts';
import { OF_PRODUCT_ITSELF } from '../photos.ts';

export interface OfImport {
  readonly businessId: number;
  readonly importId: number;
}

/** Notes what products have, once for each import, before it changes that. */
export async function noteBefore(
  db: Database,
  { businessId, importId }: OfImport,
  productIds: readonly number[],
  isMade = false,
): Promise<void> {
  if (productIds.length === 0) return;
  await sql`
    insert into import_product (business_id, import_id, product_id, is_made, reviews_before, sum_before)
    select business_id, cast(${importId} as bigint), id, cast(${toFlag(isMade)} as bigint), num_reviews, rating_sum
    from product where business_id = ${businessId} and id in ${idsIn(storeOf(db), productIds)} order by id
    on conflict (business_id, import_id, product_id) do nothing`.execute(db);
}

/** Notes what all of them have now that it has ended. */
export async function noteAfter(db: Database, businessId: number, importId: number): Promise<void> {
  const now = (column: 'num_reviews' | 'rating_sum') => sql<number>`(
    select ${sql.ref(column)} from product
    where product.business_id = import_product.business_id and product.id = import_product.product_id)`;
  await db
    .updateTable('import_product')
    .set({ reviews_after: now('num_reviews'), sum_after: now('rating_sum') })
    .where('business_id', '=', businessId)
    .where('import_id', '=', importId)
    .execute();
}

/** Removes the products that an import made and nothing else came to. @returns how many there were. */
export async function removeMade(db: Database, { businessId, importId }: OfImport): Promise<number> {
  const removed = await db
    .deleteFrom('product')
    .where('business_id', '=', businessId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('import_product')
        .select('product_id')
        .where('business_id', '=', businessId)
        .where('import_id', '=', importId)
        .where('is_made', '=', 1),
    )
    .where((eb) =>
      eb.and(
        (['product_review', 'product_question'] as const).map((table) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom(table as 'product_review')
                .select('id')
                .whereRef(`${table as 'product_review'}.business_id`, '=', 'product.business_id')
                .whereRef(`${table as 'product_review'}.product_id`, '=', 'product.id'),
            ),
          ),
        ),
      ),
    )
    .returning(['id', 'images'])
    .execute();
  // Those of products that stay are awaited again by another import.
  await db
    .deleteFrom('import_photo')
    .where('business_id', '=', businessId)
    .where('import_id', '=', importId)
    .where('of_product', '=', OF_PRODUCT_ITSELF)
    .execute();
  const pictures = removed.flatMap(({ images }) => JSON.parse(images) as { readonly url: string }[]);
  await eraseImages(
    db,
    pictures.map(({ url }) => ({ original: url })),
  );
  for (const some of slices(removed.map(({ id }) => id)))
    await db
      .deleteFrom('product_category')
      .where('business_id', '=', businessId)
      .where('product_id', 'in', some)
      .execute();
  return removed.length;
}
