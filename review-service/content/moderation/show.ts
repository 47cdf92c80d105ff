/** One review with all that is said about it, for a decision on it. */
import { getProductReview } from '../../../review-store/reviews/product-reviews.ts';
import { listComments } from '../../../review-store/reviews/comments.ts';
import { MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import { requireBusiness } from '../../data/require-business.ts';
import { sayWhy } from '../../people/holding.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { findReview, notFound, reasonOf, type ReviewKind, type ReviewName } from './reviews.ts';
import { readListedReviews, type ListedReview } from './listed-reviews.ts';

export interface ShownReview {
  readonly listed: ListedReview;
  /** Where its photos are, as the service's own paths or as another server gave them. */
  readonly photos: readonly string[];
  /** Why it is hidden or held; null if it is neither, or nobody said why. */
  readonly reason: string | null;
  /** The newest first; for a review of a product, the shop's reply. */
  readonly comments: readonly { readonly createdRFC: string | null; readonly by: string; readonly content: string }[];
  /** Those that are open, the oldest first. */
  readonly reports: readonly { readonly reason: string; readonly message: string }[];
}

/** @throws ApiError `businessNotAvailable`; `reviewNotFound` or `productReviewNotFound` if there is no such review. */
export async function showByCommand(db: Database, domain: string, name: ReviewName): Promise<ShownReview> {
  const { id, name: shop } = await requireBusiness(db, domain);
  const found = await findReview(db, id, name);
  const listed = (await readListedReviews(db, id, name.kind, [name.number])).get(name.number);
  if (!found || !listed) throw notFound(name, domain);
  return {
    listed,
    photos: found.images.map(({ original }) => original),
    reason: listed.state === 'held' ? await heldFor(db, id, name) : await reasonOf(db, id, name),
    comments:
      name.kind === 'business' ? await commentsOn(db, id, name.number) : await replyTo(db, id, name.number, shop),
    reports: await openReports(db, id, name),
  };
}

async function heldFor(db: Database, businessId: number, { kind, number }: ReviewName): Promise<string | null> {
  const { held_for: reason } = await db
    .selectFrom((kind === 'product' ? 'product_review' : 'review') as 'review')
    .select('held_for')
    .where('business_id', '=', businessId)
    .where('id', '=', number)
    .executeTakeFirstOrThrow();
  return sayWhy(reason);
}

/**
 * The reviews that a number may mean.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export async function findKinds(db: Database, domain: string, number: number): Promise<ListedReview[]> {
  const { id } = await requireBusiness(db, domain);
  const kinds: readonly ReviewKind[] = ['business', 'product'];
  const found = await Promise.all(kinds.map((kind) => readListedReviews(db, id, kind, [number])));
  return found.flatMap((listed) => listed.get(number) ?? []);
}

async function commentsOn(db: Database, businessId: number, number: number): Promise<ShownReview['comments']> {
  const { items } = await listComments(storeOf(db), businessId, {
    review_no: number,
    start: 0,
    count: MAX_COUNT,
    updated: false,
    deleted: false,
    datasources: [],
    date_from: undefined,
    date_to: undefined,
  });
  return items.map(({ createdRFC, author, content }) => ({
    createdRFC,
    by: `${author?.firstName ?? ''} ${author?.lastName ?? ''}`.trim(),
    content,
  }));
}

async function replyTo(db: Database, businessId: number, number: number, by: string): Promise<ShownReview['comments']> {
  const { reply } = (await getProductReview(storeOf(db), businessId, number))!;
  return reply === null ? [] : [{ createdRFC: reply.createdRFC, by, content: reply.content }];
}

function openReports(db: Database, businessId: number, { kind, number }: ReviewName): Promise<ShownReview['reports']> {
  return db
    .selectFrom('review_flag')
    .select(['reason', 'message'])
    .where('business_id', '=', businessId)
    .where('review_id', '=', number)
    .where('of_product', '=', kind === 'product' ? 1 : 0)
    .where('closed_at', 'is', null)
    .orderBy('created_at')
    .execute();
}
