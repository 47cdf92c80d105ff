/** Takes one photo of a review from view, for a reason that its author is told, and brings it back; the words stay. */
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { RemovalReason } from '../../../contract/removal-reasons.ts';
import { lockAuthor } from '../../../review-store/content/authors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { storedPhotos, withPhoto, type StoredPhoto } from '../../../review-store/content/photos.ts';
import { changeProductReview } from '../../../review-store/reviews/product-review-changes.ts';
import { changeReview } from '../../../review-store/reviews/review-changes.ts';
import { noteEvent, subjectOfReview } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { hideImages } from '../../images/hide-images.ts';
import type { Decision, Hidden } from './by-command.ts';
import { tellAuthor } from './mail.ts';
import { findAuthorOf, findReview, notFound, type ReviewName } from './reviews.ts';

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
  { actor, mailsWaitMs = 0, now }: Decision,
): Promise<Hidden> {
  const { id: businessId, domain } = business;
  const store = storeOf(transaction);
  const review = await findReview(transaction, businessId, name);
  if (!review) throw notFound(name, domain);
  // The author before the review, as an erasure does.
  const known = await findAuthorOf(transaction, businessId, name);
  const author = known && (await lockAuthor(store, businessId, known.id));
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
  await hideImages(transaction, [photo], reason !== null || review.removedRFC !== null ? 1 : 0);
  const event = { businessId, about: subjectOfReview(name), actor, now };
  await noteEvent(transaction, { ...event, kind: reason === null ? 'photo published' : 'photo hidden', reason });
  if (reason === null || !author) return { authorIsTold: false, mails: [] };
  const notice = { business, author, review, number: name.number, reason, now, dueAt: now + mailsWaitMs };
  const mail = await tellAuthor(transaction, { ...notice, isPhoto: true });
  if (mail === null) return { authorIsTold: false, mails: [] };
  await noteEvent(transaction, { ...event, kind: 'mailed', reason: 'photo hidden' });
  return { authorIsTold: true, mails: [mail] };
}
