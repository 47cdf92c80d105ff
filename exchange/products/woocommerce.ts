/** A product export of WooCommerce. Variations share their parent as the item group. */
import { LONGEST_TEXT } from '../../contract/limits.ts';
import { plainText } from '../reading/plain-text.ts';
import type { Row } from '../reading/separated.ts';
import type { Found } from './found.ts';

export function fromWooCommerce(row: Row): Found {
  const published = row.get('published');
  // 0 is private and -1 a draft.
  if (published !== '' && published !== '1') return { isUnpublished: true };
  // Without a SKU, WooCommerce knows the product by its number.
  const sku = row.get('sku') || row.get('id');
  const [regular, sale] = [row.get('regularprice'), row.get('saleprice')];
  const text = row.get('description') || row.get('shortdescription');
  const brands = row.get('brands').split(',');
  return {
    line: row.line,
    fields: {
      sku,
      title: row.get('name'),
      item_group: row.get('parent').replace(/^id:/, '') || (/\bvariable\b/.test(row.get('type')) ? sku : ''),
      description: plainText(text.replaceAll('\\n', ' '), LONGEST_TEXT),
      brand: brands[0]!.trim(),
      gtin: row.get('gtin') || row.get('gtin,upc,ean,orisbn'),
      price: sale || regular,
      retail_price: sale === '' ? (regular === '' ? '' : null) : regular,
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
