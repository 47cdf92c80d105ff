/**
 * What the command line does with pending product reviews: the API publishes only reviews of the business, and removes
 * none.
 */
import { refuse } from '../contract/errors.ts';
import type { ProductReview } from '../contract/entities.ts';
import { publishProductReview, removeProductReviews } from '../review-store/product-review-changes.ts';
import { getProductReview, listHeldProductReviews } from '../review-store/product-reviews.ts';
import { requireBusiness } from './require-business.ts';
import { storeOf, type Database } from './tables.ts';

/** @throws ApiError `businessNotAvailable` if there is no such business. */
export async function listHeld(db: Database, domain: string): Promise<ProductReview[]> {
  return listHeldProductReviews(storeOf(db), await idOf(db, domain));
}

/**
 * @throws ApiError `productReviewNotFound` if no pending review has this id, `businessNotAvailable` if there is no such
 * business.
 */
export async function publishHeld(db: Database, domain: string, id: number, now = Date.now()): Promise<void> {
  if (!(await publishProductReview(storeOf(db), await idOf(db, domain), id, now)))
    throw refuse('productReviewNotFound', `No product review ${id} of ${domain} waits to be published`);
}

/**
 * Takes a review out of all listings and counts, whether it is pending or published.
 * @throws ApiError `productReviewNotFound` if none has this id, `businessNotAvailable` if there is no such business.
 */
export async function removeProductReview(db: Database, domain: string, id: number, now = Date.now()): Promise<void> {
  const businessId = await idOf(db, domain);
  const review = await getProductReview(storeOf(db), businessId, id);
  if (!review || review.removedRFC !== null)
    throw refuse('productReviewNotFound', `There is no product review ${id} of ${domain}`);
  await removeProductReviews(storeOf(db), businessId, [id], now);
}

const idOf = async (db: Database, domain: string): Promise<number> => (await requireBusiness(db, domain)).id;
