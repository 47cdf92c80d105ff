import type { ReviewFormat } from '../format.ts';

/** Feefo, of which a row may hold a review of the shop, one of a product, or both. */
export const feefo: ReviewFormat = {
  name: 'feefo',
  vendor: 'Feefo',
  isVendor: true,
  tells: [['feedbackdate', 'servicerating']],
  required: [['created'], ['service_rating', 'rating']],
  columns: [
    ['Name', 'name'],
    ['Email', 'email'],
    ['Feedback Date', 'created'],
    ['Product Id', 'product_id'],
    ['Service Rating', 'service_rating'],
    ['Service Comment', 'service_content'],
    ['Product Rating', 'rating'],
    ['Product Comment', 'content'],
  ],
  ofShop: 'never',
  dateOrder: 'dmy',
};
