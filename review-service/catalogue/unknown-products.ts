/** A review of a product that is not in the catalogue is refused, or makes the product. */
import { refuse, type ApiError } from '../../contract/endpoints/errors.ts';
import { nextId } from '../../review-store/content/ids.ts';
import { saveProducts } from '../../review-store/products/product-changes.ts';
import { newProduct } from '../../review-store/products/product-entries.ts';
import { findProductBySku, holdsSku } from '../../review-store/products/products.ts';
import type { Service } from '../context.ts';
import { requireBusiness } from '../data/require-business.ts';
import { storeOf, type Database } from '../data/tables.ts';

const WHAT_TO_DO =
  "a review was refused, since its product is not in the catalogue: take it in with 'plaudit products import', " +
  "or let reviews make products with 'plaudit account set --unknown-products accept'";

/** @throws ApiError `businessNotAvailable` if there is no such business. */
export async function acceptUnknownProducts(db: Database, domain: string, accepts: boolean): Promise<void> {
  const { id } = await requireBusiness(db, domain);
  const accepts_unknown = accepts ? 1 : 0;
  await db
    .insertInto('catalogue_setting')
    .values({ business_id: id, accepts_unknown })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet({ accepts_unknown }))
    .execute();
}

/** Whether a review may make this product. One that the business has removed stays removed. */
export async function mayBeMade(db: Database, businessId: number, sku: string): Promise<boolean> {
  const setting = await db
    .selectFrom('catalogue_setting')
    .select('accepts_unknown')
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  return setting?.accepts_unknown === 1 && !(await holdsSku(storeOf(db), businessId, sku));
}

/**
 * A product of which nothing is known but its sku, until a feed or an import says more.
 * @returns its id.
 */
export async function makeProduct(
  transaction: Database,
  businessId: number,
  sku: string,
  now: number,
): Promise<number> {
  const store = storeOf(transaction);
  // Another review may have made it meanwhile.
  const made = await findProductBySku(store, businessId, sku);
  if (made) return made.id;
  const id = await nextId(store, 'product');
  await saveProducts(store, businessId, [newProduct({ id, sku, now })]);
  return id;
}

/** Tells the operator, who alone can do something about it, and gives the error to throw. */
export function refuseUnknown({ logger }: Service, business: string, sku: string): ApiError {
  logger.warn({ business, sku }, WHAT_TO_DO);
  return refuse('productNotFound');
}
