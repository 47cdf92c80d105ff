/** The shop's own word under a review of the shop: its newest comment there. Those of others stay. */
import { refuse } from '../../../contract/endpoints/errors.ts';
import { LONGEST_TEXT } from '../../../contract/endpoints/limits.ts';
import { typedText } from '../../../contract/entities/typed-text.ts';
import {
  addComment,
  changeComment,
  findNewestComment,
  removeComments,
} from '../../../review-store/reviews/comments.ts';
import { lockReview } from '../../../review-store/reviews/reviews.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { businessAuthor } from '../../people/authors.ts';
import { requireBusiness } from '../../data/require-business.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { notFound } from './reviews.ts';

export type Replied = 'added' | 'replaced' | 'removed';

/**
 * Replies to a review, in place of an earlier reply.
 * @param text - an empty one takes the reply away.
 * @throws ApiError `businessNotAvailable`; `reviewNotFound` if there is no such review, it is hidden, or there is no
 * reply to take away; `malformed` for a text that is too long.
 */
export function replyByCommand(
  db: Database,
  domain: string,
  number: number,
  text: string,
  now = Date.now(),
): Promise<Replied> {
  return inTransaction(db, async (transaction) => {
    const business = await requireBusiness(transaction, domain);
    const store = storeOf(transaction);
    const content = typedText(text);
    if (content.length > LONGEST_TEXT || content.includes('\0'))
      throw refuse('malformed', `A reply must be a text of at most ${LONGEST_TEXT} characters`);
    const review = await lockReview(store, business.id, number);
    if (!review) throw notFound({ kind: 'business', number }, domain);
    if (review.removedRFC !== null)
      throw refuse('reviewNotFound', `Review ${number} is hidden: nobody would see a reply`);
    const authorId = await businessAuthor(transaction, business);
    const earlier = await findNewestComment(store, business.id, { reviewNo: number, authorId });
    if (content === '') {
      if (earlier === null) throw refuse('reviewNotFound', `Review ${number} has no reply of the shop`);
      await removeComments(store, business.id, [earlier], now);
      return 'removed';
    }
    if (earlier === null) {
      await addComment(store, business.id, { reviewNo: number, authorId, content, activated: true, now });
      return 'added';
    }
    await changeComment(store, business.id, earlier, { content, now });
    return 'replaced';
  });
}
