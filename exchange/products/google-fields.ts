/** The fields of Google's product data, the same in XML and in tables. */
import { withoutEntities } from '../reading/plain-text.ts';
import type { Found } from './found.ts';
import { currentPrices } from './prices.ts';

/** All values of a field, in order, without empty ones. */
export type Values = (field: string) => readonly string[];

export function fromGoogleFields(line: number, values: Values, now: number): Found {
  const one = (field: string): string => values(field)[0] ?? '';
  const [starts = '', ends = ''] = one('sale_price_effective_date').split('/');
  const { fields: prices, ...changes } = currentPrices(
    { regular: one('price'), sale: one('sale_price'), starts, ends },
    now,
  );
  const types = values('product_type').length > 0 ? values('product_type') : values('google_product_category');
  return {
    line,
    ...changes,
    fields: {
      sku: one('id'),
      title: one('title'),
      item_group: one('item_group_id'),
      description: one('description'),
      brand: one('brand'),
      gtin: one('gtin'),
      mpn: one('mpn'),
      product_link: one('link'),
      ...prices,
    },
    // Google's own categories may be numbers, which say nothing to shoppers.
    categories: types.filter((type) => !/^\d+$/.test(type)).flatMap((path) => withoutEntities(path).split('>')),
    imageUrls: [...values('image_link'), ...values('additional_image_link')].flatMap((list) =>
      list.split(/,(?=https?:)/).map((address) => address.trim()),
    ),
  };
}
