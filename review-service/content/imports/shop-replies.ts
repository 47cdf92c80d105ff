/** The shop's reply to a review of the shop: its newest comment there. */
import type { Selectable } from 'kysely';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import {
  addComment,
  changeComment,
  findNewestComment,
  removeComments,
} from '../../../review-store/reviews/comments.ts';
import type { CommentTable } from '../../../review-store/tables.ts';
import type { ImportedReply } from '../../../exchange/reviews/imported-review.ts';
import { requireBusinessById } from '../../data/require-business.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { businessAuthor } from '../../people/authors.ts';

export async function findShopReply(
  db: Database,
  businessId: number,
  reviewNo: number,
): Promise<Selectable<CommentTable> | null> {
  const authorId = await businessAuthor(db, await requireBusinessById(db, businessId));
  const id = await findNewestComment(storeOf(db), businessId, { reviewNo, authorId });
  if (id === null) return null;
  const found = db.selectFrom('comment').selectAll().where('business_id', '=', businessId).where('id', '=', id);
  return (await found.executeTakeFirst()) ?? null;
}

/**
 * Makes this the shop's newest comment; null takes that away.
 * @param otherwise - its date where it has none, in milliseconds since 1970.
 */
export async function setShopReply(
  db: Database,
  business: BusinessRow,
  reviewNo: number,
  reply: ImportedReply | null,
  otherwise: number,
): Promise<void> {
  const store = storeOf(db);
  const authorId = await businessAuthor(db, business);
  const earlier = await findNewestComment(store, business.id, { reviewNo, authorId });
  const now = reply?.created ?? otherwise;
  if (reply === null) {
    if (earlier !== null) await removeComments(store, business.id, [earlier], now);
  } else if (earlier === null)
    await addComment(store, business.id, { reviewNo, authorId, content: reply.content, activated: true, now });
  else await changeComment(store, business.id, earlier, { content: reply.content, now });
}

/** Puts the comment back that was there, or takes away the one that was not. */
export async function restoreShopReply(
  db: Database,
  businessId: number,
  reviewNo: number,
  before: Selectable<CommentTable> | null,
): Promise<void> {
  const current = await findShopReply(db, businessId, reviewNo);
  if (current !== null && current.id !== before?.id)
    await db.deleteFrom('comment').where('business_id', '=', businessId).where('id', '=', current.id).execute();
  if (before !== null)
    await db
      .updateTable('comment')
      .set(before)
      .where('business_id', '=', businessId)
      .where('id', '=', before.id)
      .execute();
}
