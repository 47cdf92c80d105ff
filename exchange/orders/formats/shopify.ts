import type { OrderFormat } from '../order.ts';

/** The export of Shopify: a row for each line item, of which the later ones of an order say little else. */
export const shopify: OrderFormat = {
  required: [['email'], ['order_id'], ['order_date'], ['line_items']],
  columns: [
    ['Email', 'email'],
    ['Name', 'order_id'],
    ['Created at', 'order_date'],
    ['Billing Name', 'name'],
    ['Shipping Name', 'name'],
    ['Lineitem sku', 'line_items'],
    ['Financial Status', 'state'],
    ['Cancelled at', 'cancelled'],
  ],
  states: {
    asked: ['paid', 'partially_paid', 'partially_refunded', 'authorized', 'pending'],
    leftOut: ['refunded', 'voided', 'expired'],
  },
};
