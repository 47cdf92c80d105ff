/** Every change of the products of a business; categories and counters follow in the same transaction. */
import type { NestedProduct, Product } from '../../contract/entities/entities.ts';
import { engineOf } from '../databases/engine.ts';
import { slices } from '../databases/slices.ts';
import { nextId, reserveIds, type Store } from '../content/ids.ts';
import { toTime } from '../content/moments.ts';
import { moveCounters, noReviews, scoreProduct } from './product-ratings.ts';
import { lockProduct, type ProductRow } from './products.ts';
import { isUnchanged } from '../content/rows.ts';
import { searchText } from '../databases/text.ts';
import { atomically } from '../databases/transaction.ts';

/**
 * Stores products as a server of the API gave them, by their sku. Their review counters stay, since they count the
 * reviews in this store.
 */
export function saveProducts(db: Store, businessId: number, items: readonly Product[]): Promise<void> {
  return atomically(db, async (db) => {
    const { bySku, byId } = await findProducts(db, businessId, items);
    const added: { id: number; row: ProductValues }[] = [];
    const others: Product[] = [];
    for (const item of items) {
      const row = toRow(businessId, item);
      const before = bySku.get(item.sku);
      if (before?.id === item.id && isUnchanged(before, row)) continue;
      if (before || byId.has(item.id)) others.push(item);
      else added.push({ id: item.id, row });
      // An item with the same sku or number in the same list comes after it.
      bySku.set(item.sku, unknownProduct);
      byId.set(item.id, unknownProduct);
    }
    await insertProducts(db, businessId, added);
    for (const item of others) await saveProduct(db, businessId, item);
    await reserveIds(db, 'product', items);
  });
}

const unknownProduct = { id: 0 } as ProductRow;

async function findProducts(
  db: Store,
  businessId: number,
  items: readonly { readonly id: number | null; readonly sku: string }[],
) {
  const bySku = new Map<string, ProductRow>();
  const byId = new Map<number, ProductRow>();
  const products = db.selectFrom('product').selectAll().where('business_id', '=', businessId);
  for (const some of slices([...new Set(items.map(({ sku }) => sku))]))
    for (const row of await products.where('sku', 'in', some).execute()) bySku.set(row.sku, row);
  for (const some of slices([...new Set(items.flatMap(({ id }) => id ?? []))]))
    for (const row of await products.where('id', 'in', some).execute()) byId.set(row.id, row);
  return { bySku, byId };
}

async function saveProduct(db: Store, businessId: number, item: Product): Promise<void> {
  const [bySku, byId] = [await lockBySku(db, businessId, item.sku), await rowById(db, businessId, item.id)];
  if (bySku && bySku.id !== item.id) await renumber(db, businessId, bySku.id, item.id, byId);
  const before = bySku ?? byId;
  const row = toRow(businessId, item);
  if (!before) return insertProducts(db, businessId, [{ id: item.id, row }]);
  if (!isUnchanged(before, row)) await updateProduct(db, businessId, item.id, before, row);
}

/** @param before - the product as it is, locked. */
export async function updateProduct(
  db: Store,
  businessId: number,
  id: number,
  before: ProductRow,
  row: ProductValues,
): Promise<void> {
  await db.updateTable('product').set(row).where('business_id', '=', businessId).where('id', '=', id).execute();
  await moveCounters(db, businessId, before, before, row);
  if (before.categories !== row.categories) {
    await db
      .deleteFrom('product_category')
      .where('business_id', '=', businessId)
      .where('product_id', '=', id)
      .execute();
    await insertCategories(db, businessId, [{ id, row }]);
  }
  if (before.categories !== row.categories || before.removed_at !== null) await scoreProduct(db, businessId, id);
}

/** Stores products that are not there yet. */
export async function insertProducts(
  db: Store,
  businessId: number,
  items: readonly { readonly id: number; readonly row: ProductValues }[],
): Promise<void> {
  const rows = items.map(({ id, row }) => ({ business_id: businessId, id, ...noReviews, ...row }));
  await engineOf(db).insert(db, 'product', rows);
  await insertCategories(db, businessId, items);
}

export type ProductValues = ReturnType<typeof toRow> & { readonly shop_number?: string | null };

/** A product as its row: all but its numbers and its counters. */
export function toRow(businessId: number, item: NestedProduct) {
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

async function insertCategories(
  db: Store,
  businessId: number,
  items: readonly { readonly id: number; readonly row: ProductValues }[],
): Promise<void> {
  const rows = items.flatMap(({ id, row }) =>
    (JSON.parse(row.categories) as string[]).map((name) => ({
      business_id: businessId,
      product_id: id,
      name,
      score: null,
    })),
  );
  await engineOf(db).insert(db, 'product_category', rows);
}

/** The ids of the products that reviews or questions name, in their order; see `idOfNestedProduct`. */
export async function idsOfNestedProducts(
  db: Store,
  businessId: number,
  nested: readonly NestedProduct[],
): Promise<number[]> {
  const known = new Map<string, number>();
  const products = db.selectFrom('product').select(['id', 'sku']).where('business_id', '=', businessId);
  for (const some of slices([...new Set(nested.map(({ sku }) => sku))]))
    for (const { id, sku } of await products.where('sku', 'in', some).execute()) known.set(sku, id);
  for (const product of nested)
    if (!known.has(product.sku)) known.set(product.sku, await idOfNestedProduct(db, businessId, product));
  return nested.map(({ sku }) => known.get(sku)!);
}

/**
 * The id of the product that a review or question names. There, servers leave fields out: an unknown product is stored
 * as far as it is known, under a negative number until the listing gives the real one.
 */
async function idOfNestedProduct(db: Store, businessId: number, nested: NestedProduct): Promise<number> {
  const known =
    (await rowBySku(db, businessId, nested.sku)) ??
    (nested.id === null ? undefined : await rowById(db, businessId, nested.id));
  if (known) return known.id;
  const id = nested.id ?? -(await nextId(db, 'unnumbered_product'));
  await insertProducts(db, businessId, [{ id, row: toRow(businessId, nested) }]);
  return id;
}

/** Gives a product its real number, with everything that belongs to it. A product that has that number gives way. */
async function renumber(
  db: Store,
  businessId: number,
  from: number,
  to: number,
  occupant: ProductRow | undefined,
): Promise<void> {
  if (occupant) await renumber(db, businessId, to, -(await nextId(db, 'unnumbered_product')), undefined);
  await db
    .updateTable('product')
    .set({ id: to })
    .where('business_id', '=', businessId)
    .where('id', '=', from)
    .execute();
  for (const table of ['product_review', 'product_question', 'product_category'] as const) {
    await db
      .updateTable(table)
      .set({ product_id: to })
      .where('business_id', '=', businessId)
      .where('product_id', '=', from)
      .execute();
  }
}

/** Brings back a product that was removed. */
export async function restoreProduct(db: Store, businessId: number, id: number): Promise<void> {
  const before = await rowById(db, businessId, id);
  if (!before || before.removed_at === null) return;
  await db
    .updateTable('product')
    .set({ removed_at: null })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute();
  await moveCounters(db, businessId, before, before, { ...before, removed_at: null });
  await scoreProduct(db, businessId, id);
}

/** Takes products out of all listings and counts; their reviews stay. */
export function removeProducts(db: Store, businessId: number, ids: readonly number[], now: number): Promise<void> {
  return atomically(db, async (db) => {
    for (const id of ids) {
      const before = await lockProduct(db, businessId, { id });
      if (!before) continue;
      await db
        .updateTable('product')
        .set({ removed_at: now })
        .where('business_id', '=', businessId)
        .where('id', '=', id)
        .execute();
      await moveCounters(db, businessId, before, before, { ...before, removed_at: now });
      await scoreProduct(db, businessId, id);
    }
  });
}

/** The product in any state. */
const bySku = (db: Store, businessId: number, sku: string) =>
  db.selectFrom('product').selectAll().where('business_id', '=', businessId).where('sku', '=', sku);

const rowBySku = (db: Store, businessId: number, sku: string): Promise<ProductRow | undefined> =>
  bySku(db, businessId, sku).executeTakeFirst();

/** The same, locked: nobody else counts its reviews until this transaction ends. */
const lockBySku = (db: Store, businessId: number, sku: string): Promise<ProductRow | undefined> =>
  engineOf(db)
    .forUpdate(bySku(db, businessId, sku))
    .executeTakeFirst();

function rowById(db: Store, businessId: number, id: number): Promise<ProductRow | undefined> {
  return db
    .selectFrom('product')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();
}
