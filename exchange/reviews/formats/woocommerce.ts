import type { ReviewFormat } from '../format.ts';

/** Reviews of WooCommerce, which are comments of WordPress; a reply is a row of its own. */
export const woocommerce: ReviewFormat = {
  name: 'woocommerce',
  vendor: 'WooCommerce',
  isVendor: true,
  tells: [['commentpostid']],
  required: [['id'], ['rating'], ['created'], ['state'], ['parent']],
  columns: [
    ['comment_ID', 'id'],
    ['comment_parent', 'parent'],
    ['comment_author', 'name'],
    ['comment_author_email', 'email'],
    ['comment_date_gmt', 'created'],
    ['comment_date', 'created'],
    ['comment_content', 'content'],
    ['comment_approved', 'state'],
    ['rating', 'rating'],
    ['verified', 'verified'],
    ['title', 'title'],
    ['product_SKU', 'sku'],
    ['comment_post_ID', 'product_id'],
    ['product_title', 'product_title'],
  ],
  ofShop: 'never',
  states: {
    '1': 'published',
    approve: 'published',
    approved: 'published',
    '0': 'waits',
    hold: 'waits',
    spam: 'spam',
    trash: 'hidden',
    'post-trashed': 'hidden',
  },
};
