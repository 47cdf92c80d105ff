/**
 * The shop's own word under a review. Of a review of the shop that is its newest comment there; those of others stay.
 */
import { refuse } from '../../../contract/endpoints/errors.ts';
import { LONGEST_TEXT } from '../../../contract/endpoints/limits.ts';
import { typedText } from '../../../contract/entities/typed-text.ts';
import {
  addComment,
  changeComment,
  findNewestComment,
  removeComments,
} from '../../../review-store/reviews/comments.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { replyToProductReview } from '../../../review-store/reviews/product-review-changes.ts';
import { getProductReview } from '../../../review-store/reviews/product-reviews.ts';
import { lockReview } from '../../../review-store/reviews/reviews.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { businessAuthor } from '../../people/authors.ts';
import { BY_COMMAND, noteEvent, subjectOfReview } from '../../data/events.ts';
import { requireBusiness } from '../../data/require-business.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import type { Decision } from './by-command.ts';
import { notFound, type ReviewName } from './reviews.ts';

export type Replied = 'added' | 'replaced' | 'removed';

/**
 * Replies to a review, in place of an earlier reply.
 * @param text - an empty one takes the reply away.
 * @throws ApiError `businessNotAvailable`; `reviewNotFound` or `productReviewNotFound` if there is no such review, it
 * is hidden, or there is no reply to take away; `malformed` for a text that is too long.
 */
export function replyByCommand(
  db: Database,
  domain: string,
  name: ReviewName,
  text: string,
  now = Date.now(),
): Promise<Replied> {
  return inTransaction(db, async (transaction) =>
    replyDecided(transaction, await requireBusiness(transaction, domain), name, text, { actor: BY_COMMAND, now }),
  );
}

/** @throws ApiError as `replyByCommand`. */
export async function replyDecided(
  transaction: Database,
  business: BusinessRow,
  name: ReviewName,
  text: string,
  { actor, now }: Decision,
): Promise<Replied> {
  const content = typedText(text);
  if (content.length > LONGEST_TEXT || content.includes('\0'))
    throw refuse('malformed', `A reply must be a text of at most ${LONGEST_TEXT} characters`);
  const replied = await (name.kind === 'product' ? replyToReviewOfProduct : replyToReviewOfShop)(
    transaction,
    business,
    name.number,
    content,
    now,
  );
  const kind = replied === 'removed' ? 'reply removed' : 'replied';
  await noteEvent(transaction, { businessId: business.id, about: subjectOfReview(name), kind, actor, now });
  return replied;
}

async function replyToReviewOfProduct(
  transaction: Database,
  { id, domain }: BusinessRow,
  number: number,
  content: string,
  now: number,
): Promise<Replied> {
  const store = storeOf(transaction);
  const review = await getProductReview(store, id, number);
  if (!review) throw notFound({ kind: 'product', number }, domain);
  if (review.removedRFC !== null)
    throw refuse('productReviewNotFound', `Product review ${number} is hidden: nobody would see a reply`);
  if (content === '' && review.reply === null)
    throw refuse('productReviewNotFound', `Product review ${number} has no reply of the shop`);
  await replyToProductReview(store, id, number, content || null, now);
  return content === '' ? 'removed' : review.reply === null ? 'added' : 'replaced';
}

async function replyToReviewOfShop(
  transaction: Database,
  business: BusinessRow,
  number: number,
  content: string,
  now: number,
): Promise<Replied> {
  const { domain } = business;
  const review = await lockReview(storeOf(transaction), business.id, number);
  if (!review) throw notFound({ kind: 'business', number }, domain);
  if (review.removedRFC !== null)
    throw refuse('reviewNotFound', `Review ${number} is hidden: nobody would see a reply`);
  const replied = await setShopReply(transaction, business, number, content || null, now);
  if (replied === null) throw refuse('reviewNotFound', `Review ${number} has no reply of the shop`);
  return replied;
}

/**
 * Makes this the shop's newest comment on a review of the shop; null takes that away.
 * @returns null where there is none to take away.
 */
export async function setShopReply(
  db: Database,
  business: BusinessRow,
  reviewNo: number,
  content: string | null,
  now: number,
): Promise<Replied | null> {
  const store = storeOf(db);
  const authorId = await businessAuthor(db, business);
  const earlier = await findNewestComment(store, business.id, { reviewNo, authorId });
  if (content === null) {
    if (earlier === null) return null;
    await removeComments(store, business.id, [earlier], now);
    return 'removed';
  }
  if (earlier === null) {
    await addComment(store, business.id, { reviewNo, authorId, content, activated: true, now });
    return 'added';
  }
  await changeComment(store, business.id, earlier, { content, now });
  return 'replaced';
}
