import { sql, type Selectable } from 'kysely';
import type { NestedProduct, Product } from '../contract/entities.ts';
import type { Parameters } from '../contract/parameters.ts';
import { compiled, compiledByIds } from './compiled.ts';
import { nextId, reserveIds, type Store } from './ids.ts';
import { toLocal, toRfc, toTime } from './moments.ts';
import { moveCounters, noReviews, scoreProduct } from './product-ratings.ts';
import { average, forUpdate, isUnchanged } from './rows.ts';
import { matching } from './search.ts';
import type { ProductTable } from './tables.ts';
import { searchText } from './text.ts';
import { atomically } from './transaction.ts';

export type ProductRow = Selectable<ProductTable>;

export interface Page<Item> {
  readonly items: Item[];
  /** How many match in all, on every page. */
  readonly total: number;
}

// ---- reading ------------------------------------------------------------------------------------------------------

/** One page of products. */
export async function readProductPage(db: Store, businessId: number, query: Parameters<'listProducts'>): Promise<Product[]> {
  const found = await selectListedProducts(db, businessId, query);
  const rows = await found.query.selectAll('product').orderBy('product.id').offset(query.start).limit(query.count).execute();
  return rows.map(toProduct);
}

/** The same, and how many there are on all pages. */
export async function listProducts(db: Store, businessId: number, query: Parameters<'listProducts'>): Promise<Page<Product>> {
  const found = await selectListedProducts(db, businessId, query);
  const { total } = await found.query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { items: await readProductPage(db, businessId, query), total: Number(total) };
}

async function selectListedProducts(db: Store, businessId: number, query: Parameters<'listProducts'>) {
  let found = selectProducts(db, businessId, query);
  if (query.q !== undefined) found = found.where(await matching(db, 'product', businessId, query.q));
  if (query.sku !== undefined) found = found.where('sku', '=', query.sku);
  if (query.gtin !== undefined) found = found.where('gtin', '=', query.gtin);
  if (query.mpn !== undefined) found = found.where('mpn', '=', query.mpn);
  if (query.product_id !== undefined) found = found.where('id', '=', query.product_id);
  // In an object: a query builder that is returned bare would be taken for a promise and awaited.
  return { query: found };
}

/** What narrows products down, here and where reviews are chosen by their products. */
export interface ProductFilter {
  readonly sku?: string | undefined;
  readonly item_group?: string | undefined;
  readonly brand?: string | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly price_range?: { readonly min: number | null; readonly max: number | null } | undefined;
  readonly reviews_range?: { readonly min: number | null; readonly max: number | null } | undefined;
}

/** Products that are not removed and pass the filter; `sku` and `item_group` are left to the caller. */
function selectProducts(db: Store, businessId: number, filter: ProductFilter) {
  return narrowed(db, businessId, filter).where('product.removed_at', 'is', null);
}

/** The same, removed ones included. */
function narrowed(db: Store, businessId: number, filter: ProductFilter) {
  let found = db.selectFrom('product').where('product.business_id', '=', businessId);
  if (filter.brand !== undefined) found = found.where('brand', '=', filter.brand);
  if (filter.categories !== undefined) {
    const names = [...filter.categories];
    found = found.where('product.id', 'in', (eb) =>
      eb.selectFrom('product_category').select('product_id').where('product_category.business_id', '=', businessId).where('name', 'in', names),
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
 * Products chosen as product reviews and their statistics choose them: an item group wins over a sku.
 * @param withRemoved - what was removed is looked for among what was written about any product.
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

const productsBySku = compiled((db: Store, businessId: number, sku: string) =>
  db.selectFrom('product').selectAll().where('business_id', '=', businessId).where('sku', '=', sku).where('removed_at', 'is', null),
);

export async function findProductBySku(db: Store, businessId: number, sku: string): Promise<ProductRow | undefined> {
  return (await productsBySku(db, businessId, sku))[0];
}

export function findProductById(db: Store, businessId: number, id: number): Promise<ProductRow | undefined> {
  return db.selectFrom('product').selectAll().where('business_id', '=', businessId).where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();
}

/** A product that is about to be changed: it stays as it is found until this transaction ends, or another change of it would be lost. */
export function lockProduct(db: Store, businessId: number, by: { readonly sku: string } | { readonly id: number }): Promise<ProductRow | undefined> {
  const found = db.selectFrom('product').selectAll().where('business_id', '=', businessId).where('removed_at', 'is', null);
  return forUpdate(db, 'sku' in by ? found.where('sku', '=', by.sku) : found.where('id', '=', by.id)).executeTakeFirst();
}

const productsById = compiledByIds((db: Store, businessId: number, ids: readonly number[]) =>
  db.selectFrom('product').selectAll().where('business_id', '=', businessId).where('id', 'in', ids),
);

/** The products of a page of content, by id: one query for all of them, removed ones included. */
export async function readProducts(db: Store, businessId: number, ids: readonly (number | null)[]): Promise<Map<number, NestedProduct>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await productsById(db, businessId, wanted);
  return new Map(rows.map((row) => [row.id, toProduct(row)]));
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

// ---- writing ------------------------------------------------------------------------------------------------------

/**
 * Keeps products as a server of the API gave them, by their sku. Their review counters stay: they are counted from
 * the reviews that the store holds.
 */
export function saveProducts(db: Store, businessId: number, items: readonly Product[]): Promise<void> {
  return atomically(db, async (db) => {
    for (const item of items) await saveProduct(db, businessId, item);
    const largest = Math.max(0, ...items.map((item) => item.id));
    if (largest > 0) await reserveIds(db, 'product', largest);
  });
}

async function saveProduct(db: Store, businessId: number, item: Product): Promise<void> {
  const [bySku, byId] = [await lockBySku(db, businessId, item.sku), await rowById(db, businessId, item.id)];
  if (bySku && bySku.id !== item.id) await renumber(db, businessId, bySku.id, item.id, byId);
  const before = bySku ?? byId;
  const row = toRow(businessId, item);
  if (!before) return insertProduct(db, businessId, item.id, row);
  if (isUnchanged(before, row)) return;
  await db.updateTable('product').set(row).where('business_id', '=', businessId).where('id', '=', item.id).execute();
  await moveCounters(db, businessId, before, before, row);
  if (before.categories !== row.categories) await saveCategories(db, businessId, item.id, row.categories);
  if (before.categories !== row.categories || before.removed_at !== null) await scoreProduct(db, businessId, item.id);
}

async function insertProduct(db: Store, businessId: number, id: number, row: ReturnType<typeof toRow>): Promise<void> {
  await db.insertInto('product').values({ business_id: businessId, id, ...noReviews, ...row }).execute();
  await saveCategories(db, businessId, id, row.categories);
}

function toRow(businessId: number, item: NestedProduct) {
  const created = toTime(item.createdRFC);
  return {
    sku: item.sku,
    item_group: item.item_group,
    gtin: item.gtin,
    mpn: item.mpn,
    brand: item.brand,
    title: item.title,
    description: item.description,
    categories: JSON.stringify([...new Set(item.categories.map((category) => category.category_name))]),
    price: item.price,
    retail_price: item.retail_price,
    currency: item.currency,
    product_link: item.product_link,
    images: JSON.stringify(item.images),
    attributes: JSON.stringify(item.attributes),
    search_text: searchText(businessId, item.title, item.brand, item.sku, item.description),
    created_at: created,
    removed_at: null,
  };
}

/** @param categories - the column of the product, to find products by. */
async function saveCategories(db: Store, businessId: number, productId: number, categories: string): Promise<void> {
  const names = JSON.parse(categories) as string[];
  await db.deleteFrom('product_category').where('business_id', '=', businessId).where('product_id', '=', productId).execute();
  if (names.length > 0) {
    await db.insertInto('product_category').values(names.map((name) => ({ business_id: businessId, product_id: productId, name, score: null }))).execute();
  }
}

/**
 * The id of the product that a review or question names. Inside those, servers leave fields out: a product that is
 * not known yet is kept as far as it is known, under a negative number until the listing gives the real one.
 */
export async function idOfNestedProduct(db: Store, businessId: number, nested: NestedProduct): Promise<number> {
  const known = (await rowBySku(db, businessId, nested.sku)) ?? (nested.id === null ? undefined : await rowById(db, businessId, nested.id));
  if (known) return known.id;
  const id = nested.id ?? -(await nextId(db, 'unnumbered_product'));
  await insertProduct(db, businessId, id, toRow(businessId, nested));
  return id;
}

/** Gives a product its real number, with everything that hangs on it; a namesake under that number gives way. */
async function renumber(db: Store, businessId: number, from: number, to: number, occupant: ProductRow | undefined): Promise<void> {
  if (occupant) await renumber(db, businessId, to, -(await nextId(db, 'unnumbered_product')), undefined);
  await db.updateTable('product').set({ id: to }).where('business_id', '=', businessId).where('id', '=', from).execute();
  for (const table of ['product_review', 'product_question', 'product_category'] as const) {
    await db.updateTable(table).set({ product_id: to }).where('business_id', '=', businessId).where('product_id', '=', from).execute();
  }
}

/** Takes products out of every listing and every count; their reviews stay. */
export function removeProducts(db: Store, businessId: number, ids: readonly number[], now: number): Promise<void> {
  return atomically(db, async (db) => {
    for (const id of ids) {
      const before = await forUpdate(db, db.selectFrom('product').selectAll().where('business_id', '=', businessId).where('id', '=', id).where('removed_at', 'is', null)).executeTakeFirst();
      if (!before) continue;
      await db.updateTable('product').set({ removed_at: now }).where('business_id', '=', businessId).where('id', '=', id).execute();
      await moveCounters(db, businessId, before, before, { ...before, removed_at: now });
      await scoreProduct(db, businessId, id);
    }
  });
}

/** Whatever state the row is in. */
function rowBySku(db: Store, businessId: number, sku: string): Promise<ProductRow | undefined> {
  return db.selectFrom('product').selectAll().where('business_id', '=', businessId).where('sku', '=', sku).executeTakeFirst();
}

/** The same; nobody else counts its reviews until this transaction ends. */
function lockBySku(db: Store, businessId: number, sku: string): Promise<ProductRow | undefined> {
  return forUpdate(db, db.selectFrom('product').selectAll().where('business_id', '=', businessId).where('sku', '=', sku)).executeTakeFirst();
}

function rowById(db: Store, businessId: number, id: number): Promise<ProductRow | undefined> {
  return db.selectFrom('product').selectAll().where('business_id', '=', businessId).where('id', '=', id).executeTakeFirst();
}
