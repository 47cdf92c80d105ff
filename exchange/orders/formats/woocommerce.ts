/**
 * Orders of WooCommerce, as the plugins write them that export orders: "Order Export & Order Import" and
 * "Customer/Order/Coupon Export" (line items in one cell, or in numbered ones), and "Advanced Order Export" (a row for
 * each). The report of WooCommerce itself has no addresses.
 */
import type { OrderFormat } from '../order.ts';

export const woocommerce: OrderFormat = {
  required: [['email'], ['order_number', 'order_id'], ['order_date'], ['line_items']],
  columns: [
    ['billing_email', 'email'],
    ['Email (Billing)', 'email'],
    ['customer_email', 'email'],
    ['order_number', 'order_number'],
    ['order_number_formatted', 'order_number'],
    ['order_id', 'order_id'],
    ['order_date', 'order_date'],
    ['date', 'order_date'],
    ['billing_first_name', 'first_name'],
    ['First Name (Billing)', 'first_name'],
    ['billing_last_name', 'last_name'],
    ['Last Name (Billing)', 'last_name'],
    ['line_items', 'line_items'],
    ['line_item_#', 'line_items'],
    ['item_sku', 'line_items'],
    ['SKU', 'line_items'],
    ['status', 'state'],
    ['order_status', 'state'],
  ],
  states: {
    asked: ['completed', 'processing'],
    leftOut: ['cancelled', 'refunded', 'failed', 'pending', 'pending payment', 'on hold', 'draft', 'checkout draft'],
  },
  skusIn: (cell) => (/\b(?:sku|product_id):/.test(cell) ? cell.split(';').flatMap(skuOf) : [cell]),
};

/** `name:Mug|product_id:25|sku:MUG-1|quantity:1`. Without a SKU, WooCommerce knows the product by its number. */
function skuOf(item: string): string[] {
  const parts = new Map(item.split('|').map((part) => [part.split(':')[0]!.trim(), part.slice(part.indexOf(':') + 1)]));
  return [parts.get('sku')?.trim() || (parts.get('product_id')?.trim() ?? '')].filter(Boolean);
}
