import type { ReviewFormat } from '../format.ts';

/** Site Reviews for WordPress. */
export const sitereviews: ReviewFormat = {
  name: 'sitereviews',
  vendor: 'Site Reviews',
  isVendor: true,
  tells: [['assignedposts'], ['dategmt', 'isapproved']],
  unless: ['commentid'],
  required: [['created'], ['rating']],
  requiredWith: [['ID', 'state']],
  columns: [
    ['ID', 'id'],
    ['date_gmt', 'created'],
    ['date', 'created'],
    ['rating', 'rating'],
    ['title', 'title'],
    ['content', 'content'],
    ['name', 'name'],
    ['email', 'email'],
    ['is_approved', 'state'],
    ['is_verified', 'verified'],
    ['response', 'reply'],
    ['assigned_posts', 'product_id'],
    ['images', 'photos'],
  ],
  attributes: /^custom_/i,
  ofShop: 'without product',
  namesSeveral: true,
  states: { '1': 'published', true: 'published', yes: 'published', '0': 'waits', false: 'waits', no: 'waits' },
};
