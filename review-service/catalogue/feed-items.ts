/** Which products came from a feed, so that one that vanished from it can be told from one that never was in it. */
import { engineOf } from '../../review-store/databases/engine.ts';
import { removeProducts } from '../../review-store/products/product-changes.ts';
import { countAll } from '../../review-store/content/rows.ts';
import { State } from '../../review-store/tables.ts';
import { inTransaction } from '../../review-store/databases/transaction.ts';
import { storeOf, type Database } from '../data/tables.ts';

/** Products in one transaction. */
const AT_ONCE = 500;

/** How many products the last read held. */
export const countKnown = (db: Database, businessId: number, lastRead: number): Promise<number> =>
  countAll(selectHeld(db, businessId, lastRead));

/** How many of these products the last read held. */
export const countPresent = (
  db: Database,
  businessId: number,
  skus: readonly string[],
  lastRead: number,
): Promise<number> => countAll(selectHeld(db, businessId, lastRead).where('sku', 'in', skus));

const selectHeld = (db: Database, businessId: number, lastRead: number) =>
  db.selectFrom('product_feed_item').where('business_id', '=', businessId).where('seen_in_read', '>=', lastRead);

/** @param skus - a few hundred at most: a statement has so many parameters. */
export async function noteSeen(db: Database, businessId: number, skus: readonly string[], read: number): Promise<void> {
  await db
    .insertInto('product_feed_item')
    .values(skus.map((sku) => ({ business_id: businessId, sku, seen_in_read: read })))
    .onConflict((conflict) => conflict.columns(['business_id', 'sku']).doUpdateSet({ seen_in_read: read }))
    .execute();
}

/**
 * Removes the products that this read did not hold, but for those that have reviews.
 * @returns how many were removed.
 */
export async function removeVanished(db: Database, businessId: number, read: number, now: number): Promise<number> {
  let removed = 0;
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('product_feed_item')
      .select('sku')
      .where('business_id', '=', businessId)
      .where('seen_in_read', '<', read)
      .where('sku', '>', last)
      .orderBy('sku')
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return removed;
    const skus = rows.map(({ sku }) => sku);
    removed += await inTransaction(db, (transaction) => removeWithoutReviews(transaction, businessId, skus, now));
    last = skus.at(-1)!;
  }
}

async function removeWithoutReviews(
  transaction: Database,
  businessId: number,
  skus: readonly string[],
  now: number,
): Promise<number> {
  // In the order in which imports lock them.
  const found = transaction
    .selectFrom('product')
    .select(['id', 'sku', 'removed_at'])
    .where('business_id', '=', businessId)
    .where('sku', 'in', skus)
    .orderBy('sku');
  const products = await engineOf(transaction).forUpdate(found).execute();
  if (products.length === 0) return 0;
  const reviewed = await transaction
    .selectFrom('product_review')
    .select('product_id')
    .distinct()
    .where('business_id', '=', businessId)
    .where(
      'product_id',
      'in',
      products.map(({ id }) => id),
    )
    .where('state', '!=', State.removed)
    .execute();
  const kept = new Set(reviewed.map(({ product_id }) => product_id));
  const gone = products.filter(({ id }) => !kept.has(id));
  if (gone.length === 0) return 0;
  await removeProducts(
    storeOf(transaction),
    businessId,
    gone.filter(({ removed_at }) => removed_at === null).map(({ id }) => id),
    now,
  );
  await transaction
    .deleteFrom('product_feed_item')
    .where('business_id', '=', businessId)
    .where(
      'sku',
      'in',
      gone.map(({ sku }) => sku),
    )
    .execute();
  return gone.length;
}
