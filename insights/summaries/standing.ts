/** The summaries of a product, as far as they stand today: each answer looks at the reviews behind them again. */
import type { Digest, Summary } from '../../contract/entities/digest.ts';
import { readQuotableReviews, type QuotableReview } from '../../review-store/reviews/review-facts.ts';
import { FEWEST_REVIEWS, FEWEST_SENTENCES, readSentences, readSummaryFacts } from './kept.ts';
import { hashOf, type Insight } from '../kept.ts';
import type { InsightDb } from '../tables.ts';
import { isFair, mayStand } from './validator.ts';

export interface SummarisedProduct {
  readonly id: number;
  /** How many reviews it has in each language, most first. */
  readonly languages: Digest['languages'];
}

/**
 * A sentence goes with any review that is gone, hidden or changed; with too few sentences, or none of those who have
 * to have a say, there is no summary.
 * @param languages - that the reader prefers; undefined for all.
 */
export async function readSummaries(
  db: InsightDb,
  businessId: number,
  product: SummarisedProduct,
  languages: readonly string[] | undefined,
): Promise<readonly Summary[]> {
  const sentences = await readSentences(db, businessId, product.id);
  if (sentences.length === 0) return [];
  const facts = await readSummaryFacts(db, businessId, [product.id]);
  const ids = new Set(sentences.flatMap(({ grounds }) => grounds.map(({ id }) => id)));
  const reviews = new Map((await readQuotableReviews(db, businessId, [...ids])).map((one) => [one.id, one]));
  return product.languages
    .filter(({ language, count }) => count >= FEWEST_REVIEWS && (!languages || languages.includes(language)))
    .flatMap(({ language }): Summary[] => {
      const made = facts.find((one) => one.language === language);
      const standing = sentences
        .filter((sentence) => sentence.language === language)
        .flatMap(({ text, grounds }) => {
          const carrying = stillCarrying(grounds, reviews);
          const vouching = carrying.filter(({ verified }) => verified === 1).length;
          return carrying.length > 0 && mayStand(text, language, vouching) ? [{ text, carrying }] : [];
        });
      if (!made || standing.length < FEWEST_SENTENCES) return [];
      const ratings = standing.map(({ carrying }) => carrying.map(({ rating }) => rating));
      return isFair(made, ratings)
        ? [{ language, reviews: made.reviewsRead, sentences: standing.map(toSentence) }]
        : [];
    });
}

/** None where not all of them say what they said. */
function stillCarrying(
  grounds: Insight['grounds'],
  reviews: ReadonlyMap<number, QuotableReview>,
): readonly QuotableReview[] {
  const carrying = grounds.map(({ id, hash }) => ({ review: reviews.get(id), hash }));
  return carrying.every(({ review, hash }) => review && hashOf(review) === hash)
    ? carrying.map(({ review }) => review!)
    : [];
}

const toSentence = ({ text, carrying }: { text: string; carrying: readonly QuotableReview[] }) => ({
  text,
  review_ids: carrying.toSorted((one, other) => other.helpfulness - one.helpfulness).map(({ id }) => id),
});
