/**
 * The stars of each product, a line a product, as shopping assistants take them: JSON lines, or a table with the same
 * columns. The names are those of OpenAI's product feed.
 */
import { roundAverage } from '../../contract/averages.ts';
import { csvLine } from './writing/csv-line.ts';

/** Texts as people may read them: masked by the caller. */
export interface ProductRating {
  readonly sku: string;
  readonly gtin: string | null;
  readonly reviewCount: number;
  /** Exact; 0 where there is no review. */
  readonly average: number;
  readonly url: string | null;
  /** Of the newest review, in milliseconds since 1970; null where there is none. */
  readonly newestReview: number | null;
  /** A few of them. */
  readonly reviews: readonly { readonly title: string; readonly content: string; readonly rating: number }[];
  readonly questions: readonly { readonly q: string; readonly a: string }[];
}

export const ratingForms = ['jsonl', 'csv'] as const;
export type RatingForm = (typeof ratingForms)[number];

const columns = [
  'sku',
  'gtin',
  'review_count',
  'star_rating',
  'scale_min',
  'scale_max',
  'url',
  'newest_review',
  'reviews',
  'q_and_a',
] as const satisfies readonly (keyof ReturnType<typeof toFields>)[];

/** The file, in pieces of a line each. */
export async function* toRatings(ratings: AsyncIterable<ProductRating>, form: RatingForm): AsyncGenerator<string> {
  if (form === 'csv') yield csvLine(columns);
  for await (const rating of ratings) {
    const fields = toFields(rating);
    yield form === 'csv' ? csvLine(columns.map((name) => toCell(fields[name]))) : `${JSON.stringify(fields)}\n`;
  }
}

const toFields = ({ sku, gtin, reviewCount, average, url, newestReview, reviews, questions }: ProductRating) => ({
  sku,
  gtin,
  review_count: reviewCount,
  star_rating: roundAverage(average, 2).toFixed(2),
  scale_min: 1,
  scale_max: 5,
  url,
  newest_review: newestReview === null ? null : `${new Date(newestReview).toISOString().slice(0, 19)}Z`,
  reviews: reviews.map(({ title, content, rating }) => ({ title, content, rating })),
  q_and_a: questions.map(({ q, a }) => ({ q, a })),
});

/** Lists are JSON in a cell. */
const toCell = (value: string | number | null | readonly object[]): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
