import { refuse } from '../../../../contract/endpoints/errors.ts';
import * as changes from '../../../../review-store/reviews/review-changes.ts';
import * as store from '../../../../review-store/reviews/reviews.ts';
import { addReport } from '../../../content/reports/reports.ts';
import { noteEvent } from '../../../data/events.ts';
import { storeOf } from '../../../data/tables.ts';
import type { Operation } from '../call.ts';

export const listReviews: Operation<'listReviews'> = async ({ db, addresses, business, parameters }) => {
  const items = await store.readReviewPage(storeOf(db), business.id, parameters);
  return items.map((review) => addresses.review(review));
};

/** A review in any state: the business may read its pending and removed ones too. */
export const getReview: Operation<'getReview'> = async ({ db, addresses, business, parameters }) => {
  const review = await store.getReview(storeOf(db), business.id, parameters.review_no);
  if (!review) throw refuse('reviewNotFound');
  return { review: addresses.review(review) };
};

export const publishReview: Operation<'publishReview'> = ({ business, session, parameters, now, commit }) =>
  commit(async (db) => {
    const published = await changes.publishReview(storeOf(db), business.id, parameters.review_no, now);
    if (!published) throw refuse('reviewNotFound', 'The review does not exist, or is not waiting to be published');
    const about = { subject: 'review', number: parameters.review_no } as const;
    await noteEvent(db, { businessId: business.id, about, kind: 'published', actor: session.accountId, now });
    return {};
  });

/**
 * Stored for the shop (reports/). A report by itself changes nothing, or reports could take reviews
 * down.
 */
export const flagReview: Operation<'flagReview'> = ({ business, session, parameters, now, commit }) =>
  commit(async (db) => {
    const { review_no, reason, message } = parameters;
    // Locked: reports on a review go when the review is erased.
    const review = await store.lockReview(storeOf(db), business.id, review_no);
    if (!review || review.removedRFC !== null) throw refuse('reviewNotFound');
    const about = { businessId: business.id, reviewId: review_no, ofProduct: false };
    await addReport(db, { ...about, accountId: session.accountId, reason, message, now });
    return {};
  });
