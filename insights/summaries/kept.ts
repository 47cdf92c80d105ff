/**
 * The summaries of reviews of products that are kept: by product and language, a row that says when it was made of how
 * many, and one for each sentence, with its reviews and the hashes of what they said. A sentence goes with each of its
 * reviews, and with their texts.
 */
import { sql } from 'kysely';
import { readProductReviewTexts } from '../../review-store/reviews/review-facts.ts';
import { State } from '../../review-store/tables.ts';
import type { InsightDb, InsightTables } from '../tables.ts';
import { hashOf } from '../translations/kept.ts';

type SentenceRow = InsightTables['mirror_summary_sentence'];
const reviewColumns = ['review_1', 'review_2', 'review_3', 'review_4', 'review_5'] as const;

/** A product with fewer in one language has no summary in it: shoppers read them all. */
export const FEWEST_REVIEWS = 10;
/** A summary with fewer is dropped. */
export const FEWEST_SENTENCES = 2;
/** That a sentence rests on: as many as there are columns for. */
export const MOST_GROUNDS = reviewColumns.length;

/** A review that a sentence rests on, with the hash of what it said then. */
export interface Ground {
  readonly id: number;
  readonly hash: string;
}

export interface KeptSentence {
  readonly text: string;
  /** 1 to 5. */
  readonly grounds: readonly Ground[];
}

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
  written: readonly KeptSentence[],
): Promise<{ readonly changed: boolean }> {
  const ids = [...new Set(written.flatMap(({ grounds }) => grounds.map(({ id }) => id)))];
  const hashes = await readHashes(db, businessId, ids);
  const sentences = written.filter(({ grounds }) => grounds.every(({ id, hash }) => hashes.get(id) === hash));
  const { numDeletedRows } = await db
    .deleteFrom('mirror_summary_sentence')
    .where('business_id', '=', businessId)
    .where('product_id', '=', productId)
    .where('language', '=', language)
    .executeTakeFirst();
  const key = { business_id: businessId, product_id: productId, language };
  const row = { ...shares, model, reviews_read: reviewsRead, sentences: written.length, made_at: madeAt };
  await db
    .insertInto('mirror_summary')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['business_id', 'product_id', 'language']).doUpdateSet(row))
    .execute();
  if (sentences.length > 0)
    await db
      .insertInto('mirror_summary_sentence')
      .values(sentences.map((sentence, position) => ({ ...key, position, ...toRow(sentence) })))
      .execute();
  return { changed: sentences.length > 0 || numDeletedRows > 0n };
}

async function readHashes(db: InsightDb, businessId: number, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const texts = await readProductReviewTexts(db, businessId, ids);
  return new Map(texts.map((words) => [words.id, hashOf(words)]));
}

function toRow({ text, grounds }: KeptSentence) {
  const [first, second, third, fourth, fifth] = grounds.map(({ id }) => id);
  return {
    text,
    review_1: first!,
    review_2: second ?? null,
    review_3: third ?? null,
    review_4: fourth ?? null,
    review_5: fifth ?? null,
    text_hashes: JSON.stringify(grounds.map(({ hash }) => hash)),
  };
}

function groundsOf(row: Pick<SentenceRow, (typeof reviewColumns)[number] | 'text_hashes'>): Ground[] {
  const hashes = JSON.parse(row.text_hashes) as string[];
  return reviewColumns.flatMap((column, index) => {
    const id = row[column];
    return id === null ? [] : [{ id, hash: hashes[index]! }];
  });
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
export async function readSentences(
  db: InsightDb,
  businessId: number,
  productId: number,
): Promise<(KeptSentence & { readonly language: string })[]> {
  const rows = await db
    .selectFrom('mirror_summary_sentence')
    .select(['language', 'text', 'text_hashes', ...reviewColumns])
    .where('business_id', '=', businessId)
    .where('product_id', '=', productId)
    .orderBy('language')
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ language: row.language, text: row.text, grounds: groundsOf(row) }));
}

/** How many sentences of each summary still have all their reviews, published. */
export async function countStanding(
  db: InsightDb,
  businessId: number,
  productIds: readonly number[],
): Promise<(SummaryKey & { readonly standing: number })[]> {
  const reviews = reviewColumns.map((column) => sql.ref(`mirror_summary_sentence.${column}`));
  const rows = await db
    .selectFrom('mirror_summary_sentence')
    .select(['product_id', 'language', ({ fn }) => fn.countAll<number>().as('standing')])
    .where('business_id', '=', businessId)
    .where('product_id', 'in', [...productIds])
    .where(
      sql<boolean>`not exists (
        select 1 from product_review
        where product_review.business_id = mirror_summary_sentence.business_id
          and product_review.id in (${sql.join(reviews)}) and product_review.state <> ${State.published}
      )`,
    )
    .groupBy(['product_id', 'language'])
    .execute();
  return rows.map(({ product_id, language, standing }) => ({
    productId: product_id,
    language,
    standing: Number(standing),
  }));
}

/** These reviews have just been written: drops sentences that rest on what they said before. */
export async function dropOutdatedSentences(db: InsightDb, businessId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom('mirror_summary_sentence')
    .select(['product_id', 'language', 'position', 'text_hashes', ...reviewColumns])
    .where('business_id', '=', businessId)
    .where((eb) => eb.or(reviewColumns.map((column) => eb(column, 'in', [...ids]))))
    .execute();
  if (rows.length === 0) return;
  const hashes = await readHashes(db, businessId, ids);
  for (const row of rows) {
    if (groundsOf(row).every(({ id, hash }) => (hashes.get(id) ?? hash) === hash)) continue;
    await db
      .deleteFrom('mirror_summary_sentence')
      .where('business_id', '=', businessId)
      .where('product_id', '=', row.product_id)
      .where('language', '=', row.language)
      .where('position', '=', row.position)
      .execute();
  }
}
