/**
 * The summaries of reviews of products that are kept: by product and language, a row that says when it was made of how
 * many, and an insight for each sentence.
 */
import { sql } from 'kysely';
import { State } from '../../review-store/tables.ts';
import { readInsights, replaceInsights, type Insight } from '../kept.ts';
import type { InsightDb } from '../tables.ts';

/** A product with fewer in one language has no summary in it: shoppers read them all. */
export const FEWEST_REVIEWS = 10;
/** A summary with fewer is dropped. */
export const FEWEST_SENTENCES = 2;
/** A sentence rests on no more. */
export const MOST_GROUNDS = 5;

export interface SummaryKey {
  readonly productId: number;
  readonly language: string;
}

/** Of the reviews in one language that a product has. */
export interface Shares {
  readonly reviews: number;
  /** With 1 or 2 stars. */
  readonly low: number;
  /** With 4 or 5 stars. */
  readonly high: number;
}

export const isLow = (rating: number): boolean => rating <= 2;
export const isHigh = (rating: number): boolean => rating >= 4;

export function sharesOf(reviews: readonly { readonly rating: number }[]): Shares {
  const count = (is: (rating: number) => boolean) => reviews.filter(({ rating }) => is(rating)).length;
  return { reviews: reviews.length, low: count(isLow), high: count(isHigh) };
}

/** How a summary came about. */
export interface SummaryFacts extends SummaryKey, Shares {
  readonly model: string;
  /** How many of the reviews the model was sent. */
  readonly reviewsRead: number;
  /** How many sentences it had; 0 where it was refused. */
  readonly sentences: number;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

/**
 * Replaces what there is. Reviews may have changed or gone while somebody wrote of them: such sentences are not kept.
 * @returns whether answers are different now.
 */
export async function saveSummary(
  db: InsightDb,
  businessId: number,
  { productId, language, model, reviewsRead, madeAt, ...shares }: Omit<SummaryFacts, 'sentences'>,
  written: readonly Insight[],
): Promise<{ readonly changed: boolean }> {
  const row = { ...shares, model, reviews_read: reviewsRead, sentences: written.length, made_at: madeAt };
  await db
    .insertInto('mirror_summary')
    .values({ business_id: businessId, product_id: productId, language, ...row })
    .onConflict((conflict) => conflict.columns(['business_id', 'product_id', 'language']).doUpdateSet(row))
    .execute();
  return replaceInsights(db, { businessId, kind: 'sentence', subject: productId, language }, written);
}

export async function readSummaryFacts(
  db: InsightDb,
  businessId: number,
  productIds: readonly number[],
): Promise<SummaryFacts[]> {
  const rows = await db
    .selectFrom('mirror_summary')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('product_id', 'in', [...productIds])
    .execute();
  return rows.map(({ business_id: _business, product_id, reviews_read, made_at, ...row }) => ({
    ...row,
    productId: product_id,
    reviewsRead: reviews_read,
    madeAt: made_at,
  }));
}

/** Of one product, in their order. Whether their reviews still say the same is for the caller to find out. */
export const readSentences = (db: InsightDb, businessId: number, productId: number) =>
  readInsights(db, { businessId, kind: 'sentence', subject: productId });

/** How many sentences of each summary still have all their reviews, published. */
export async function countStanding(
  db: InsightDb,
  businessId: number,
  productIds: readonly number[],
): Promise<(SummaryKey & { readonly standing: number })[]> {
  const rows = await db
    .selectFrom('mirror_insight')
    .select(['subject as productId', 'language', ({ fn }) => fn.countAll<number>().as('standing')])
    .where('business_id', '=', businessId)
    .where('kind', '=', 'sentence')
    .where('subject', 'in', [...productIds])
    .where(
      sql<boolean>`grounds = (
        select count(*) from mirror_insight_ground as ground
        join product_review on product_review.business_id = ground.business_id and product_review.id = ground.review_id
        where ground.insight = mirror_insight.id and product_review.state = ${State.published}
      )`,
    )
    .groupBy(['subject', 'language'])
    .execute();
  return rows.map((row) => ({ ...row, standing: Number(row.standing) }));
}
