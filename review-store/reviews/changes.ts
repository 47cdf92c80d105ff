/**
 * Changes that a copy of the reviews has to follow, other than new ones: reviews that were edited, taken from view or
 * published. Each change has a number, counted by business, and a review keeps the number of its last one. A review
 * that is saved as a server of the API gave it has no number: nobody copies from a copy.
 */
import type { Product, ProductReview, Review } from '../../contract/entities/entities.ts';
import { earlierSkusOf } from '../products/earlier-skus.ts';
import type { Store } from '../content/ids.ts';
import { readProductReviews } from './product-reviews.ts';
import { toProduct } from '../products/products.ts';
import { readReviews } from './reviews.ts';

/** Takes the next number. Nobody else takes one until this transaction ends, so they are committed in their order. */
export async function nextChange(db: Store, businessId: number): Promise<number> {
  const { last_change: number } = await db
    .updateTable('business')
    .set((eb) => ({ last_change: eb('last_change', '+', 1) }))
    .where('id', '=', businessId)
    .returning('last_change')
    .executeTakeFirstOrThrow();
  return number;
}

/** The number of the last change of a business. */
export async function lastChange(db: Store, businessId: number): Promise<number> {
  const { last_change: number } = await db
    .selectFrom('business')
    .select('last_change')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  return number;
}

export interface ReviewChanges {
  /** Products that got another sku, or became parts of others or products of their own again; none that are removed. */
  readonly products: Product[];
  /** All that each of them was called before. */
  readonly earlierSkus: { readonly product_id: number; readonly skus: string[] }[];
  /** In any state, as they are now. */
  readonly reviews: Review[];
  readonly productReviews: ProductReview[];
  /** Everything up to this number is in here. */
  readonly upTo: number;
  /** False if there may be more, up to the last that was asked for. */
  readonly isAll: boolean;
}

export interface ChangesQuery {
  /** The last number that is known already. */
  readonly after: number;
  /** The last number that was taken. A review with a later change is left out. */
  readonly last: number;
  /** Reviews at most. */
  readonly count: number;
}

/** The reviews that have changed, the oldest first; only the last change of each. */
export async function readReviewChanges(
  db: Store,
  businessId: number,
  { after, last, count }: ChangesQuery,
): Promise<ReviewChanges> {
  const changed = async (table: 'review' | 'product_review' | 'product') => {
    const rows = await db
      .selectFrom(table as 'review')
      .select(['id', 'change_number'])
      .where('business_id', '=', businessId)
      .where('change_number', '>', after)
      .where('change_number', '<=', last)
      .orderBy('change_number')
      .limit(count)
      .execute();
    return rows.map(({ id, change_number: number }) => ({ table, id, number: number! }));
  };
  const found = [...(await changed('review')), ...(await changed('product_review')), ...(await changed('product'))]
    .toSorted((one, other) => one.number - other.number)
    .slice(0, count);
  const idsIn = (table: string) => found.filter((one) => one.table === table).map(({ id }) => id);
  const isAll = found.length < count;
  const products = await readLiveProducts(db, businessId, idsIn('product'));
  const earlier = await earlierSkusOf(
    db,
    businessId,
    products.map(({ id }) => id),
  );
  return {
    isAll,
    upTo: isAll ? last : found.at(-1)!.number,
    products,
    earlierSkus: [...earlier].map(([product_id, skus]) => ({ product_id, skus })),
    reviews: inOrder(idsIn('review'), await readReviews(db, businessId, idsIn('review'))),
    productReviews: inOrder(
      idsIn('product_review'),
      new Map((await readProductReviews(db, businessId, idsIn('product_review'))).map((one) => [one.id, one])),
    ),
  };
}

async function readLiveProducts(db: Store, businessId: number, ids: readonly number[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('product')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .where('removed_at', 'is', null)
    .orderBy('change_number')
    .execute();
  return rows.map(toProduct);
}

/** Without those that were erased meanwhile. */
const inOrder = <Item>(ids: readonly number[], items: ReadonlyMap<number, Item>): Item[] =>
  ids.flatMap((id) => items.get(id) ?? []);
