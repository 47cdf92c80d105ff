/** Products that get another sku, or become part of another product, and the way back. */
import { engineOf } from '../databases/engine.ts';
import { forgetEarlierSku, saveEarlierSku } from '../products/earlier-skus.ts';
import type { Store } from '../content/ids.ts';
import { removeProducts, restoreProduct } from '../products/product-changes.ts';
import { ReviewTally } from '../products/product-ratings.ts';
import type { ProductRow } from '../products/products.ts';
import { State } from '../tables.ts';
import { searchText } from '../databases/text.ts';
import { atomically } from '../databases/transaction.ts';

/** Gives a product, which is locked, another sku. */
export async function renameProduct(db: Store, businessId: number, product: ProductRow, sku: string): Promise<void> {
  const { id, title, brand, description } = product;
  // It may be called again what it was called before.
  await forgetEarlierSku(db, businessId, sku);
  await db
    .updateTable('product')
    .set({
      sku,
      search_text: searchText(businessId, title, brand, sku, description),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute();
}

/** The content of a product that became part of another one. */
export interface Merged {
  readonly reviews: readonly number[];
  readonly questions: readonly number[];
  /** Its own earlier skus. */
  readonly earlierSkus: readonly string[];
}

/** Makes a product part of another one, with all that was said of it. Both are locked. */
export async function mergeProducts(
  db: Store,
  businessId: number,
  from: ProductRow,
  into: ProductRow,
  now: number,
): Promise<Merged> {
  const merged = await moveAll(db, businessId, from.id, into.id);
  await removeProducts(db, businessId, [from.id], now);
  const earlier = await db
    .updateTable('earlier_sku')
    .set({ product_id: into.id })
    .where('business_id', '=', businessId)
    .where('product_id', '=', from.id)
    .returning('sku')
    .execute();
  return { ...merged, earlierSkus: earlier.map(({ sku }) => sku) };
}

/** Makes a product that became part of another one a product of its own again, with what it had and is still there. */
export async function splitProduct(
  db: Store,
  businessId: number,
  from: number,
  into: number,
  merged: Merged,
): Promise<Pick<Merged, 'reviews' | 'questions'>> {
  await restoreProduct(db, businessId, from);
  if (merged.earlierSkus.length > 0)
    await db
      .updateTable('earlier_sku')
      .set({ product_id: from })
      .where('business_id', '=', businessId)
      .where('product_id', '=', into)
      .where('sku', 'in', [...merged.earlierSkus])
      .execute();
  const reviews = await moveReviews(db, businessId, { from: into, to: from, ids: merged.reviews });
  return { reviews, questions: await moveQuestions(db, businessId, { from: into, to: from, ids: merged.questions }) };
}

/**
 * Keeps in a copy what the server says of a product's past: a product that has become part of this one gives all it
 * has.
 * @returns what has moved, and the products that it has moved from.
 */
export function saveEarlierSkus(
  db: Store,
  businessId: number,
  productId: number,
  skus: readonly string[],
  now: number,
): Promise<Pick<Merged, 'reviews' | 'questions'> & { readonly products: readonly number[] }> {
  return atomically(db, async (db) => {
    await db
      .deleteFrom('earlier_sku')
      .where('business_id', '=', businessId)
      .where('product_id', '=', productId)
      .$if(skus.length > 0, (some) => some.where('sku', 'not in', [...skus]))
      .execute();
    const moved = { products: [] as number[], reviews: [] as number[], questions: [] as number[] };
    for (const sku of skus) {
      await saveEarlierSku(db, businessId, { sku, productId, undo: null });
      const before = await db
        .selectFrom('product')
        .select('id')
        .where('business_id', '=', businessId)
        .where('sku', '=', sku)
        .executeTakeFirst();
      if (!before || before.id === productId) continue;
      const { reviews, questions } = await moveAll(db, businessId, before.id, productId);
      moved.products.push(before.id);
      moved.reviews.push(...reviews);
      moved.questions.push(...questions);
      await removeProducts(db, businessId, [before.id], now);
    }
    return moved;
  });
}

async function moveAll(
  db: Store,
  businessId: number,
  from: number,
  to: number,
): Promise<Pick<Merged, 'reviews' | 'questions'>> {
  return {
    reviews: await moveReviews(db, businessId, { from, to }),
    questions: await moveQuestions(db, businessId, { from, to }),
  };
}

interface Move {
  readonly from: number;
  readonly to: number;
  /** Without them, all. */
  readonly ids?: readonly number[];
}

/** Databases limit the number of parameters of a statement. */
const AT_ONCE = 500;

/** @returns those that have moved, in order. */
async function moveReviews(db: Store, businessId: number, { from, to, ids }: Move): Promise<number[]> {
  const tally = new ReviewTally();
  const moved: number[] = [];
  for (const some of slices(ids)) {
    const rows = await db
      .updateTable('product_review')
      .set({ product_id: to })
      .where('business_id', '=', businessId)
      .where('product_id', '=', from)
      .$if(some !== undefined, (found) => found.where('id', 'in', some!))
      .returning(['id', 'rating', 'state'])
      .execute();
    for (const { id, rating, state } of rows) {
      moved.push(id);
      if (state !== State.published) continue;
      tally.add(from, rating, -1);
      tally.add(to, rating, 1);
    }
  }
  await tally.write(db, businessId);
  return moved.toSorted((one, other) => one - other);
}

async function moveQuestions(db: Store, businessId: number, { from, to, ids }: Move): Promise<number[]> {
  const moved: number[] = [];
  for (const some of slices(ids)) {
    const rows = await db
      .updateTable('product_question')
      .set({ product_id: to })
      .where('business_id', '=', businessId)
      .where('product_id', '=', from)
      .$if(some !== undefined, (found) => found.where('id', 'in', some!))
      .returning('id')
      .execute();
    moved.push(...rows.map(({ id }) => id));
  }
  return moved;
}

/** Undefined stands for all. */
function slices(ids: readonly number[] | undefined): (readonly number[] | undefined)[] {
  if (ids === undefined) return [undefined];
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) =>
    ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}

/** The product of this sku in any state, locked until this transaction ends. */
export function lockAnyProduct(db: Store, businessId: number, sku: string): Promise<ProductRow | undefined> {
  const found = db.selectFrom('product').selectAll().where('business_id', '=', businessId).where('sku', '=', sku);
  return engineOf(db).forUpdate(found).executeTakeFirst();
}
