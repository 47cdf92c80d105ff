/** Finds the products that files name, in memory: a file of a million rows asks a million times. */
import type { ProductNames } from '../../../../exchange/reviews/imported-review.ts';
import { nextId } from '../../../../review-store/content/ids.ts';
import { newProduct } from '../../../../review-store/products/product-entries.ts';
import { saveProducts } from '../../../../review-store/products/product-changes.ts';
import { storeOf, type Database } from '../../../data/tables.ts';

const AT_ONCE = 2_000;

export interface IndexedProduct {
  readonly id: number;
  /** The product that had these reviews before it became part of that one; null where none did. */
  readonly formerId: number | null;
}

export class ProductIndex {
  readonly #bySku = new Map<string, IndexedProduct>();
  /** Item groups and what stands last in an address: handles of Shopify, numbers of a product with variants. */
  readonly #byGroup = new Map<string, IndexedProduct>();
  /** Numbers in the program of the shop. */
  readonly #byNumber = new Map<string, IndexedProduct>();
  readonly #byUrl = new Map<string, IndexedProduct>();
  /** Products that the shop has removed. */
  readonly #removed = new Map<string, IndexedProduct>();
  /** For a trial, which stores no product. */
  #nextTrialId = -1;

  static async of(db: Database, businessId: number): Promise<ProductIndex> {
    const index = new ProductIndex();
    const removed = new Map<string, number>();
    const numbers = new Map<string, string>();
    for (let after = 0; ;) {
      const rows = await db
        .selectFrom('product')
        .select(['id', 'sku', 'shop_number', 'item_group', 'product_link', 'removed_at'])
        .where('business_id', '=', businessId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(AT_ONCE)
        .execute();
      for (const row of rows) {
        if (row.removed_at === null) index.#add(row);
        else removed.set(row.sku, row.id);
        if (row.shop_number !== null) numbers.set(row.shop_number, row.sku);
      }
      if (rows.length < AT_ONCE) break;
      after = rows.at(-1)!.id;
    }
    const earlier = await db
      .selectFrom('earlier_sku')
      .select(['sku', 'product_id'])
      .where('business_id', '=', businessId)
      .execute();
    for (const { sku, product_id: id } of earlier)
      if (!index.#bySku.has(sku)) index.#bySku.set(sku, { id, formerId: removed.get(sku) ?? null });
    // Also of one that became part of another.
    for (const [number, sku] of numbers) if (index.#bySku.has(sku)) index.#byNumber.set(number, index.#bySku.get(sku)!);
    for (const [sku, id] of removed) index.#removed.set(sku, { id, formerId: null });
    return index;
  }

  /** By its sku, then by the vendor's number, handle or address. */
  find({ sku, id, handle, url }: ProductNames): IndexedProduct | undefined {
    const found = (name: string) => (name === '' ? undefined : (this.#bySku.get(name) ?? this.#byGroup.get(name)));
    return (
      (sku === '' ? undefined : this.#bySku.get(sku)) ??
      this.#byNumber.get(id) ??
      found(id) ??
      found(handle) ??
      (url === '' ? undefined : (this.#byUrl.get(placeOf(url)) ?? found(lastOf(url))))
    );
  }

  /** In any state, and under this very sku: an export says what was said of which. */
  findExactly(sku: string): IndexedProduct | undefined {
    return this.#removed.get(sku) ?? this.#bySku.get(sku);
  }

  /** Makes a product of which nothing is known but these names; undefined where the shop has removed it. */
  async make(db: Database, businessId: number, names: ProductNames, now: number): Promise<IndexedProduct | undefined> {
    const sku = skuFor(names);
    if (sku === '' || this.#removed.has(sku)) return undefined;
    const id = await nextId(storeOf(db), 'product');
    const link = webAddress(names.url);
    const described = { title: names.title || null, product_link: link };
    await saveProducts(storeOf(db), businessId, [{ ...newProduct({ id, sku, now }), ...described }]);
    return this.#addMade(names, id, sku);
  }

  /** The same without storing it. */
  makeForTrial(names: ProductNames): IndexedProduct | undefined {
    const sku = skuFor(names);
    return sku === '' || this.#removed.has(sku) ? undefined : this.#addMade(names, this.#nextTrialId--, sku);
  }

  /** The sku that looks most like a name that is none. */
  nearestTo(name: string): string | null {
    const wanted = pairsOf(name);
    let best: string | null = null;
    let most = 0.3;
    for (const sku of this.#bySku.keys()) {
      const likeness = likenessOf(wanted, pairsOf(sku));
      if (likeness > most) [best, most] = [sku, likeness];
    }
    return best;
  }

  #add({ id, sku, item_group, product_link }: Row): void {
    const product = { id, formerId: null };
    this.#bySku.set(sku, product);
    // Of several variants, the first stands for all: pages show them together.
    if (item_group !== null && !this.#byGroup.has(item_group)) this.#byGroup.set(item_group, product);
    if (product_link === null) return;
    const place = placeOf(product_link);
    if (!this.#byUrl.has(place)) this.#byUrl.set(place, product);
    const last = lastOf(product_link);
    if (last !== '' && !this.#byGroup.has(last)) this.#byGroup.set(last, product);
  }

  #addMade(names: ProductNames, id: number, sku: string): IndexedProduct {
    this.#add({ id, sku, item_group: null, product_link: webAddress(names.url) });
    const product = { id, formerId: null };
    for (const name of [names.id, names.handle])
      if (name !== '' && !this.#byGroup.has(name)) this.#byGroup.set(name, product);
    return product;
  }
}

interface Row {
  readonly id: number;
  readonly sku: string;
  readonly item_group: string | null;
  readonly product_link: string | null;
}

export const skuFor = ({ sku, id, handle, url }: ProductNames): string => sku || id || handle || lastOf(url);

const webAddress = (url: string): string | null =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;

/** An address without what does not tell products apart. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return `${host.replace(/^www\./, '')}${trimmed(pathname)}`.toLowerCase();
}

const trimmed = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** The last part of the path of an address: the handle, in shops of most kinds. */
const lastOf = (url: string): string => (URL.canParse(url) ? trimmed(new URL(url).pathname).split('/').at(-1)! : '');

/** Pairs of neighbouring characters, as the Sørensen–Dice coefficient compares them. */
function pairsOf(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  return new Set(Array.from({ length: Math.max(0, lower.length - 1) }, (_none, at) => lower.slice(at, at + 2)));
}

function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 0;
  let both = 0;
  for (const pair of one) if (other.has(pair)) both += 1;
  return (2 * both) / (one.size + other.size);
}
