/**
 * What the command line does with pending product reviews: the API publishes only reviews of the business, and lists no
 * others that are pending.
 */
import { refuse } from '../contract/errors.ts';
import type { ProductReview } from '../contract/entities.ts';
import { publishProductReview } from '../review-store/product-review-changes.ts';
import { listHeldProductReviews } from '../review-store/product-reviews.ts';
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

const idOf = async (db: Database, domain: string): Promise<number> => (await requireBusiness(db, domain)).id;
