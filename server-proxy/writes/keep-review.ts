import type { ProductReview } from '../../contract/entities.ts';
import { saveProductReviews } from '../../review-store/product-review-changes.ts';
import { markForGist } from '../mirror/gists-due.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { markSeen } from '../mirror/seen.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';

/** Puts a review that the API has just accepted into the mirror, inside `mirror.change`: a reload shows it at once. */
export async function keepReview(db: ProxyDb, mirror: Mirror, business: string, review: ProductReview): Promise<void> {
  const { id } = mirror.business(business);
  await saveProductReviews(storeOf(db), id, [review]);
  await markForGist(db, id, 'productReviews', [review.id]);
  await markSeen(
    db,
    business,
    'productReviews',
    [{ id: review.id, print: '' }],
    mirror.sweepOf(business, 'productReviews'),
  );
}
