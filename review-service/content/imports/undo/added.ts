/** Reviews that an import added go, with all that shoppers did to them. */
import type { Image } from '../../../../contract/entities/entities.ts';
import { eraseComments } from '../../../../review-store/reviews/comments.ts';
import { eraseProductReviews } from '../../../../review-store/reviews/product-review-changes.ts';
import { eraseReviews } from '../../../../review-store/reviews/review-changes.ts';
import { eraseImages } from '../../../images/erase-images.ts';
import { forgetEvents } from '../../../data/events.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import type { OfImport } from '../products/counted.ts';
import { takeAway } from './take-away.ts';
import { dropUnusedAuthors } from './unused-authors.ts';

export interface Removed {
  readonly removed: number;
  /** Done to them by shoppers. */
  readonly votes: number;
  readonly reports: number;
}

export async function removeAdded(db: Database, ofImport: OfImport): Promise<Removed> {
  const { businessId } = ofImport;
  const steps = takeAway(db, 'imported_review', ofImport, async (transaction, rows) => {
    const idsOf = (kind: 0 | 1) => rows.filter((row) => row.of_product === kind).map(({ review_id }) => review_id);
    const ofProducts = await removeReviews(transaction, businessId, idsOf(1), 1);
    return add(ofProducts, await removeReviews(transaction, businessId, idsOf(0), 0));
  });
  let sum: Removed = { removed: 0, votes: 0, reports: 0 };
  for await (const removed of steps) sum = add(sum, removed);
  return sum;
}

const add = (one: Removed, other: Removed): Removed => ({
  removed: one.removed + other.removed,
  votes: one.votes + other.votes,
  reports: one.reports + other.reports,
});

async function removeReviews(
  db: Database,
  businessId: number,
  ids: readonly number[],
  ofProduct: 0 | 1,
): Promise<Removed> {
  if (ids.length === 0) return { removed: 0, votes: 0, reports: 0 };
  const store = storeOf(db);
  const gone =
    ofProduct === 1
      ? await eraseProductReviews(store, businessId, { ids })
      : await eraseReviews(store, businessId, { ids });
  if (ofProduct === 0) await eraseComments(store, businessId, { authorIds: [], reviewNos: ids });
  const votes = ofProduct === 1 ? await deleteVotes(db, businessId, ids) : 0;
  const reports = await deleteAbout(db, 'review_flag', businessId, ids, ofProduct);
  await deleteAbout(db, 'import_photo', businessId, ids, ofProduct);
  await deleteAbout(db, 'import_copy', businessId, ids, ofProduct);
  await forgetEvents(db, businessId, ofProduct === 1 ? 'product review' : 'review', ids);
  await eraseImages(
    db,
    gone.flatMap(({ images }) => JSON.parse(images) as Image[]),
  );
  await dropUnusedAuthors(
    db,
    businessId,
    gone.flatMap(({ author_id }) => author_id ?? []),
  );
  return { removed: gone.length, votes, reports };
}

async function deleteVotes(db: Database, businessId: number, ids: readonly number[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('product_review_vote')
    .where('business_id', '=', businessId)
    .where('review_id', 'in', ids)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function deleteAbout(
  db: Database,
  table: 'review_flag' | 'import_photo' | 'import_copy',
  businessId: number,
  ids: readonly number[],
  ofProduct: 0 | 1,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('business_id', '=', businessId)
    .where('of_product', '=', ofProduct)
    .where('review_id', 'in', ids)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
