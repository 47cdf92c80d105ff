import type { ReviewFormat } from '../format.ts';

/** Customer Reviews for WooCommerce. */
export const cusrev: ReviewFormat = {
  name: 'cusrev',
  vendor: 'Customer Reviews for WooCommerce',
  isVendor: true,
  tells: [
    ['reviewscore', 'media'],
    ['reviewscore', 'orderid'],
  ],
  unless: ['published', 'producttitle', 'mdcustomercountry', 'appkey', 'reviewtype'],
  required: [['rating'], ['created'], ['product_id']],
  columns: [
    ['review_content', 'content'],
    ['review_score', 'rating'],
    ['date', 'created'],
    ['product_id', 'product_id'],
    ['display_name', 'name'],
    ['email', 'email'],
    ['order_id', 'order_id'],
    ['media', 'photos'],
  ],
  ofShop: 'never',
};
