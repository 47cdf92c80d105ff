import type { MappedFormat } from '../format.ts';

/** Reviews that these hide must not become visible because another format fits them as well. */
export const mappedFormats: readonly MappedFormat[] = [
  {
    name: 'opinew',
    vendor: 'Opinew',
    tells: [['state', 'barcode']],
    map: [
      ['body', 'content'],
      ['rating', 'rating'],
      ['review_date', 'created'],
      ['state', 'state'],
      ['reviewer_name', 'name'],
      ['reviewer_email', 'email'],
      ['product_id', 'product_id'],
      ['product_handle', 'product_handle'],
      ['reply', 'reply'],
      ['reply_date', 'reply_created'],
      ['picture_urls', 'photos'],
      ['SKU', 'sku'],
    ],
  },
  {
    name: 'ryviu',
    vendor: 'Ryviu',
    tells: [['bodytext', 'photourls']],
    map: [
      ['product_handle', 'product_handle'],
      ['rating', 'rating'],
      ['author', 'name'],
      ['title', 'title'],
      ['body_text', 'content'],
      ['email', 'email'],
      ['photo_urls', 'photos'],
      ['created_at', 'created'],
      ['status', 'state'],
    ],
  },
  {
    name: 'powerreviews',
    vendor: 'PowerReviews',
    tells: [['pageid', 'reviewdisplay']],
    map: [
      ['Review Id', 'id'],
      ['Page Id', 'product_id'],
      ['Review Title', 'title'],
      ['Review Date', 'created'],
      ['Review Location', 'location'],
      ['Review Text', 'content'],
      ['Rating', 'rating'],
      ['Verified Buyer', 'verified'],
      ['Review Status', 'state'],
    ],
    flags: '--date-order mdy',
  },
];
