/** A review of the business or of a product, as moderation needs it: by its number, whichever it is. */
import { refuse, type ApiError } from '../../../contract/endpoints/errors.ts';
import type { Image, ProductReview, Review } from '../../../contract/entities/entities.ts';
import { findAuthor, lockAuthor, type AuthorRow } from '../../../review-store/content/authors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { hideProductReview, showProductReview } from '../../../review-store/reviews/product-review-changes.ts';
import { findProductReviewAuthorId, getProductReview } from '../../../review-store/reviews/product-reviews.ts';
import { hideReview, showReview } from '../../../review-store/reviews/review-changes.ts';
import { subjectOf, type ReviewKind, type ReviewName } from '../../../review-store/reviews/review-authors.ts';
import { findReviewAuthor, getReview } from '../../../review-store/reviews/reviews.ts';
import { storeOf, type Database } from '../../data/tables.ts';

export type { ReviewKind, ReviewName };

/** How messages call it. */
export const nameOf = subjectOf;

export const notFound = (name: ReviewName, domain: string): ApiError =>
  refuse(
    name.kind === 'product' ? 'productReviewNotFound' : 'reviewNotFound',
    `There is no ${nameOf(name)} of ${domain}`,
  );

export interface FoundReview {
  readonly title: string;
  readonly content: string;
  readonly createdRFC: string;
  readonly published: string | null;
  readonly removedRFC: string | null;
  /** The product that it is about; null for a review of the business. */
  readonly product: string | null;
  /** Those of its first version included. */
  readonly images: readonly Image[];
}

/** In any state; null if there is none. */
export async function findReview(db: Database, businessId: number, name: ReviewName): Promise<FoundReview | null> {
  const store = storeOf(db);
  if (name.kind === 'product') {
    const found = await getProductReview(store, businessId, name.number);
    return found && { ...found, product: titleOf(found) };
  }
  const found = await getReview(store, businessId, name.number);
  return found && { ...found, product: null, images: picturesOf(found) };
}

const titleOf = ({ product }: ProductReview): string => product?.title ?? product?.sku ?? '';

const picturesOf = ({ images, updated_for: original }: Review): Image[] => [...images, ...(original?.images ?? [])];

/** Null if nobody knows. */
export async function findAuthorOf(
  db: Database,
  businessId: number,
  { kind, number }: ReviewName,
): Promise<AuthorRow | null> {
  const store = storeOf(db);
  if (kind === 'business') return (await findReviewAuthor(store, businessId, number)) ?? null;
  const id = await findProductReviewAuthorId(store, businessId, number);
  return (id === null ? undefined : await findAuthor(store, businessId, id)) ?? null;
}

/**
 * A review in any state, and its author, who is locked first, as an erasure does: somebody who is being erased gets no
 * mail afterwards.
 * @throws ApiError `reviewNotFound` or `productReviewNotFound` if there is no such review.
 */
export async function lockAuthorOf(
  transaction: Database,
  { id, domain }: Pick<BusinessRow, 'id' | 'domain'>,
  name: ReviewName,
): Promise<{ readonly review: FoundReview; readonly author: AuthorRow | null }> {
  const review = await findReview(transaction, id, name);
  if (!review) throw notFound(name, domain);
  const known = await findAuthorOf(transaction, id, name);
  return { review, author: (known && (await lockAuthor(storeOf(transaction), id, known.id))) ?? null };
}

/** False if it is not shown, or does not exist. */
export const hide = (
  db: Database,
  businessId: number,
  { kind, number }: ReviewName,
  reason: string | null,
  now: number,
): Promise<boolean> =>
  (kind === 'product' ? hideProductReview : hideReview)(storeOf(db), businessId, number, reason, now);

/** False if it is shown already, or does not exist. */
export const show = (db: Database, businessId: number, { kind, number }: ReviewName, now: number): Promise<boolean> =>
  (kind === 'product' ? showProductReview : showReview)(storeOf(db), businessId, number, now);

/** Why it was hidden; null if it is not, or nobody said why. */
export async function reasonOf(db: Database, businessId: number, { kind, number }: ReviewName): Promise<string | null> {
  const table = kind === 'product' ? 'product_review' : 'review';
  const row = await db
    .selectFrom(table as 'review')
    .select('hidden_for')
    .where('business_id', '=', businessId)
    .where('id', '=', number)
    .executeTakeFirst();
  return row?.hidden_for ?? null;
}
