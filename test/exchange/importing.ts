/** Imports products into businesses of a test, and looks at what became of them. */
import assert from 'node:assert/strict';
import type { Product } from '../../contract/entities/entities.ts';
import { importProducts, type ImportCounts, type ImportOptions } from '../../exchange/products/import.ts';
import { ensureBusiness } from '../../review-store/content/businesses.ts';
import type { Store } from '../../review-store/content/ids.ts';
import { findProductBySku, toProduct } from '../../review-store/products/products.ts';

interface Outcome {
  /** Added, changed, unchanged, refused. */
  readonly counts: readonly number[];
  readonly whole: ImportCounts;
  readonly refused: readonly (readonly [number, string])[];
  readonly notices: readonly string[];
}

export type Input = string | Buffer | AsyncIterable<Uint8Array>;

/** The catalogue of one business, which `anew` replaces by another. */
export class TestCatalogue {
  readonly #store: { readonly db: Store };
  #made = 0;
  businessId = 0;

  constructor(store: { readonly db: Store }) {
    this.#store = store;
  }

  async anew(): Promise<void> {
    this.businessId = (await ensureBusiness(this.#store.db, `shop-${++this.#made}.example`)).id;
  }

  async take(input: Input, options: Partial<ImportOptions> = {}): Promise<Outcome> {
    const refused: [number, string][] = [];
    const notices: string[] = [];
    const bytes = typeof input === 'string' || Buffer.isBuffer(input) ? inPieces(Buffer.from(input)) : input;
    const whole = await importProducts(this.#store.db, this.businessId, bytes, {
      onRefused: (line, reason) => refused.push([line, reason]),
      onNotice: (notice) => notices.push(notice),
      ...options,
    });
    const { added, changed, unchanged, refused: count } = whole;
    return { counts: [added, changed, unchanged, count], whole, refused, notices };
  }

  async product(sku: string): Promise<Product> {
    const row = await findProductBySku(this.#store.db, this.businessId, sku);
    assert.ok(row, `${sku} is there`);
    return toProduct(row);
  }
}

export const categories = ({ categories: names }: Product) => names.map(({ category_name }) => category_name);
export const pictures = ({ images }: Product) => images.map(({ url }) => url);

/** As a slow network brings it: characters and lines are cut anywhere. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7);
}
