import type { ReviewFormat } from '../format.ts';

/** Trustpilot's reviews of the shop, which stay a source beside the shop's own. */
export const trustpilot: ReviewFormat = {
  name: 'trustpilot',
  vendor: 'Trustpilot',
  isVendor: true,
  tells: [['reviewcreatedutc', 'reviewstars']],
  required: [['created'], ['rating']],
  columns: [
    ['Review Id', 'id'],
    ['Review Created (UTC)', 'created'],
    ['Review Username', 'name'],
    ['Review User Email', 'email'],
    ['Review Title', 'title'],
    ['Review Content', 'content'],
    ['Review Stars', 'rating'],
    ['Reference Id', 'order_id'],
    ['Company Response', 'reply'],
    ['Business Response', 'reply'],
    ['Company Reply Date (UTC)', 'reply_created'],
    ['Business Reply Date (UTC)', 'reply_created'],
  ],
  ofShop: 'always',
  datasource: 'trustpilot',
};
