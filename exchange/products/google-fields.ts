/** The fields of Google's product data, the same in XML and in tables. */
import { withoutEntities } from '../reading/plain-text.ts';
import type { Found } from './found.ts';

/** All values of a field, in order, without empty ones. */
export type Values = (field: string) => readonly string[];

export function fromGoogleFields(line: number, values: Values): Found {
  const one = (field: string): string => values(field)[0] ?? '';
  const [price, sale] = [one('price'), one('sale_price')];
  const types = values('product_type').length > 0 ? values('product_type') : values('google_product_category');
  return {
    line,
    fields: {
      sku: one('id'),
      title: one('title'),
      item_group: one('item_group_id'),
      description: one('description'),
      brand: one('brand'),
      gtin: one('gtin'),
      mpn: one('mpn'),
      product_link: one('link'),
      price: sale || price,
      // A price that is no longer reduced is the only one.
      retail_price: sale === '' ? (price === '' ? '' : null) : price,
    },
    // Google's own categories may be numbers, which say nothing to shoppers.
    categories: types.filter((type) => !/^\d+$/.test(type)).flatMap((path) => withoutEntities(path).split('>')),
    imageUrls: [...values('image_link'), ...values('additional_image_link')].flatMap((list) =>
      list.split(/,(?=https?:)/).map((address) => address.trim()),
    ),
  };
}
