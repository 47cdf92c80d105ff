import { refuse } from '../../../../contract/endpoints/errors.ts';
import * as store from '../../../../review-store/reviews/comments.ts';
import { lockReview } from '../../../../review-store/reviews/reviews.ts';
import { businessAuthor } from '../../../people/authors.ts';
import { noteEvent } from '../../../data/events.ts';
import { storeOf } from '../../../data/tables.ts';
import type { Operation } from '../call.ts';

export const listComments: Operation<'listComments'> = async ({ db, business, parameters }) => {
  const comments = await store.readCommentPage(storeOf(db), business.id, parameters);
  return { comments, count: comments.length, start: parameters.start };
};

/** The business's own word under a review: shown at once. */
export const addComment: Operation<'addComment'> = ({ business, session, parameters, now, commit }) =>
  commit(async (db) => {
    // Locked, so that nobody comments on a review that is being erased.
    const review = await lockReview(storeOf(db), business.id, parameters.review_no);
    if (!review || review.removedRFC !== null) throw refuse('reviewNotFound');
    await store.addComment(storeOf(db), business.id, {
      reviewNo: review.reviewNo,
      authorId: await businessAuthor(db, business),
      content: parameters.text,
      activated: true,
      now,
    });
    const about = { subject: 'review', number: review.reviewNo } as const;
    await noteEvent(db, { businessId: business.id, about, kind: 'replied', actor: session.accountId, now });
    return {};
  });
