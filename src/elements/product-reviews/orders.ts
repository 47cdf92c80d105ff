import type { QueryOf } from '../../../contract/shopper/shopper.ts';
import type { Key } from '../../locales/catalogue.ts';

/** The label of each sort order, the default first. */
export const orders = {
  created: 'newest',
  oldest: 'oldest',
  relevant: 'relevant',
  helpful: 'mostHelpful',
  highest: 'highest',
  lowest: 'lowest',
  photos: 'photosFirst',
} as const satisfies Record<NonNullable<QueryOf<'listProductReviews'>['order']>, Key>;
