/**
 * The API's figures of reviews where it lists other things: how many a product or the business has, and how good they
 * are. Shown until the reviews themselves are mirrored and can be counted.
 */
import { sql } from 'kysely';
import type { Business, Product } from '../../../contract/entities/entities.ts';
import type { ProxyDb } from '../../state/tables.ts';

export interface ProductFigures {
  readonly total: number;
  readonly averageRating: number;
}

export type BusinessFigures = Pick<Business, 'averageRating' | 'numReviews'>;

export async function saveProductFigures(db: ProxyDb, business: string, items: readonly Product[]): Promise<void> {
  if (items.length === 0) return;
  const rows = new Map(
    items.map((item) => [
      item.sku,
      { business, sku: item.sku, total: item.num_reviews, average_rating: item.average_rating },
    ]),
  );
  await db
    .insertInto('mirror_product')
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['business', 'sku'])
        .doUpdateSet((eb) => ({ total: eb.ref('excluded.total'), average_rating: eb.ref('excluded.average_rating') })),
    )
    .execute();
}

/** Of products that are called something else now, or are parts of others. */
export async function forgetProductFigures(db: ProxyDb, business: string, skus: readonly string[]): Promise<void> {
  if (skus.length === 0) return;
  await db
    .deleteFrom('mirror_product')
    .where('business', '=', business)
    .where('sku', 'in', [...skus])
    .execute();
}

/** How many products have been listed, and how many reviews they have by their own figures. */
export async function sumProductFigures(db: ProxyDb, business: string): Promise<{ products: number; reviews: number }> {
  const { products, reviews } = await db
    .selectFrom('mirror_product')
    .select([sql<number>`count(*)`.as('products'), sql<number>`coalesce(sum(total), 0)`.as('reviews')])
    .where('business', '=', business)
    .executeTakeFirstOrThrow();
  return { products: Number(products), reviews: Number(reviews) };
}

/** By sku, for the products that have been listed. */
export async function readProductFigures(
  db: ProxyDb,
  business: string,
  skus: readonly string[],
): Promise<Map<string, ProductFigures>> {
  if (skus.length === 0) return new Map();
  const rows = await db
    .selectFrom('mirror_product')
    .selectAll()
    .where('business', '=', business)
    .where('sku', 'in', [...skus])
    .execute();
  return new Map(rows.map((row) => [row.sku, { total: row.total, averageRating: row.average_rating }]));
}

export async function saveBusinessFigures(
  db: ProxyDb,
  business: string,
  { averageRating, numReviews }: Business,
): Promise<void> {
  const figures = JSON.stringify({ averageRating, numReviews } satisfies BusinessFigures);
  await db
    .insertInto('mirror_business')
    .values({ business, figures })
    .onConflict((conflict) => conflict.column('business').doUpdateSet({ figures }))
    .execute();
}

/** Null where the business has not been read yet. */
export async function readBusinessFigures(db: ProxyDb, business: string): Promise<BusinessFigures | null> {
  const row = await db
    .selectFrom('mirror_business')
    .select('figures')
    .where('business', '=', business)
    .executeTakeFirst();
  return row ? (JSON.parse(row.figures) as BusinessFigures) : null;
}
