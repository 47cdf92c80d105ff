/**
 * Skus that products had before they got another one, or became part of another product. A request for an earlier sku
 * means the product that has the reviews now. No product has the sku of another's past.
 */
import type { Store } from '../content/ids.ts';

/** The skus that some of these have become; none for those that are nobody's earlier sku. */
export async function currentSkus(
  db: Store,
  businessId: number,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (skus.length === 0) return new Map();
  const rows = await db
    .selectFrom('earlier_sku')
    .innerJoin('product', (join) =>
      join
        .onRef('product.business_id', '=', 'earlier_sku.business_id')
        .onRef('product.id', '=', 'earlier_sku.product_id'),
    )
    .select(['earlier_sku.sku as earlier', 'product.sku as current'])
    .where('earlier_sku.business_id', '=', businessId)
    .where('earlier_sku.sku', 'in', [...skus])
    .execute();
  return new Map(rows.map(({ earlier, current }) => [earlier, current]));
}

export async function currentSku(db: Store, businessId: number, sku: string): Promise<string> {
  return (await currentSkus(db, businessId, [sku])).get(sku) ?? sku;
}

/** The same parameters, about the product as it is called now. */
export async function withCurrentSku<Given extends object>(
  db: Store,
  businessId: number,
  given: Given,
): Promise<Given> {
  const { sku } = given as { readonly sku?: unknown };
  return typeof sku === 'string' ? { ...given, sku: await currentSku(db, businessId, sku) } : given;
}

/** The earlier skus of these products, by the id of the product. */
export async function earlierSkusOf(
  db: Store,
  businessId: number,
  productIds: readonly number[],
): Promise<Map<number, string[]>> {
  const found = new Map(productIds.map((id): [number, string[]] => [id, []]));
  if (productIds.length === 0) return found;
  const rows = await db
    .selectFrom('earlier_sku')
    .select(['sku', 'product_id'])
    .where('business_id', '=', businessId)
    .where('product_id', 'in', [...productIds])
    .orderBy('sku')
    .execute();
  for (const { sku, product_id: id } of rows) found.get(id)!.push(sku);
  return found;
}

/** @param undo - the data for undoing it. */
export async function saveEarlierSku(
  db: Store,
  businessId: number,
  { sku, productId, undo }: { readonly sku: string; readonly productId: number; readonly undo: string | null },
): Promise<void> {
  const row = { product_id: productId, undo };
  await db
    .insertInto('earlier_sku')
    .values({ business_id: businessId, sku, ...row })
    .onConflict((conflict) => conflict.columns(['business_id', 'sku']).doUpdateSet(row))
    .execute();
}

export async function forgetEarlierSku(db: Store, businessId: number, sku: string): Promise<void> {
  await db.deleteFrom('earlier_sku').where('business_id', '=', businessId).where('sku', '=', sku).execute();
}
