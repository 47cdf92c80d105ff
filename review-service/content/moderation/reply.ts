/**
 * The shop's own word under a review. Of a review of the shop that is its newest comment there; those of others stay.
 */
import { refuse } from '../../../contract/endpoints/errors.ts';
import { LONGEST_TEXT } from '../../../contract/endpoints/limits.ts';
import type { ProductReview } from '../../../contract/entities/entities.ts';
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
import { businessAuthor } from '../../people/authors.ts';
import { byCommand, noteEvent, subjectOfReview } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import type { Decision } from './by-command.ts';
import { nameOf, notFound, type ReviewName } from './reviews.ts';

export type Replied = 'added' | 'replaced' | 'removed';

/**
 * Replies to a review, in place of an earlier reply.
 * @param text - an empty one takes the reply away.
 * @throws ApiError `businessNotAvailable`; `reviewNotFound` or `productReviewNotFound` if there is no such review, it
 * is hidden, or there is no reply to take away; `malformed` for a text that is too long.
 */
export const replyByCommand = (
  db: Database,
  domain: string,
  name: ReviewName,
  text: string,
  now?: number,
): Promise<Replied> =>
  byCommand(db, domain, (transaction, business, by) => replyDecided(transaction, business, name, text, by), now);

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
  const { number } = name;
  const store = storeOf(transaction);
  const isOfProduct = name.kind === 'product';
  const review = await (isOfProduct ? getProductReview : lockReview)(store, business.id, number);
  if (!review) throw notFound(name, business.domain);
  const refused = (why: string) =>
    refuse(isOfProduct ? 'productReviewNotFound' : 'reviewNotFound', `${capital(nameOf(name))} ${why}`);
  if (review.removedRFC !== null) throw refused('is hidden: nobody would see a reply');
  const replied =
    'reply' in review
      ? await setProductReply(transaction, business, review, content || null, now)
      : await setShopReply(transaction, business, number, content || null, now);
  if (replied === null) throw refused('has no reply of the shop');
  const kind = replied === 'removed' ? 'reply removed' : 'replied';
  await noteEvent(transaction, { businessId: business.id, about: subjectOfReview(name), kind, actor, now });
  return replied;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** @returns null where there is none to take away. */
async function setProductReply(
  transaction: Database,
  { id }: BusinessRow,
  { id: number, reply }: Pick<ProductReview, 'id' | 'reply'>,
  content: string | null,
  now: number,
): Promise<Replied | null> {
  if (content === null && reply === null) return null;
  await replyToProductReview(storeOf(transaction), id, number, content, now);
  return content === null ? 'removed' : reply === null ? 'added' : 'replaced';
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
