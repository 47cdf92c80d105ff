import { orderFields, type OrderFormat } from '../order.ts';

/** The API's own names. */
export const csv: OrderFormat = {
  required: [['email'], ['order_id'], ['order_date'], ['product_skus']],
  // The specification calls the skus by both names.
  columns: [...orderFields.map((name) => [name, name] as const), ['product_sku', 'product_skus']],
};
