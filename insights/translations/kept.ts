/**
 * The translations of reviews of products that are kept: by review and language, each with the hash of the text that it
 * is of. They go with their review, and with its text.
 */
import { createHash } from 'node:crypto';
import { readProductReviewTexts } from '../../review-store/reviews/review-facts.ts';
import { maskPersonalData } from '../../server-kit/personal-data.ts';
import type { InsightDb } from '../tables.ts';
import { atomically } from '../../review-store/databases/transaction.ts';
import { repeatsText } from '../../server-kit/titles.ts';

/** The words of a review, as the mirror has them. */
export interface ReviewWords {
  readonly id: number;
  readonly title: string;
  readonly content: string;
}

export interface TranslatedWords {
  /** Null where the review has none. */
  readonly title: string | null;
  readonly content: string;
}

/** Whether a review has a title beside its text. */
export const hasTitle = (words: Pick<ReviewWords, 'title' | 'content'>): boolean =>
  words.title.trim() !== '' && !repeatsText(words);

/** The texts to translate: the title, if there is one, and the text, as shoppers see them. */
export const toTranslate = (words: Pick<ReviewWords, 'title' | 'content'>): readonly string[] =>
  [hasTitle(words) ? words.title : '', words.content].map(maskPersonalData).filter((text) => text.trim() !== '');

export const hashOf = (words: Pick<ReviewWords, 'title' | 'content'>): string =>
  createHash('sha256')
    .update(JSON.stringify([maskPersonalData(words.title), maskPersonalData(words.content)]))
    .digest('base64url');

export interface Wanted {
  readonly businessId: number;
  readonly review: ReviewWords;
  /** The language to be read in. */
  readonly language: string;
}

/** The translation of exactly these words; null where there is none. */
export async function readTranslation(
  db: InsightDb,
  { businessId, review, language }: Wanted,
): Promise<TranslatedWords | null> {
  const row = await db
    .selectFrom('mirror_translation')
    .select(['title', 'content'])
    .where('business_id', '=', businessId)
    .where('review_id', '=', review.id)
    .where('language', '=', language)
    .where('text_hash', '=', hashOf(review))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Keeps a translation of a review that still has these words.
 * @returns whether it has them: somebody may have changed or removed it meanwhile.
 */
export function saveTranslation(
  db: InsightDb,
  { businessId, review, language }: Wanted,
  translated: TranslatedWords,
): Promise<boolean> {
  return atomically(db, async (db) => {
    // An update locks the row: the next change of it finds the translation.
    const { numUpdatedRows } = await db
      .updateTable('product_review')
      .set((eb) => ({ rating: eb.ref('rating') }))
      .where('business_id', '=', businessId)
      .where('id', '=', review.id)
      .where('title', '=', review.title)
      .where('content', '=', review.content)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const row = { ...translated, text_hash: hashOf(review) };
    await db
      .insertInto('mirror_translation')
      .values({ business_id: businessId, review_id: review.id, language, ...row })
      .onConflict((conflict) => conflict.columns(['business_id', 'review_id', 'language']).doUpdateSet(row))
      .execute();
    return true;
  });
}

/** These reviews have just been written: drops translations of what they said before. */
export async function dropOutdated(db: InsightDb, businessId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const kept = await db
    .selectFrom('mirror_translation')
    .select('review_id')
    .distinct()
    .where('business_id', '=', businessId)
    .where('review_id', 'in', [...ids])
    .execute();
  if (kept.length === 0) return;
  const translated = kept.map((row) => row.review_id);
  for (const words of await readProductReviewTexts(db, businessId, translated))
    await db
      .deleteFrom('mirror_translation')
      .where('business_id', '=', businessId)
      .where('review_id', '=', words.id)
      .where('text_hash', '<>', hashOf(words))
      .execute();
}
