/** The products of a business, as answers show them. */
import { type Selectable } from 'kysely';
import type { NestedProduct, Product } from '../../contract/entities/entities.ts';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import { engineOf } from '../databases/engine.ts';
import type { Store } from '../content/ids.ts';
import { toLocal, toRfc } from '../content/moments.ts';
import { average, countAll } from '../content/rows.ts';
import { matching } from '../content/search.ts';
import type { ProductTable } from '../tables.ts';
import { currentSku } from './earlier-skus.ts';

export type ProductRow = Selectable<ProductTable>;

export interface Page<Item> {
  readonly items: Item[];
  /** How many there are on all pages. */
  readonly total: number;
}

/** One page of products. */
export async function readProductPage(
  db: Store,
  businessId: number,
  query: Parameters<'listProducts'>,
): Promise<Product[]> {
  const found = await selectListedProducts(db, businessId, query);
  const rows = await found.query
    .selectAll('product')
    .orderBy('product.id')
    .offset(query.start)
    .limit(query.count)
    .execute();
  return rows.map(toProduct);
}

/** The same, and how many there are on all pages. */
export async function listProducts(
  db: Store,
  businessId: number,
  query: Parameters<'listProducts'>,
): Promise<Page<Product>> {
  const found = await selectListedProducts(db, businessId, query);
  const total = await countAll(found.query);
  return { items: await readProductPage(db, businessId, query), total };
}

/** Products by number, removed ones left out. */
export async function readListedProducts(db: Store, businessId: number, ids: readonly number[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  return (
    await selectProducts(db, businessId, {})
      .selectAll('product')
      .where('id', 'in', [...ids])
      .execute()
  ).map(toProduct);
}

export interface WalkedProduct {
  readonly id: number;
  readonly sku: string;
  readonly title: string | null;
  readonly numReviews: number;
}

const WALKED_AT_ONCE = 1_000;

/** All products, oldest first, however many there are. */
export async function* walkProducts(db: Store, businessId: number): AsyncGenerator<WalkedProduct> {
  for (let last = 0, isDone = false; !isDone;) {
    const rows = await db
      .selectFrom('product')
      .select(['id', 'sku', 'title', 'num_reviews'])
      .where('business_id', '=', businessId)
      .where('removed_at', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(WALKED_AT_ONCE)
      .execute();
    for (const { id, sku, title, num_reviews } of rows) yield { id, sku, title, numReviews: num_reviews };
    last = rows.at(-1)?.id ?? last;
    isDone = rows.length < WALKED_AT_ONCE;
  }
}

async function selectListedProducts(db: Store, businessId: number, query: Parameters<'listProducts'>) {
  let found = selectProducts(db, businessId, query);
  if (query.q !== undefined) found = found.where(await matching(db, 'product', businessId, query.q));
  if (query.sku !== undefined) found = found.where('sku', '=', query.sku);
  if (query.gtin !== undefined) found = found.where('gtin', '=', query.gtin);
  if (query.mpn !== undefined) found = found.where('mpn', '=', query.mpn);
  if (query.product_id !== undefined) found = found.where('id', '=', query.product_id);
  // In an object: a query builder that is returned by itself would be taken for a promise and awaited.
  return { query: found };
}

/** Which products are wanted, here and where reviews are chosen by their products. */
export interface ProductFilter {
  readonly sku?: string | undefined;
  readonly item_group?: string | undefined;
  readonly brand?: string | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly price_range?: { readonly min: number | null; readonly max: number | null } | undefined;
  readonly reviews_range?: { readonly min: number | null; readonly max: number | null } | undefined;
}

/** Products that are not removed and pass the filter; the caller handles `sku` and `item_group`. */
function selectProducts(db: Store, businessId: number, filter: ProductFilter) {
  return narrowed(db, businessId, filter).where('product.removed_at', 'is', null);
}

/** The same, with removed ones. */
function narrowed(db: Store, businessId: number, filter: ProductFilter) {
  let found = db.selectFrom('product').where('product.business_id', '=', businessId);
  if (filter.brand !== undefined) found = found.where('brand', '=', filter.brand);
  if (filter.categories !== undefined) {
    const names = [...filter.categories];
    found = found.where('product.id', 'in', (eb) =>
      eb
        .selectFrom('product_category')
        .select('product_id')
        .where('product_category.business_id', '=', businessId)
        .where('name', 'in', names),
    );
  }
  const { price_range: price, reviews_range: reviews } = filter;
  if (price && price.min !== null) found = found.where('price', '>=', price.min);
  if (price && price.max !== null) found = found.where('price', '<=', price.max);
  if (reviews && reviews.min !== null) found = found.where('num_reviews', '>=', reviews.min);
  if (reviews && reviews.max !== null) found = found.where('num_reviews', '<=', reviews.max);
  return found;
}

/**
 * Products as product reviews and their statistics choose them: an item group wins over a sku.
 * @param withRemoved - removed reviews may be those of any product.
 */
export function selectReviewedProducts(db: Store, businessId: number, filter: ProductFilter, withRemoved = false) {
  const found = withRemoved ? narrowed(db, businessId, filter) : selectProducts(db, businessId, filter);
  if (filter.item_group !== undefined) return found.where('item_group', '=', filter.item_group);
  return filter.sku === undefined ? found : found.where('sku', '=', filter.sku);
}

export function isFiltered(filter: ProductFilter): boolean {
  const { sku, item_group, brand, categories, price_range, reviews_range } = filter;
  return [sku, item_group, brand, categories, price_range, reviews_range].some((value) => value !== undefined);
}

/** By its sku, or by one that it had before. */
export async function findProductBySku(db: Store, businessId: number, sku: string): Promise<ProductRow | undefined> {
  return db
    .selectFrom('product')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('sku', '=', await currentSku(db, businessId, sku))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Whether there is a product with this sku, in any state. */
export async function holdsSku(db: Store, businessId: number, sku: string): Promise<boolean> {
  const found = db.selectFrom('product').select('id').where('business_id', '=', businessId).where('sku', '=', sku);
  return (await found.executeTakeFirst()) !== undefined;
}

export function findProductById(db: Store, businessId: number, id: number): Promise<ProductRow | undefined> {
  return db
    .selectFrom('product')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** In any state. */
export function findAnyProduct(
  db: Store,
  businessId: number,
  by: { readonly sku: string } | { readonly id: number },
): Promise<ProductRow | undefined> {
  const found = db.selectFrom('product').selectAll().where('business_id', '=', businessId);
  return found.where((eb) => eb.and({ ...by })).executeTakeFirst();
}

/** A product that is about to be changed, locked until this transaction ends so that no other change of it is lost. */
export function lockProduct(
  db: Store,
  businessId: number,
  by: { readonly sku: string } | { readonly id: number },
): Promise<ProductRow | undefined> {
  const found = db
    .selectFrom('product')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('removed_at', 'is', null);
  const one = 'sku' in by ? found.where('sku', '=', by.sku) : found.where('id', '=', by.id);
  return engineOf(db).forUpdate(one).executeTakeFirst();
}

/**
 * The products of a page of content by id, removed ones included: one query for all.
 * @param read - products that were read already.
 */
export async function readProducts(
  db: Store,
  businessId: number,
  content: readonly { readonly product_id: number | null }[],
  read: readonly ProductRow[] = [],
): Promise<Map<number, NestedProduct>> {
  const wanted = new Set(content.map((row) => row.product_id).filter((id) => id !== null));
  const found = read.filter(({ id }) => wanted.delete(id));
  const others =
    wanted.size === 0
      ? []
      : await db
          .selectFrom('product')
          .selectAll()
          .where('business_id', '=', businessId)
          .where('id', 'in', [...wanted])
          .execute();
  return new Map([...found, ...others].map((row) => [row.id, toProduct(row)]));
}

export function toProduct(row: ProductRow): Product {
  return {
    id: row.id,
    sku: row.sku,
    item_group: row.item_group,
    gtin: row.gtin,
    mpn: row.mpn,
    brand: row.brand,
    title: row.title,
    description: row.description,
    categories: (JSON.parse(row.categories) as string[]).map((category_name) => ({ category_name })),
    price: row.price,
    retail_price: row.retail_price,
    currency: row.currency,
    product_link: row.product_link,
    images: JSON.parse(row.images) as Product['images'],
    attributes: JSON.parse(row.attributes) as Product['attributes'],
    num_reviews: row.num_reviews,
    average_rating: average(row.rating_sum, row.num_reviews),
    created: toLocal(row.created_at),
    createdRFC: toRfc(row.created_at),
  };
}

/** The skus of the products in these item groups, each with its group. */
export async function groupsOfProducts(
  db: Store,
  businessId: number,
  groups: readonly string[],
): Promise<Map<string, string>> {
  if (groups.length === 0) return new Map();
  const rows = await db
    .selectFrom('product')
    .select(['sku', 'item_group'])
    .where('business_id', '=', businessId)
    .where('item_group', 'in', [...groups])
    .where('removed_at', 'is', null)
    .execute();
  return new Map(rows.map(({ sku, item_group: group }) => [sku, group!]));
}
