import type { ReviewFormat } from '../format.ts';

/** The Product Reviews app that Shopify had, of which several others can write the files. */
export const shopify: ReviewFormat = {
  name: 'shopify',
  vendor: 'Shopify Product Reviews',
  isVendor: true,
  tells: [['state', 'repliedat']],
  required: [['product_handle'], ['state'], ['rating'], ['created']],
  columns: [
    ['product_handle', 'product_handle'],
    ['state', 'state'],
    ['rating', 'rating'],
    ['title', 'title'],
    ['author', 'name'],
    ['email', 'email'],
    ['location', 'location'],
    ['body', 'content'],
    ['reply', 'reply'],
    ['created_at', 'created'],
    ['replied_at', 'reply_created'],
  ],
  ofShop: 'never',
  states: { published: 'published', unpublished: 'waits', spam: 'spam', hidden: 'hidden' },
};
