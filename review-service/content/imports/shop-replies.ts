/** The shop's reply to a review of the shop: its newest comment there. */
import type { Selectable } from 'kysely';
import { findNewestComment } from '../../../review-store/reviews/comments.ts';
import type { CommentTable } from '../../../review-store/tables.ts';
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
