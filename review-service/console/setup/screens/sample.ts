/** A few reviews for the preview of a new shop. They are in no data, and no page of the shop shows them. */
import type { AnswerOf, Statistics } from '../../../../contract/shopper/shopper.ts';
import { unknownUser } from '../../../../contract/entities/users.ts';

type Review = AnswerOf<'listProductReviews'>['product_reviews'][number];

export const SAMPLE_SKU = 'SAMPLE';

const sentences = [
  [
    'Jane',
    'D',
    5,
    'Exactly what I hoped for',
    'Well made, nicely packed, and here two days later. I would buy it again.',
  ],
  ['Tom', 'K', 4, 'Very good', 'A little heavier than I thought, but it feels solid. The colour is as in the picture.'],
  ['Amira', 'S', 3, 'It is all right', 'Does what it should. The instructions could be clearer.'],
] as const;

/** @param now - milliseconds since 1970; the reviews are some days old. */
function reviews(now: number): Review[] {
  return sentences.map(([first, last, rating, title, content], index) => {
    const moment = new Date(now - (index * 9 + 3) * 86_400_000).toISOString();
    const date = moment.slice(0, 10);
    const rfc = moment.replace(/\.\d+Z$/, '+00:00');
    return {
      id: index + 1,
      title,
      content,
      rating,
      order_id: null,
      user: { ...unknownUser, firstName: first, lastName: last, numReviews: 1 },
      user_location: null,
      attributes: [],
      images: [],
      solicited: 'Yes',
      verified: true,
      incentivised: null,
      reply: null,
      collected_by: null,
      votes: 0,
      num_positive_votes: [4, 2, 1][index]!,
      num_negative_votes: 0,
      published: date,
      publishedRFC: rfc,
      created: date,
      createdRFC: rfc,
      product: null,
      removedRFC: null,
      language: null,
    };
  });
}

const statistics: Statistics = {
  total: sentences.length,
  average_rating: 4,
  ratings: {
    1: { num_reviews: 0, rating: 1 },
    2: { num_reviews: 0, rating: 2 },
    3: { num_reviews: 1, rating: 3 },
    4: { num_reviews: 1, rating: 4 },
    5: { num_reviews: 1, rating: 5 },
  },
};

export const sampleReviews = (now: number): AnswerOf<'listProductReviews'> => ({
  product_reviews: reviews(now),
  count: sentences.length,
  start: 0,
  total: sentences.length,
  query: '',
  order: 'created',
});

export const sampleStatistics = (): AnswerOf<'getStatsOfProducts'> & AnswerOf<'getProductReviewStats'> => ({
  stats: { [SAMPLE_SKU]: statistics },
  product_reviews_stats: statistics,
});
