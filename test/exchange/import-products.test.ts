/** A catalogue in each format, as its program writes it and as hands and networks break it. */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Product } from '../../contract/entities.ts';
import { importProducts, type ImportCounts, type ImportOptions } from '../../exchange/products/import.ts';
import { ensureBusiness } from '../../review-store/businesses.ts';
import { findProductBySku, toProduct } from '../../review-store/products.ts';
import { onEveryStore } from '../support/stores.ts';

const fixture = (name: string) => createReadStream(join(import.meta.dirname, 'products', name));

interface Outcome {
  /** Added, changed, unchanged, refused. */
  readonly counts: readonly number[];
  readonly whole: ImportCounts;
  readonly refused: readonly (readonly [number, string])[];
  readonly notices: readonly string[];
}

onEveryStore((store) => {
  let made = 0;
  let businessId: number;
  /** Every test has a business of its own. */
  const newBusiness = async () => {
    businessId = (await ensureBusiness(store.db, `shop-${++made}.example`)).id;
  };

  const take = async (
    input: string | Buffer | AsyncIterable<Uint8Array>,
    options: Partial<ImportOptions> = {},
  ): Promise<Outcome> => {
    const refused: [number, string][] = [];
    const notices: string[] = [];
    const bytes = typeof input === 'string' || Buffer.isBuffer(input) ? inPieces(Buffer.from(input)) : input;
    const whole = await importProducts(store.db, businessId, bytes, {
      onRefused: (line, reason) => refused.push([line, reason]),
      onNotice: (notice) => notices.push(notice),
      ...options,
    });
    const { added, changed, unchanged, refused: count } = whole;
    return { counts: [added, changed, unchanged, count], whole, refused, notices };
  };
  const product = async (sku: string): Promise<Product> => {
    const row = await findProductBySku(store.db, businessId, sku);
    assert.ok(row, `${sku} is there`);
    return toProduct(row);
  };
  const categories = ({ categories: names }: Product) => names.map(({ category_name }) => category_name);
  const pictures = ({ images }: Product) => images.map(({ url }) => url);

  test('columns with the names of the API', async () => {
    await newBusiness();
    const { counts, refused } = await take(fixture('own.csv'));
    assert.deepEqual(counts, [3, 0, 0, 4], JSON.stringify(refused));
    assert.deepEqual(
      refused.map(([line]) => line),
      [6, 7, 8, 9],
    );
    for (const [index, reason] of [/title is missing/, /price "cheap"/, /MUG-1 is on line 2/, /2 cells/].entries())
      assert.match(refused[index]![1], reason);
    const mug = await product('MUG-1');
    assert.equal(mug.title, 'Mug, "large"');
    assert.equal(mug.description, 'Two\nlines');
    assert.deepEqual([mug.price, mug.retail_price, mug.currency], [4.6, 12, 'EUR']);
    assert.deepEqual(categories(mug), ['Kitchen', 'Gifts']);
    assert.equal((await product('555')).title, '=SUM(A1)');
    assert.deepEqual((await take(fixture('own.csv'))).counts, [0, 0, 3, 4]);
  });
});

/** As a slow network brings it: characters and lines are cut anywhere. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7);
}
