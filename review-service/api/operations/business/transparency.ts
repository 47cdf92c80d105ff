/** Our service's operations beside the API: the numbers behind its reviews, and the changes of its reviews. */
import type { ProductReview, Review } from '../../../../contract/entities/entities.ts';
import { lastChange, readReviewChanges } from '../../../../review-store/reviews/changes.ts';
import {
  countPublished,
  countUnlisted,
  countUnlistedOf,
  toTransparency,
} from '../../../../review-store/reviews/transparency.ts';
import { storeOf } from '../../../data/tables.ts';
import type { Operation } from '../call.ts';

export const getTransparency: Operation<'getTransparency'> = async ({ db, business, parameters: { sku } }) => {
  const store = storeOf(db);
  const published = await countPublished(store, business.id, sku);
  return { transparency: toTransparency(published, await countUnlistedOf(store, business.id, sku)) };
};

/** Changes that come while this reads have higher numbers, and are asked for next. */
export const listReviewChanges: Operation<'listReviewChanges'> = async ({ db, addresses, business, parameters }) => {
  const store = storeOf(db);
  const last = await lastChange(store, business.id);
  const { after, count } = parameters;
  const changes = await readReviewChanges(store, business.id, { after, last, count });
  const { reviews, productReviews, products, earlierSkus, upTo, isAll } = changes;
  return {
    reviews: reviews.filter(isPublished).map((review) => addresses.review(review)),
    product_reviews: productReviews.filter(isPublished).map((review) => addresses.productReview(review)),
    products: products.map((product) => addresses.product(product)),
    earlier_skus: earlierSkus,
    gone: {
      reviews: reviews.filter((review) => !isPublished(review)).map(({ reviewNo }) => reviewNo),
      product_reviews: productReviews.filter((review) => !isPublished(review)).map(({ id }) => id),
    },
    up_to: upTo,
    last,
    unlisted: isAll ? await countUnlisted(store, business.id) : null,
  };
};

const isPublished = ({ published, removedRFC }: Review | ProductReview): boolean =>
  published !== 'pending' && removedRFC === null;
