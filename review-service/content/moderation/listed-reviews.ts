/** Reviews of the shop and of its products in one shape, as those who look after them see them. */
import type { ProductReview, Review, User } from '../../../contract/entities/entities.ts';
import { readProductReviews } from '../../../review-store/reviews/product-reviews.ts';
import { readReviews } from '../../../review-store/reviews/reviews.ts';
import { repeatsText } from '../../../server-kit/titles.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import type { ReviewKind } from './reviews.ts';

export const reviewStates = ['held', 'published', 'hidden'] as const;
export type ReviewState = (typeof reviewStates)[number];

export interface ListedReview {
  readonly kind: ReviewKind;
  readonly number: number;
  readonly createdRFC: string;
  /** Null for a review of the shop. */
  readonly product: { readonly sku: string; readonly title: string | null } | null;
  readonly state: ReviewState;
  /** Null where it has none, and as long as it is held: nobody is to judge it by its stars then. */
  readonly stars: number | null;
  readonly author: Pick<User, 'firstName' | 'lastName'> | null;
  readonly title: string;
  readonly content: string;
  readonly photos: number;
}

/** Of these numbers, those that there are. */
export async function readListedReviews(
  db: Database,
  businessId: number,
  kind: ReviewKind,
  numbers: readonly number[],
): Promise<Map<number, ListedReview>> {
  const store = storeOf(db);
  const found =
    kind === 'product'
      ? (await readProductReviews(store, businessId, numbers)).map(ofProduct)
      : [...(await readReviews(store, businessId, numbers)).values()].map(ofShop);
  return new Map(found.map((listed) => [listed.number, listed]));
}

const ofProduct = (review: ProductReview): ListedReview => ({
  ...shared(review, review.rating),
  kind: 'product',
  number: review.id,
  product: review.product,
  author: review.user,
});

const ofShop = (review: Review): ListedReview => ({
  ...shared(review, review.rating.find(({ type }) => type === 'overall')?.rating ?? null),
  kind: 'business',
  number: review.reviewNo,
  product: null,
  author: review.author,
});

function shared(review: Review | ProductReview, stars: number | null) {
  const { createdRFC, content } = review;
  const title = repeatsText(review) ? '' : review.title;
  const state: ReviewState =
    review.removedRFC !== null ? 'hidden' : review.published === 'pending' ? 'held' : 'published';
  return { createdRFC, title, content, state, stars: state === 'held' ? null : stars, photos: review.images.length };
}
