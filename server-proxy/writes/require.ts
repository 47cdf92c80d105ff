/** Refuses what is about something that shoppers do not see, as far as the mirror knows it. */
import { refuse } from '../../contract/endpoints/errors.ts';
import { getProductReview } from '../../review-store/reviews/product-reviews.ts';
import { getProductQuestion } from '../../review-store/questions/questions.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';

export interface RequireTools {
  readonly db: ProxyDb;
  readonly mirror: Mirror;
}

/** @throws ApiError `productReviewNotFound` */
export async function requireReview({ db, mirror }: RequireTools, business: string, id: number): Promise<void> {
  if (!mirror.isMirrored(business, ['productReviews'])) return;
  const review = await getProductReview(storeOf(db), mirror.business(business).id, id);
  if (!review || review.published === 'pending' || review.removedRFC) throw refuse('productReviewNotFound');
}

/** @throws ApiError `questionNotFound` */
export async function requireQuestion({ db, mirror }: RequireTools, business: string, id: number): Promise<void> {
  if (!mirror.isMirrored(business, ['productQuestions'])) return;
  const question = await getProductQuestion(storeOf(db), mirror.business(business).id, id);
  if (!question || question.published === 'pending' || question.removed) throw refuse('questionNotFound');
}
