/** Every change of the reviews of products; the counters follow in the same transaction. */
import type { Selectable } from 'kysely';
import type { Image, ProductReview, ReviewAttribute } from '../../contract/entities/entities.ts';
import { countForAuthor } from '../content/authors.ts';
import { nextId, reserveIds, takeIds, type Store } from '../content/ids.ts';
import { numbered, type Which } from '../content/numbered.ts';
import { publishedAt, stateOf, toTime } from '../content/moments.ts';
import { shownPhotos } from '../content/photos.ts';
import { place } from '../products/about-products.ts';
import { ReviewTally } from '../products/product-ratings.ts';
import { getProductReview } from './product-reviews.ts';
import { standing } from './standing.ts';
import { toFlag } from '../content/rows.ts';
import { State, type ProductReviewTable } from '../tables.ts';
import { searchText } from '../databases/text.ts';
import { atomically } from '../databases/transaction.ts';
import { isVerified } from '../content/verified.ts';

type ProductReviewRow = Selectable<ProductReviewTable>;

const rows = numbered('product_review');

const DAY_MS = 86_400_000;

/** Stores reviews as a server of the API gave them, by their id, and counts them. */
export function saveProductReviews(db: Store, businessId: number, items: readonly ProductReview[]): Promise<void> {
  return atomically(db, async (db) => {
    const tally = new ReviewTally();
    const placed = await place(db, businessId, rows, items, ({ user }) => user);
    const changes = placed.map(({ item, before, productId, authorId }) => {
      const after = {
        business_id: businessId,
        id: item.id,
        product_id: productId,
        author_id: authorId,
        state: stateOf(item),
        title: item.title,
        content: item.content,
        rating: item.rating,
        order_id: item.order_id,
        user_location: item.user_location,
        attributes: JSON.stringify(item.attributes),
        images: JSON.stringify(item.images),
        solicited: toFlag(item.solicited === 'Yes'),
        verified: item.verified === null ? null : toFlag(item.verified),
        incentivised: item.incentivised === null ? null : toFlag(item.incentivised),
        positive_votes: item.num_positive_votes,
        negative_votes: item.num_negative_votes,
        created_at: toTime(item.createdRFC)!,
        published_at: publishedAt(item),
        removed_at: toTime(item.removedRFC),
        hidden_for: stateOf(item) === State.removed ? (before?.hidden_for ?? null) : null,
        reply: item.reply?.content ?? null,
        reply_created_at: toTime(item.reply?.createdRFC ?? null),
        reply_modified_at: toTime(item.reply?.modifiedRFC ?? null),
        collected_by: item.collected_by,
        held_for: before?.held_for ?? null,
      };
      return { before, after };
    });
    await putRows(db, tally, changes);
    await tally.write(db, businessId);
    await reserveIds(db, 'product_review', items);
  });
}

export interface NewProductReview {
  readonly productId: number;
  readonly authorId: number | null;
  readonly title: string;
  readonly content: string;
  readonly rating: number;
  readonly orderId: string | null;
  readonly userLocation: string | null;
  readonly attributes: readonly ReviewAttribute[];
  readonly images: readonly Image[];
  readonly solicited: boolean;
  /** True if the shop vouches for the purchase. */
  readonly verified: boolean;
  /** Why it waits until it is published; null where it does not. */
  readonly heldFor: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Adds a review that was written here, published at once unless it is pending. */
export function addProductReview(db: Store, businessId: number, review: NewProductReview): Promise<ProductReview> {
  return atomically(db, async (db) => {
    const tally = new ReviewTally();
    const id = await nextId(db, 'product_review');
    await putRow(db, tally, undefined, {
      business_id: businessId,
      id,
      product_id: review.productId,
      author_id: review.authorId,
      state: review.heldFor === null ? State.published : State.pending,
      title: review.title,
      content: review.content,
      rating: review.rating,
      order_id: review.orderId,
      user_location: review.userLocation,
      attributes: JSON.stringify(review.attributes),
      images: JSON.stringify(review.images),
      solicited: toFlag(review.solicited),
      verified: toFlag(review.verified),
      incentivised: null,
      positive_votes: 0,
      negative_votes: 0,
      created_at: review.now,
      published_at: review.heldFor === null ? review.now : null,
      removed_at: null,
      hidden_for: null,
      reply: null,
      reply_created_at: null,
      reply_modified_at: null,
      collected_by: null,
      held_for: review.heldFor,
    });
    await tally.write(db, businessId);
    await countForAuthor(db, businessId, review.authorId, { reviews: 1 });
    return (await getProductReview(db, businessId, id))!;
  });
}

/** A review as an import gives it. */
export type ImportedProductReview = Omit<ProductReviewRow, Derived | 'business_id' | 'id'>;

/**
 * Adds reviews that were collected elsewhere, in any state; their authors are not counted.
 * @param numbers - that they have elsewhere and keep where they are free; null for those without.
 * @returns their numbers.
 */
export function addImportedProductReviews(
  db: Store,
  businessId: number,
  given: readonly ImportedProductReview[],
  numbers: readonly (number | null)[],
): Promise<number[]> {
  return atomically(db, async (db) => {
    const tally = new ReviewTally();
    const ids = await takeIds(db, 'product_review', businessId, numbers);
    const added = given.map((review, index) => ({
      before: undefined,
      after: { ...review, business_id: businessId, id: ids[index]! },
    }));
    await putRows(db, tally, added);
    await tally.write(db, businessId);
    return ids;
  });
}

/** Adds reviews with the numbers that they have, which nobody else has. */
export function restoreProductReviews(
  db: Store,
  businessId: number,
  given: readonly (ImportedProductReview & { readonly id: number })[],
): Promise<void> {
  return atomically(db, async (db) => {
    const tally = new ReviewTally();
    const added = given.map((review) => ({ before: undefined, after: { ...review, business_id: businessId } }));
    await putRows(db, tally, added);
    await tally.write(db, businessId);
    await reserveIds(db, 'product_review', given);
  });
}

/** The vote of a voter on a review; `none` was taken back, or never cast. */
export type Vote = 'positive' | 'negative' | 'none';

/**
 * Counts a vote, in place of one that was counted before. False if no published review has this id.
 * @param before - what the same voter's vote counted as until now.
 */
export function voteOnProductReview(
  db: Store,
  businessId: number,
  id: number,
  vote: Vote,
  before: Vote = 'none',
): Promise<boolean> {
  return atomically(db, async (db) => {
    const row = await rows.lock(db, businessId, id);
    if (row?.state !== State.published) return false;
    const change = (kind: Vote) => Number(vote === kind) - Number(before === kind);
    await putRow(db, new ReviewTally(), row, {
      ...row,
      positive_votes: Math.max(0, row.positive_votes + change('positive')),
      negative_votes: Math.max(0, row.negative_votes + change('negative')),
    });
    if (change('positive') !== 0)
      await countForAuthor(db, businessId, row.author_id, { helpfulVotes: change('positive') });
    return true;
  });
}

/** Whether a published review has this id. It stays as it is until this transaction ends. */
export const lockPublishedReview = async (db: Store, businessId: number, id: number): Promise<boolean> =>
  (await rows.lock(db, businessId, id))?.state === State.published;

const { change, hide, show, remove } = standing<ProductReviewRow>({
  lock: rows.lock,
  async write(db, businessId, changes) {
    const tally = new ReviewTally();
    await putRows(db, tally, changes);
    await tally.write(db, businessId);
  },
});
export {
  change as changeProductReview,
  hide as hideProductReview,
  remove as removeProductReviews,
  show as showProductReview,
};

/**
 * Sets the shop's public answer, or takes it away. False if there is nothing to change, or no such review.
 * @param content - null takes it away.
 */
export const replyToProductReview = (
  db: Store,
  businessId: number,
  id: number,
  content: string | null,
  now: number,
): Promise<boolean> =>
  change(db, businessId, id, (before) =>
    before.reply === content
      ? null
      : {
          ...before,
          reply: content,
          reply_created_at: content === null ? null : before.reply === null ? now : before.reply_created_at,
          reply_modified_at: content === null || before.reply === null ? null : now,
        },
  );

/** Deletes reviews in any state, and returns what was deleted. */
export function eraseProductReviews(db: Store, businessId: number, which: Which): Promise<ProductReviewRow[]> {
  return atomically(db, async (db) => {
    const erased = await rows.deleteOf(db, businessId, which);
    const tally = new ReviewTally();
    for (const row of erased) if (row.state === State.published) tally.add(row.product_id, row.rating, -1);
    await tally.write(db, businessId);
    return erased;
  });
}

type Derived = 'has_photos' | 'relevance' | 'search_text';

const putRow = (
  db: Store,
  tally: ReviewTally,
  before: ProductReviewRow | undefined,
  after: Omit<ProductReviewRow, Derived>,
): Promise<void> => putRows(db, tally, [{ before, after }]);

/** The only way to write reviews: what is derived from them follows, and the tally learns what to count. */
async function putRows(
  db: Store,
  tally: ReviewTally,
  changes: readonly { before: ProductReviewRow | undefined; after: Omit<ProductReviewRow, Derived> }[],
): Promise<void> {
  const derived = changes.map(({ before, after }) => ({
    before,
    after: {
      ...after,
      has_photos: toFlag(shownPhotos(after.images).length > 0),
      relevance: relevanceOf(after),
      // A review is found by its reply, too.
      search_text: searchText(after.business_id, after.title, after.content, after.reply),
    },
  }));
  for (const { before, after } of await rows.put(db, derived)) {
    if (before?.state === after.state && before.rating === after.rating && before.product_id === after.product_id)
      continue;
    if (before?.state === State.published) tally.add(before.product_id, before.rating, -1);
    if (after.state === State.published) tally.add(after.product_id, after.rating, 1);
  }
}

/**
 * The order of the listing `relevant`. A review is worth the day it was written, and what makes it useful is worth
 * further days: a helpful vote ten (300 at most), photos 90, a longer text up to 60, a checked purchase 30.
 */
function relevanceOf(review: Omit<ProductReviewRow, Derived>): number {
  const helpful = Math.max(-30, Math.min(30, review.positive_votes - review.negative_votes));
  return (
    Math.floor(review.created_at / DAY_MS) +
    helpful * 10 +
    (shownPhotos(review.images).length === 0 ? 0 : 90) +
    Math.min(60, Math.floor(review.content.length / 10)) +
    (isVerified(review) ? 30 : 0)
  );
}
