import type { ReviewFormat } from '../format.ts';

/** Stamped, whose files have no fixed header. */
export const stamped: ReviewFormat = {
  name: 'stamped',
  vendor: 'Stamped',
  isVendor: true,
  tells: [],
  required: [['content'], ['rating'], ['created'], ['product_id', 'product_handle', 'product_url']],
  columns: [
    ['product_id', 'product_id'],
    ['product_handle', 'product_handle'],
    ['productTitle', 'product_title'],
    ['productUrl', 'product_url'],
    ['rating', 'rating'],
    ['reviewRating', 'rating'],
    ['author', 'name'],
    ['email', 'email'],
    ['title', 'title'],
    ['reviewTitle', 'title'],
    ['body', 'content'],
    ['reviewMessage', 'content'],
    ['created_at', 'created'],
    ['reviewDate', 'created'],
    ['published', 'state'],
    ['reviewVerifiedType', 'verified'],
    ['reviewUserPhotos', 'photos'],
    ['location', 'location'],
    ['reply', 'reply'],
  ],
  ofShop: 'never',
  states: {
    '': 'published',
    true: 'published',
    '1': 'published',
    yes: 'published',
    false: 'waits',
    '0': 'waits',
    no: 'waits',
  },
  // Numbers stand for levels there, whose meaning is not known.
  verified: { 'verified buyer': true, 'verified reviewer': false, true: true, false: false },
};
