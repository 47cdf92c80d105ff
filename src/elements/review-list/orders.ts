import type { QueryOf } from '../../../contract/shopper/shopper.ts';
import type { Key } from '../../locales/catalogue.ts';

/** The label of each sort order, the default first. */
export const orders = {
  DESC: 'newest',
  ASC: 'oldest',
  helpful: 'mostHelpful',
  highest: 'highest',
  lowest: 'lowest',
} as const satisfies Record<NonNullable<QueryOf<'listReviews'>['order']>, Key>;
