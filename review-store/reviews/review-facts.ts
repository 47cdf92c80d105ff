/** Facts that are counted of reviews, and the texts that their languages are found in. No answer shows these rows. */
import { sql } from 'kysely';
import type { AspectRating, ReviewAttribute } from '../../contract/entities/entities.ts';
import type { Store } from '../content/ids.ts';
import { selectReviewedProducts, type ProductFilter } from '../products/products.ts';
import { State } from '../tables.ts';
import { verified } from '../content/verified.ts';

export interface ReviewText {
  readonly id: number;
  readonly title: string;
  readonly content: string;
}

/** In any state. */
export function readProductReviewTexts(
  db: Store,
  businessId: number,
  ids: readonly number[],
): Promise<(ReviewText & { readonly product_id: number; readonly reply: string | null })[]> {
  return db
    .selectFrom('product_review')
    .select(['id', 'product_id', 'title', 'content', 'reply'])
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .execute();
}

/** The same of reviews of the business, with their stars as a whole; null without any. */
export async function readReviewTexts(
  db: Store,
  businessId: number,
  ids: readonly number[],
): Promise<(ReviewText & { readonly rating: number | null })[]> {
  const rows = await db
    .selectFrom('review')
    .select(['id', 'title', 'content', 'ratings'])
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(({ ratings, ...text }) => ({ ...text, rating: overall(JSON.parse(ratings) as AspectRating[]) }));
}

/** The rating of the whole; without it, the average of the aspects. */
function overall(ratings: readonly AspectRating[]): number | null {
  const given = ratings.flatMap(({ type, rating }) => (rating === null ? [] : [{ type, rating }]));
  const whole = given.find(({ type }) => type === 'overall');
  if (whole) return Math.round(whole.rating);
  return given.length === 0 ? null : Math.round(given.reduce((sum, { rating }) => sum + rating, 0) / given.length);
}

export interface ReviewedProduct {
  readonly id: number;
  readonly title: string | null;
  readonly brand: string | null;
  readonly categories: string;
  readonly attributes: string;
  readonly num_reviews: number;
}

/** Products with their names and their questions to reviewers, by their numbers. */
export function readReviewedProducts(db: Store, businessId: number, filter: ProductFilter): Promise<ReviewedProduct[]> {
  return selectReviewedProducts(db, businessId, filter)
    .select(['id', 'title', 'brand', 'categories', 'attributes', 'num_reviews'])
    .orderBy('id')
    .execute();
}

export interface ReviewFacts {
  readonly id: number;
  readonly author_id: number | null;
  /** 1 where the author has an e-mail address. */
  readonly named: 0 | 1;
  readonly created_at: number;
  readonly rating: number;
  readonly verified: 0 | 1;
  readonly has_photos: 0 | 1;
  /** JSON array of Image. */
  readonly images: string;
  /** JSON array of ReviewAttribute. */
  readonly attributes: string;
}

const named = sql<0 | 1>`(case when exists (
  select 1 from author where author.business_id = product_review.business_id
    and author.id = product_review.author_id and author.email is not null
) then 1 else 0 end)`.as('named');

/** Of the published reviews of these products, by their numbers: so many that come after this one. */
export function readReviewFacts(
  db: Store,
  businessId: number,
  productIds: readonly number[],
  { after, limit }: { after: number; limit: number },
): Promise<ReviewFacts[]> {
  return db
    .selectFrom('product_review')
    .select(['id', 'author_id', 'rating', 'has_photos', 'images', 'attributes', 'created_at'])
    .select([named, verified.as('verified')])
    .where('business_id', '=', businessId)
    .where('product_id', 'in', [...productIds])
    .where('state', '=', State.published)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export interface WeighedReview {
  readonly id: number;
  readonly author_id: number | null;
  readonly named: 0 | 1;
  readonly verified: 0 | 1;
  readonly rating: number;
  /** Helpful votes less the others. */
  readonly helpfulness: number;
  readonly created_at: number;
}

const helpfulness = sql<number>`positive_votes - negative_votes`.as('helpfulness');
const weighed = ['id', 'author_id', 'rating', 'created_at'] as const;

/** Of the published reviews of a product that have a text, by their numbers: so many that come after this one. */
export function readWeighedReviews(
  db: Store,
  businessId: number,
  productId: number,
  { after, limit }: { after: number; limit: number },
): Promise<WeighedReview[]> {
  return db
    .selectFrom('product_review')
    .select([...weighed, helpfulness, named, verified.as('verified')])
    .where('business_id', '=', businessId)
    .where('product_id', '=', productId)
    .where('state', '=', State.published)
    .where('content', '<>', '')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export interface QuotableReview extends WeighedReview {
  readonly title: string;
  readonly content: string;
}

/** Those of these reviews that are published. */
export async function readQuotableReviews(
  db: Store,
  businessId: number,
  ids: readonly number[],
): Promise<QuotableReview[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('product_review')
    .select([...weighed, 'title', 'content', helpfulness, named, verified.as('verified')])
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .where('state', '=', State.published)
    .execute();
}

/** The attributes of a review, from its row. */
export const attributesOf = (facts: Pick<ReviewFacts, 'attributes'>): ReviewAttribute[] =>
  JSON.parse(facts.attributes) as ReviewAttribute[];
