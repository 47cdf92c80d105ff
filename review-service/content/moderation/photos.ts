/** Takes one photo of a review from view, for a reason that its author is told, and brings it back; the words stay. */
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { RemovalReason } from '../../../contract/removal-reasons.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { storedPhotos, withPhoto, type StoredPhoto } from '../../../review-store/content/photos.ts';
import { changeProductReview } from '../../../review-store/reviews/product-review-changes.ts';
import { changeReview } from '../../../review-store/reviews/review-changes.ts';
import { noteEvent, subjectOfReview } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { hideImages } from '../../images/hide-images.ts';
import { tellHidden, type Decision, type Hidden } from './by-command.ts';
import { lockAuthorOf, type ReviewName } from './reviews.ts';

/** All photos of a review, those that are hidden by themselves included. */
export async function readPhotos(db: Database, businessId: number, name: ReviewName): Promise<StoredPhoto[]> {
  const row = await db
    .selectFrom((name.kind === 'product' ? 'product_review' : 'review') as 'review')
    .select('images')
    .where('business_id', '=', businessId)
    .where('id', '=', name.number)
    .executeTakeFirst();
  return row ? storedPhotos(row.images) : [];
}

/**
 * @param at - the place of the photo among all of the review.
 * @param reason - null shows the photo again; nobody is told.
 * @throws ApiError `reviewNotFound` or `productReviewNotFound` if there is no such review; `imageNotFound` if it has no
 * such photo; `alreadyExists` if the photo is so already.
 */
export async function hidePhotoDecided(
  transaction: Database,
  business: BusinessRow,
  name: ReviewName,
  { at, reason }: { readonly at: number; readonly reason: RemovalReason | null },
  decision: Decision,
): Promise<Hidden> {
  const { id: businessId } = business;
  const { actor, now } = decision;
  const store = storeOf(transaction);
  const found = await lockAuthorOf(transaction, business, name);
  const photo = (await readPhotos(transaction, businessId, name))[at];
  if (!photo) throw refuse('imageNotFound', 'The review has no such photo');
  const change = <Row extends { readonly images: string }>(before: Row): Row | null => {
    const images = withPhoto(before.images, at, reason);
    return images === null ? null : { ...before, images };
  };
  const isChanged =
    name.kind === 'product'
      ? await changeProductReview(store, businessId, name.number, change)
      : await changeReview(store, businessId, name.number, change);
  if (!isChanged) throw refuse('alreadyExists', `The photo is ${reason === null ? 'shown' : 'hidden'} already`);
  await hideImages(transaction, [photo], reason !== null || found.review.removedRFC !== null ? 1 : 0);
  const kind = reason === null ? 'photo published' : 'photo hidden';
  await noteEvent(transaction, { businessId, about: subjectOfReview(name), kind, actor, reason, now });
  if (reason === null) return { authorIsTold: false, mails: [] };
  return tellHidden(transaction, business, { ...found, name, reason, what: 'photo hidden' }, decision);
}
