import { sql } from 'kysely';
import type { ProductReviewStats } from '../../contract/entities/entities.ts';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import { currentSkus } from '../products/earlier-skus.ts';
import type { Store } from '../content/ids.ts';
import { counterColumns, noReviews, readSum, scopes, toStats, type StarCounters } from '../products/product-ratings.ts';
import { selectReviewedProducts, type ProductFilter } from '../products/products.ts';

/** Number, average and star counts of published reviews, from counters that every change keeps up to date. */
export async function getProductReviewStats(
  db: Store,
  businessId: number,
  query: Parameters<'getProductReviewStats'>,
): Promise<ProductReviewStats> {
  const scope = scopeOf(query);
  return scope === null ? toStats(await sumOfProducts(db, businessId, query)) : readSum(db, businessId, scope);
}

/** The sum that answers a query by itself; null if products must be added up. */
function scopeOf({ sku, item_group, brand, categories }: Parameters<'getProductReviewStats'>): string | null {
  const asked = [
    ...(item_group === undefined ? [] : [scopes.itemGroup(item_group)]),
    ...(brand === undefined ? [] : [scopes.brand(brand)]),
    // A product in two categories would count twice.
    ...(categories ?? []).map(scopes.category),
  ];
  if (asked.length === 0 && sku === undefined && categories === undefined) return scopes.business;
  return asked.length === 1 && (sku === undefined || item_group !== undefined) ? asked[0]! : null;
}

export async function sumOfProducts(db: Store, businessId: number, filter: ProductFilter): Promise<StarCounters> {
  const sums = counterColumns.map((column) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as(column));
  return selectReviewedProducts(db, businessId, filter).select(sums).executeTakeFirstOrThrow();
}

/** The same for many item groups at once; an unknown one has zeros. */
export async function statsByItemGroup(
  db: Store,
  businessId: number,
  groups: readonly string[],
): Promise<Record<string, ProductReviewStats>> {
  const rows =
    groups.length === 0
      ? []
      : await db
          .selectFrom('product_rating')
          .select(['scope', ...counterColumns])
          .where('business_id', '=', businessId)
          .where('scope', 'in', groups.map(scopes.itemGroup))
          .execute();
  const known = new Map(rows.map((row) => [row.scope, toStats(row)]));
  return Object.fromEntries(groups.map((group) => [group, known.get(scopes.itemGroup(group)) ?? toStats(noReviews)]));
}

/** The same for many products at once, by sku, which may be an earlier one; an unknown sku has zeros. */
export async function statsBySku(
  db: Store,
  businessId: number,
  skus: readonly string[],
): Promise<Record<string, ProductReviewStats>> {
  const current = await currentSkus(db, businessId, skus);
  const currentOf = (sku: string) => current.get(sku) ?? sku;
  const rows =
    skus.length === 0
      ? []
      : await db
          .selectFrom('product')
          .select(['sku', ...counterColumns])
          .where('business_id', '=', businessId)
          .where('sku', 'in', skus.map(currentOf))
          .where('removed_at', 'is', null)
          .execute();
  const known = new Map(rows.map((row) => [row.sku, toStats(row)]));
  return Object.fromEntries(skus.map((sku) => [sku, known.get(currentOf(sku)) ?? toStats(noReviews)]));
}
