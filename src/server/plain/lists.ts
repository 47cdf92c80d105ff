/** The elements that show a list, and how readers without JavaScript narrow it. */
import type { PlainState } from '../../../contract/shopper/rendering.ts';
import type { QueryOf } from '../../../contract/shopper/shopper.ts';
import { orders } from '../../elements/product-reviews/orders.ts';
import { orders as reviewOrders } from '../../elements/review-list/orders.ts';
import type { Key } from '../../locales/catalogue.ts';

type ListOperation = 'listProductReviews' | 'listReviews' | 'listProductQuestions' | 'listQuestions';

export interface List {
  /** The operations that can supply the items; an element uses one of them. */
  readonly operations: readonly ListOperation[];
  /** Parameters that narrow the list to a state. */
  narrow(plain: PlainState): QueryOf<ListOperation>;
  /** The label of each sort order, the default first; null where a list has neither orders nor filters. */
  readonly orders: Readonly<Record<string, Key>> | null;
  /** Whether the list has the filters of product reviews, besides stars, language and text. */
  readonly isOfProduct: boolean;
  /** Text key for the number of items. */
  readonly name: Key;
}

const start = (plain: PlainState) => ({ start: plain.start || null });
const common = (plain: PlainState) => ({
  ...start(plain),
  ratings: plain.ratings.join() || null,
  languages: plain.languages,
  q: plain.text || null,
});

export const lists: Readonly<Record<string, List>> = {
  'plaudit-product-reviews': {
    operations: ['listProductReviews'],
    narrow: (plain) => ({
      ...common(plain),
      only_photos: plain.photos ? 1 : null,
      verified: plain.verified ? 1 : null,
      with: plain.with,
      mention: plain.mention,
      review_id: plain.review,
    }),
    orders,
    isOfProduct: true,
    name: 'reviews',
  },
  'plaudit-review-list': {
    operations: ['listReviews'],
    narrow: common,
    orders: reviewOrders,
    isOfProduct: false,
    name: 'reviews',
  },
  'plaudit-questions': {
    operations: ['listProductQuestions', 'listQuestions'],
    narrow: start,
    orders: null,
    isOfProduct: false,
    name: 'questions',
  },
};

/**
 * Whether a list shows something else than its first page. A review that is shown above it changes nothing in it.
 */
export const isNarrowed = (list: List, plain: PlainState): boolean =>
  Object.values(list.narrow({ ...plain, review: null })).some((value) => value !== null);
