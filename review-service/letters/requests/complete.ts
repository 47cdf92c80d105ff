/** Completes a request: stores its reviews, each once, of the person who was asked. */
import type { AspectRating, ReviewAttribute } from '../../../contract/entities/entities.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { addProductReview } from '../../../review-store/reviews/product-review-changes.ts';
import { addReview } from '../../../review-store/reviews/review-changes.ts';
import { authorOf } from '../../people/authors.ts';
import { reasonToHold } from '../../people/holding.ts';
import { saveImages, type Photo } from '../../images/image-files.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { lockRequest, noteProductReview, noteReview, productsOf, type RequestRow } from './requests.ts';
import { noteWritten } from '../../data/events.ts';

/** Where solicited reviews come from; every request comes through the API. */
const SOURCE = 'API';

interface Requested {
  readonly title: string;
  readonly content: string;
  readonly photos: readonly Photo[];
}

export interface RequestedReview extends Requested {
  readonly tip: string | null;
  readonly ratings: readonly AspectRating[];
}

export interface RequestedProductReview extends Requested {
  readonly sku: string;
  readonly productId: number;
  /** From 1 to 5. */
  readonly rating: number;
  /** The shop's questions about the product, with their answers. */
  readonly attributes: readonly ReviewAttribute[];
}

export interface Completion {
  readonly business: BusinessRow;
  readonly requestId: string;
  /** As the author typed it; the e-mail address is that of the request. */
  readonly name: string;
  readonly review: RequestedReview | null;
  readonly productReviews: readonly RequestedProductReview[];
  readonly now: number;
}

/**
 * Stores what was not written before: the same form sent twice is one review.
 * @returns whether anything of it waits for the shop; null if the request was removed.
 */
export async function completeRequest(db: Database, completion: Completion): Promise<boolean | null> {
  const { business, requestId, name, review, productReviews, now } = completion;
  const request = await lockRequest(db, business.id, requestId);
  if (!request) return null;
  const open = new Set(
    (await productsOf(db, requestId)).filter(({ review_id }) => review_id === null).map(({ sku }) => sku),
  );
  const wanted = productReviews.filter(({ sku }) => open.has(sku));
  const wantsReview = review !== null && request.kind === 'business' && request.review_no === null;
  if (!wantsReview && wanted.length === 0) return false;
  const authorId = await authorOf(db, business.id, { fullName: name, email: request.email ?? undefined });
  let isHeld = wantsReview && (await keepReview(db, { business, request, authorId, review, now }));
  for (const written of wanted)
    if (await keepProductReview(db, { business, request, authorId, written, now })) isHeld = true;
  return isHeld;
}

interface Keeping {
  readonly business: BusinessRow;
  readonly request: RequestRow;
  readonly authorId: number;
  readonly now: number;
}

async function keepReview(
  db: Database,
  { business, request, authorId, review, now }: Keeping & { review: RequestedReview },
): Promise<boolean> {
  const { photos, ...written } = review;
  const text = `${written.title} ${written.content}`;
  const heldFor = await reasonToHold(db, business, { text, author: authorId });
  const { reviewNo } = await addReview(storeOf(db), business.id, {
    ...written,
    authorId,
    orderId: request.order_id,
    images: await saveImages(db, photos, now),
    source: SOURCE,
    labels: JSON.parse(request.labels) as string[],
    heldFor,
    now,
  });
  await noteReview(db, request.id, reviewNo);
  const about = { subject: 'review', number: reviewNo } as const;
  await noteWritten(db, { businessId: business.id, about, heldFor, now });
  return heldFor !== null;
}

async function keepProductReview(
  db: Database,
  { business, request, authorId, written, now }: Keeping & { written: RequestedProductReview },
): Promise<boolean> {
  const { photos, sku, ...review } = written;
  const text = `${review.title} ${review.content}`;
  const heldFor = await reasonToHold(db, business, { text, author: authorId });
  const { id } = await addProductReview(storeOf(db), business.id, {
    ...review,
    authorId,
    orderId: request.order_id,
    userLocation: null,
    images: await saveImages(db, photos, now),
    solicited: true,
    verified: true,
    heldFor,
    now,
  });
  await noteProductReview(db, request.id, sku, id);
  const about = { subject: 'product review', number: id } as const;
  await noteWritten(db, { businessId: business.id, about, heldFor, now });
  return heldFor !== null;
}
