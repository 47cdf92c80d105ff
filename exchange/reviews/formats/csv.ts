import { MOST_IMAGES } from '../../../contract/endpoints/limits.ts';
import { mapFields, type ReviewFormat } from '../format.ts';

/** Any table: its columns are fields by name, or what `--map` says. */
export const csv: ReviewFormat = {
  name: 'csv',
  vendor: 'a table of its own',
  isVendor: false,
  tells: [],
  required: [['rating'], ['created']],
  columns: mapFields.map((field) => [field, field]),
  attributes: /^attribute:/i,
  ofShop: 'without product',
  states: {
    '': 'published',
    published: 'published',
    approved: 'published',
    active: 'published',
    pending: 'waits',
    held: 'waits',
    waiting: 'waits',
    unpublished: 'waits',
    hidden: 'hidden',
    removed: 'hidden',
    rejected: 'hidden',
    spam: 'spam',
  },
  hasReasons: true,
  hasUnsaid: true,
  written: {
    titles: mapFields,
    attributes: 'attribute:',
    skuAs: 'sku',
    states: { published: 'published', waits: 'pending', spam: 'removed', hidden: 'removed' },
    verified: 'true',
    no: 'false',
    dates: 'iso',
    mostPhotos: MOST_IMAGES,
    needs: ['rating'],
  },
};
