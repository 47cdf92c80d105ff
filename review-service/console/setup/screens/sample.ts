/** A few reviews for the preview of a new shop. They are in no data, and no page of the shop shows them. */
import { unknownUser } from '../../../../contract/entities/users.ts';
import type { AnswerOf, Statistics } from '../../../../contract/shopper/shopper.ts';
import { words } from '../../words/index.ts';

export const SAMPLE_SKU = 'SAMPLE';

/** The newest first, some days apart. */
const samples = Object.values(words.setUp.samples).map((texts, index) => ({ ...texts, rating: 5 - index }));
const DAY_MS = 86_400_000;

/** @param now - milliseconds since 1970. */
export const sampleReviews = (now: number): AnswerOf<'listProductReviews'> => ({
  product_reviews: samples.map(({ firstName, lastName, rating, title, content }, index) => {
    const moment = new Date(now - (index * 9 + 3) * DAY_MS).toISOString();
    const [date, rfc] = [moment.slice(0, 10), moment.replace(/\.\d+Z$/, '+00:00')];
    return {
      id: index + 1,
      title,
      content,
      rating,
      order_id: null,
      user: { ...unknownUser, firstName, lastName, numReviews: 1 },
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
  }),
  count: samples.length,
  start: 0,
  total: samples.length,
  query: '',
  order: 'created',
});

const ratedAs = (rating: number) => ({ num_reviews: samples.filter((one) => one.rating === rating).length, rating });
const statistics: Statistics = {
  total: samples.length,
  average_rating: 4,
  ratings: { 1: ratedAs(1), 2: ratedAs(2), 3: ratedAs(3), 4: ratedAs(4), 5: ratedAs(5) },
};

export const sampleStatistics = (): AnswerOf<'getStatsOfProducts'> & AnswerOf<'getProductReviewStats'> => ({
  stats: { [SAMPLE_SKU]: statistics },
  product_reviews_stats: statistics,
});
