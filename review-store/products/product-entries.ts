/** Products as their shop describes them: given fields are stored, and absent ones stay as they are. */
import { formatDateTime, formatRfc } from '../../contract/entities/dates.ts';
import type { Product } from '../../contract/entities/entities.ts';
import { currentSkus } from './earlier-skus.ts';
import { engineOf } from '../databases/engine.ts';
import { nextIds, type Store } from '../content/ids.ts';
import { insertProducts, toRow, updateProduct, type ProductValues } from './product-changes.ts';
import { toProduct, type ProductRow } from './products.ts';
import { isUnchanged } from '../content/rows.ts';
import { inTransaction } from '../databases/transaction.ts';

type Described = Omit<Product, 'id' | 'sku' | 'images' | 'num_reviews' | 'average_rating' | 'created' | 'createdRFC'>;

export interface ProductEntry {
  readonly sku: string;
  readonly fields: Partial<Described>;
  /** In the program of the shop. */
  readonly number?: string;
  /** Where the shop has its pictures. They replace those of an earlier entry; pictures that were uploaded stay. */
  readonly imageUrls?: readonly string[];
}

export interface EntryCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

export interface SaveEntriesOptions {
  /** Counts what would be done, and does nothing. */
  readonly isTrial: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The most that `saveEntries` takes. Other writers wait meanwhile. */
export const MOST_AT_ONCE = 200;

/**
 * Stores entries in one transaction. A product that was removed is there again. A trial only reads.
 * @param entries - each sku once, at most `MOST_AT_ONCE`.
 */
export async function saveEntries(
  db: Store,
  businessId: number,
  entries: readonly ProductEntry[],
  { isTrial, now }: SaveEntriesOptions,
): Promise<EntryCounts> {
  if (isTrial) {
    const meant = await withCurrentSkus(db, businessId, entries);
    if (meant.length === 0) return countOf({ added: [], changed: [] }, entries);
    const known = await selectKnown(db, businessId, meant).execute();
    return countOf(compare(businessId, meant, known, now), entries);
  }
  return inTransaction(db, async (db) => {
    const meant = await withCurrentSkus(db, businessId, entries);
    if (meant.length === 0) return countOf({ added: [], changed: [] }, entries);
    const known = await engineOf(db)
      .forUpdate(selectKnown(db, businessId, meant))
      .execute();
    const difference = compare(businessId, meant, known, now);
    const { added, changed } = difference;
    await numberImages(db, [...added, ...changed]);
    await insert(db, businessId, added);
    for (const { before, product } of changed)
      await updateProduct(db, businessId, before!.id, before!, rowOf(businessId, product));
    return countOf(difference, entries);
  });
}

/**
 * The entries for products that have another sku now. A product that was renamed is described by its earlier sku, too,
 * unless its own is beside it. One that is part of another is left out: it does not come back, and the other has its
 * own description.
 */
async function withCurrentSkus(
  db: Store,
  businessId: number,
  entries: readonly ProductEntry[],
): Promise<readonly ProductEntry[]> {
  const given = new Set(entries.map(({ sku }) => sku));
  const current = await currentSkus(db, businessId, [...given]);
  if (current.size === 0) return entries;
  const merged = await db
    .selectFrom('product')
    .select('sku')
    .where('business_id', '=', businessId)
    .where('sku', 'in', [...current.keys()])
    .execute();
  const left = new Set(merged.map(({ sku }) => sku));
  return entries.flatMap((entry) => {
    const sku = current.get(entry.sku);
    if (sku === undefined) return [entry];
    if (left.has(entry.sku) || given.has(sku)) return [];
    // Of two earlier skus of one product, the first that is in the file describes it.
    given.add(sku);
    return [{ ...entry, sku }];
  });
}

/**
 * The products in any state, in one order for all writers, so that no two wait for each other. By sku, since SQLite
 * would read all products of the business to save itself the sorting by anything else.
 */
const selectKnown = (db: Store, businessId: number, entries: readonly ProductEntry[]) =>
  db
    .selectFrom('product')
    .selectAll()
    .where('business_id', '=', businessId)
    .where(
      'sku',
      'in',
      entries.map(({ sku }) => sku),
    )
    .orderBy('sku');

/** The changes that storing these entries makes. */
function compare(businessId: number, entries: readonly ProductEntry[], rows: readonly ProductRow[], now: number) {
  const known = new Map(rows.map((row) => [row.sku, row]));
  const items = entries.map((entry): Item => {
    const before = known.get(entry.sku);
    const earlier = before ? toProduct(before) : newProduct({ id: 0, sku: entry.sku, now });
    const images = entry.imageUrls ? listImages(earlier.images, entry.imageUrls) : earlier.images;
    const number = entry.number ?? before?.shop_number ?? null;
    return { before, product: { ...earlier, ...entry.fields, images, number } };
  });
  const added = items.filter(({ before }) => !before);
  const changed = items.filter(
    ({ before, product }) => before && !isUnchanged(before, rowOf(businessId, product) as Partial<ProductRow>),
  );
  return { added, changed };
}

/** @param entries - all of them: what is left out changes nothing. */
const countOf = ({ added, changed }: ReturnType<typeof compare>, entries: readonly ProductEntry[]): EntryCounts => ({
  added: added.length,
  changed: changed.length,
  unchanged: entries.length - added.length - changed.length,
});

interface Item {
  /** The product as it is, if there is one. */
  readonly before: ProductRow | undefined;
  /** New pictures get their numbers as it is stored. */
  readonly product: Omit<Product, 'images'> & {
    readonly images: readonly { id: number | null; url: string }[];
    readonly number: string | null;
  };
}

const rowOf = (businessId: number, product: Item['product']): ProductValues => ({
  ...toRow(businessId, product),
  shop_number: product.number,
});

async function insert(db: Store, businessId: number, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const first = await nextIds(db, 'product', items.length);
  const rows = items.map(({ product }, index): { id: number; row: ProductValues } => ({
    id: first + index,
    row: rowOf(businessId, product),
  }));
  await insertProducts(db, businessId, rows);
}

/** First the pictures that the shop lists, in its order, then those that were uploaded. */
function listImages(known: Product['images'], urls: readonly string[]): Product['images'] {
  const isUploaded = ({ url }: { url: string }): boolean => !URL.canParse(url);
  const listed = [...new Set(urls)].map((url) => known.find((image) => image.url === url) ?? { id: null, url });
  return [...listed, ...known.filter(isUploaded)];
}

async function numberImages(db: Store, items: readonly Item[]): Promise<void> {
  const unnumbered = items.flatMap(({ product }) => product.images.filter(({ id }) => id === null));
  if (unnumbered.length === 0) return;
  const first = await nextIds(db, 'image', unnumbered.length);
  for (const [index, image] of unnumbered.entries()) image.id = first + index;
}

/** A product of which nothing is known but its sku. */
export function newProduct({ id, sku, now }: { id: number; sku: string; now: number }): Product {
  return {
    id,
    sku,
    item_group: null,
    gtin: null,
    mpn: null,
    brand: null,
    title: null,
    description: null,
    categories: [],
    price: null,
    retail_price: null,
    currency: null,
    product_link: null,
    images: [],
    attributes: [],
    num_reviews: 0,
    average_rating: 0,
    created: formatDateTime(now),
    createdRFC: formatRfc(now),
  };
}
