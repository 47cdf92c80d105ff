/** How something stood before an action, and how it is brought back there. */
import type { Selectable } from 'kysely';
import { lockAuthor } from '../../../review-store/content/authors.ts';
import { hiddenPhotos } from '../../../review-store/content/photos.ts';
import { numbered } from '../../../review-store/content/numbered.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { lockProduct } from '../../../review-store/products/products.ts';
import { bringBackQuestion } from '../../../review-store/questions/product-question-changes.ts';
import { bringBackShopQuestion } from '../../../review-store/questions/questions.ts';
import { changeProductReview } from '../../../review-store/reviews/product-review-changes.ts';
import { changeReview } from '../../../review-store/reviews/review-changes.ts';
import { State, type CommentTable } from '../../../review-store/tables.ts';
import { undoMove } from '../../catalogue/moves.ts';
import { findAsker } from '../../content/asking/questions.ts';
import { findShopReply, restoreShopReply } from '../../content/imports/shop-replies.ts';
import { findAuthorOf, findReview, type ReviewName } from '../../content/moderation/reviews.ts';
import { isQuestion, isReview, tableOf, type Subject, type SubjectKind } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { hideImages } from '../../images/hide-images.ts';
import { Refused } from '../frame/page.ts';
import { words } from '../words/index.ts';

const ofReview = ['state', 'published_at', 'removed_at', 'hidden_for', 'images'];
/** The columns that decisions change. */
const columns: Readonly<Record<SubjectKind, readonly string[]>> = {
  review: ofReview,
  'product review': [...ofReview, 'product_id', 'reply', 'reply_created_at', 'reply_modified_at'],
  question: ['state', 'published_at'],
  'product question': ['state', 'published_at', 'held_answers'],
  product: ['sku'],
};

export interface Standing {
  /** Of the row, as they were. */
  readonly row: Readonly<Record<string, unknown>>;
  /** The shop's comment on a review of the shop. */
  readonly comment?: Selectable<CommentTable> | null;
  /** Reports that the action closed. */
  readonly reports?: readonly string[];
  /** The answer to a question that it added, or showed or hid. */
  readonly added?: number;
  readonly answer?: { readonly id: number; readonly shown: boolean };
  /** The message that it sent. */
  readonly message?: number;
}

export const reviewNameOf = ({ subject, number }: Subject): ReviewName => ({
  kind: subject === 'product review' ? 'product' : 'business',
  number,
});

/** Everything is as it is until the transaction ends. Null if there is no such thing. */
export async function lockStanding(db: Database, { id }: BusinessRow, about: Subject): Promise<Standing | null> {
  const store = storeOf(db);
  const { subject, number } = about;
  // The author first, as whoever erases them does.
  const author = isReview(subject) && (await findAuthorOf(db, id, reviewNameOf(about)));
  if (author) await lockAuthor(store, id, author.id);
  if (isQuestion(subject)) await findAsker(db, id, { subject, number });
  const found: object | undefined =
    subject === 'product'
      ? await lockProduct(store, id, { id: number })
      : await numbered(tableOf[subject]).lock(store, id, number);
  if (!found) return null;
  const kept = columns[subject].map((column) => [column, found[column as keyof typeof found]] as const);
  const row = Object.fromEntries(kept);
  return subject === 'review' ? { row, comment: await findShopReply(db, id, number) } : { row };
}

/** Brings it back to where it stood. */
export async function bringBack(
  db: Database,
  business: BusinessRow,
  about: Subject,
  { row, comment, reports = [], added, answer, message }: Standing,
  now: number,
): Promise<void> {
  const { id: businessId } = business;
  const { subject, number } = about;
  const store = storeOf(db);
  if (subject === 'product') return void (await undoMove(db, business, row['sku'] as string));
  if (subject === 'product question') return bringBackQuestion(store, businessId, number, { row, added, answer, now });
  if (subject === 'question') return bringBackShopQuestion(store, businessId, number, { row, added });
  const asItStood = <Row>(current: Row): Row => ({ ...current, ...(row as Partial<Row>) });
  if (subject === 'product review') {
    const product = row['product_id'] as number;
    const current = await numbered('product_review').lock(store, businessId, number);
    if (current?.product_id !== product && !(await lockProduct(store, businessId, { id: product })))
      throw new Refused(409, words.changed.title, words.changed.noProduct);
    await changeProductReview(store, businessId, number, asItStood);
  } else await changeReview(store, businessId, number, asItStood);
  if (comment !== undefined) await restoreShopReply(db, businessId, number, comment);
  const found = await findReview(db, businessId, reviewNameOf(about));
  await hideImages(db, found?.images ?? [], row['state'] === State.removed ? 1 : 0);
  await hideImages(db, hiddenPhotos(row['images'] as string), 1);
  if (message !== undefined)
    await db.deleteFrom('message').where('business_id', '=', businessId).where('id', '=', message).execute();
  if (reports.length > 0)
    await db.updateTable('review_flag').set({ closed_at: null, outcome: null }).where('id', 'in', reports).execute();
}
