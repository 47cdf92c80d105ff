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
import { findShopReply, restoreShopReply } from '../../content/imports/shop-replies.ts';
import { findAuthorOf, findReview, type ReviewName } from '../../content/moderation/reviews.ts';
import { isQuestion, type Subject } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { hideImages } from '../../images/hide-images.ts';
import { Refused } from '../frame/page.ts';
import { words } from '../words/index.ts';

const rowsOf = {
  review: numbered('review'),
  'product review': numbered('product_review'),
  'product question': numbered('product_question'),
  question: numbered('question'),
};

/** Columns of a review that decisions change; those of products and replies are of product reviews alone. */
const columns = [
  'state',
  'published_at',
  'removed_at',
  'hidden_for',
  'product_id',
  'reply',
  'reply_created_at',
  'reply_modified_at',
  'images',
] as const;

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
export async function lockStanding(
  db: Database,
  { id: businessId }: BusinessRow,
  about: Subject,
): Promise<Standing | null> {
  const store = storeOf(db);
  if (about.subject === 'product') {
    const row = await lockProduct(store, businessId, { id: about.number });
    return row ? { row: { sku: row.sku } } : null;
  }
  if (isQuestion(about.subject)) {
    const row = await rowsOf[about.subject].lock(store, businessId, about.number);
    if (!row) return null;
    const { state, published_at, held_answers } = row as typeof row & { held_answers?: string | null };
    return { row: { state, published_at, ...(held_answers === undefined ? {} : { held_answers }) } };
  }
  // The author first, as whoever erases them does.
  const author = await findAuthorOf(db, businessId, reviewNameOf(about));
  if (author) await lockAuthor(store, businessId, author.id);
  const row = await rowsOf[about.subject].lock(store, businessId, about.number);
  if (!row) return null;
  const kept = columns.flatMap((column) => (column in row ? [[column, row[column as 'state']] as const] : []));
  const comment = about.subject === 'review' ? await findShopReply(db, businessId, about.number) : undefined;
  return { row: Object.fromEntries(kept), ...(comment === undefined ? {} : { comment }) };
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
  const store = storeOf(db);
  if (about.subject === 'product') return void (await undoMove(db, business, row['sku'] as string));
  if (about.subject === 'product question')
    return bringBackQuestion(store, businessId, about.number, { row, added, answer, now });
  if (about.subject === 'question') return bringBackShopQuestion(store, businessId, about.number, { row, added });
  // The columns of a standing are those of its kind.
  if (about.subject === 'product review') {
    const product = row['product_id'] as number;
    const current = await rowsOf[about.subject].lock(store, businessId, about.number);
    if (current?.product_id !== product && !(await lockProduct(store, businessId, { id: product })))
      throw new Refused(409, words.changed.title, words.changed.noProduct);
    await changeProductReview(store, businessId, about.number, (now) => ({ ...now, ...(row as Partial<typeof now>) }));
  } else await changeReview(store, businessId, about.number, (now) => ({ ...now, ...(row as Partial<typeof now>) }));
  if (comment !== undefined) await restoreShopReply(db, businessId, about.number, comment);
  const found = await findReview(db, businessId, reviewNameOf(about));
  await hideImages(db, found?.images ?? [], row['state'] === State.removed ? 1 : 0);
  await hideImages(db, hiddenPhotos(row['images'] as string), 1);
  if (message !== undefined)
    await db.deleteFrom('message').where('business_id', '=', businessId).where('id', '=', message).execute();
  if (reports.length > 0)
    await db.updateTable('review_flag').set({ closed_at: null, outcome: null }).where('id', 'in', reports).execute();
}
