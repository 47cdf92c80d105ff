/**
 * A product export of Shopify. Rows that share a handle are one product there, with a row for each variant and each
 * further picture; a variant is a product here, and the handle its item group.
 */
import type { BrokenRow, Row } from '../reading/separated.ts';
import type { Found, FoundProduct } from './found.ts';

/** Shopify itself allows 2,048 variants and 250 pictures. */
const MOST_ROWS = 3_000;

export async function* fromShopify(rows: AsyncIterable<Row | BrokenRow>): AsyncGenerator<Found> {
  let group: Row[] = [];
  for await (const row of rows) {
    if ('refused' in row) {
      yield row;
      continue;
    }
    if (row.get('handle') === '') {
      yield { line: row.line, refused: 'Handle is missing' };
    } else if (group.length > 0 && row.get('handle') !== group[0]!.get('handle')) {
      yield* productsOf(group);
      group = [row];
    } else if (group.length < MOST_ROWS) {
      group.push(row);
    } else yield { line: row.line, refused: `more than ${MOST_ROWS} rows share the handle ${row.get('handle')}` };
  }
  if (group.length > 0) yield* productsOf(group);
}

function* productsOf(rows: readonly Row[]): Generator<Found> {
  const first = rows[0]!;
  const [status, published] = [first.get('status'), first.get('published')];
  if (/^(draft|archived|unlisted)$/i.test(status) || /^(false|0|no)$/i.test(published))
    return yield { isUnpublished: true };
  if (!/^(active)?$/i.test(status) || !/^(true|1|yes)?$/i.test(published))
    return yield {
      line: first.line,
      refused: `whether the product is published cannot be told from ${JSON.stringify(status || published)}`,
    };
  const variants = rows.filter((row) => row.get('sku') || row.get('option1') || row.get('price'));
  // Without a sku, the handle names a product that has no variants: pages have nothing else to call it by.
  const ownSku = variants.length > 1 ? '' : first.get('handle');
  const pictures = rows.map((row) => row.get('picture')).filter(Boolean);
  for (const variant of variants.length > 0 ? variants : [first])
    yield toProduct(first, variant, bare(variant.get('sku')) || ownSku, pictures);
}

/** Shopify puts an apostrophe before what a spreadsheet would take for a number. */
const bare = (text: string): string => text.replace(/^'/, '');

function toProduct(product: Row, variant: Row, sku: string, pictures: readonly string[]): Found {
  if (sku === '') return { line: variant.line, refused: 'Variant SKU is missing' };
  const options = ['option1', 'option2', 'option3']
    .map((column) => variant.get(column))
    .filter((value) => value !== '' && value !== 'Default Title');
  const title = product.get('title');
  const type = product.get('type');
  const price = variant.get('price');
  const own = variant.get('variantpicture');
  const found: FoundProduct = {
    line: variant.line,
    fields: {
      sku,
      title: title === '' || options.length === 0 ? title : `${title} (${options.join(', ')})`,
      item_group: product.get('handle'),
      description: product.get('body'),
      brand: product.get('vendor'),
      gtin: bare(variant.get('barcode')),
      price,
      // A price that is no longer struck through is gone from the file.
      retail_price: variant.get('compareat') || (price === '' ? '' : null),
    },
    categories: type ? [type] : product.get('category').split('>'),
    imageUrls: own ? [own, ...pictures] : pictures,
  };
  return found;
}
