/** A product export of WooCommerce. Variations share their parent as the item group. */
import type { BrokenRow, Row } from '../reading/separated.ts';
import type { Found } from './found.ts';
import { currentPrices } from './prices.ts';

export async function* fromWooCommerce(rows: AsyncIterable<Row | BrokenRow>, now: number): AsyncGenerator<Found> {
  /** A variation of a private product is public by itself. */
  const hiddenParents = new Set<string>();
  for await (const row of rows) {
    if ('refused' in row) {
      yield row;
      continue;
    }
    const published = row.get('published');
    const parent = row.get('parent');
    if (!/^(-?[01])?$/.test(published))
      yield { line: row.line, refused: `Published must be 1, 0 or -1, not ${JSON.stringify(published)}` };
    // 0 is private and -1 a draft.
    else if (/0|-/.test(published) || (parent !== '' && hiddenParents.has(parent))) {
      if (isVariable(row)) hiddenParents.add(row.get('sku')).add(`id:${row.get('id')}`);
      yield { isUnpublished: true };
    } else yield toProduct(row, now);
  }
}

const isVariable = (row: Row): boolean => /\bvariable\b/.test(row.get('type'));

function toProduct(row: Row, now: number): Found {
  // Without a SKU, WooCommerce knows the product by its number.
  const sku = row.get('sku') || row.get('id');
  const { fields: prices, ...changes } = currentPrices(
    {
      regular: row.get('regularprice'),
      sale: row.get('saleprice'),
      starts: row.get('salestarts'),
      ends: row.get('saleends'),
    },
    now,
  );
  const text = row.get('description') || row.get('shortdescription');
  const brands = row.get('brands').split(',');
  return {
    line: row.line,
    number: row.get('id'),
    ...changes,
    fields: {
      sku,
      title: row.get('name'),
      item_group: row.get('parent').replace(/^id:/, '') || (isVariable(row) ? sku : ''),
      description: text.replaceAll('\\n', '\n'),
      brand: brands[0]!.trim(),
      gtin: row.get('gtin'),
      ...prices,
    },
    categories: splitNames(row.get('categories')).flatMap((path) => path.split('>')),
    imageUrls: row
      .get('images')
      .split(/,\s?(?=https?:)/)
      .map((address) => address.trim())
      .filter(Boolean),
  };
}

/** Names with commas between them; a comma inside a name stands behind a backslash. */
const splitNames = (text: string): string[] => text.split(/(?<!\\),/).map((name) => name.replaceAll('\\,', ','));
