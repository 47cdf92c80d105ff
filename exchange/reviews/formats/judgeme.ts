import type { ReviewFormat } from '../format.ts';

/** Judge.me: its template, and its export in every edition. */
export const judgeme: ReviewFormat = {
  name: 'judgeme',
  vendor: 'Judge.me',
  isVendor: true,
  tells: [['curated'], ['reviewername', 'reviewdate']],
  required: [['content'], ['rating'], ['created']],
  columns: [
    ['title', 'title'],
    ['body', 'content'],
    ['rating', 'rating'],
    ['review_date', 'created'],
    ['curated', 'state'],
    ['reviewer_name', 'name'],
    ['reviewer_email', 'email'],
    ['product_id', 'product_id'],
    ['product_handle', 'product_handle'],
    ['product_url', 'product_url'],
    ['reply', 'reply'],
    ['reply_date', 'reply_created'],
    ['picture_urls', 'photos'],
    ['location', 'location'],
  ],
  attributes: /^CF_/i,
  ofShop: 'without product',
  dateOrder: 'dmy',
  // The column may be left empty in the template.
  states: { '': 'published', ok: 'published', 'not-yet': 'waits', spam: 'spam' },
  written: {
    titles: [
      'title',
      'body',
      'rating',
      'review_date',
      'reviewer_name',
      'reviewer_email',
      'product_id',
      'product_handle',
      'reply',
      'picture_urls',
      'curated',
    ],
    skuAs: 'product_id',
    // It knows no review that was hidden for another reason: such a one must wait there, and not be called spam.
    states: { published: 'ok', waits: 'not-yet', spam: 'spam', hidden: 'not-yet' },
    verified: 'true',
    no: '',
    dates: 'seconds',
    mostPhotos: 5,
    needs: ['rating', 'content'],
  },
};
