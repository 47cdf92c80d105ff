/** A proxy that knows what the reviews of a product say together. */
import type { Digest, ShownProductReview, Summary } from '../../contract/entities/digest.ts';
import { TestProxy, mountReady, newSku, pageOf, review, reviews } from './support.ts';

export const page = 'product/reviews';

export const digest: Digest = {
  ratings: { 1: 3, 2: 0, 3: 4, 4: 20, 5: 198 },
  verified: 120,
  photos: 12,
  pictures: 17,
  languages: [
    { language: 'en', count: 200 },
    { language: 'de', count: 25 },
  ],
  attributes: [{ name: 'Colour', options: [{ value: 'Blue', count: 9 }] }],
  scales: [
    {
      name: 'Fit',
      ends: 'two',
      options: [
        { value: 'Smaller', count: 2 },
        { value: 'As expected', count: 30 },
        { value: 'Larger', count: 8 },
      ],
      mean: 0.58,
      count: 40,
    },
  ],
  recommended: { yes: 92, count: 100 },
  mentions: [
    { key: 'en.handl', language: 'en', words: 'handle', forms: ['handle', 'handles'], count: 30, low: 3 },
    { key: 'en.dishwash', language: 'en', words: 'dishwasher', forms: ['dishwasher'], count: 14, low: 0 },
  ],
  quotes: [
    {
      review_id: 7,
      text: 'The handle stays cool even after an hour on the stove.',
      language: 'en',
      rating: 5,
      mention: 'en.handl',
      marked: [4, 10],
    },
    {
      review_id: 9,
      text: 'Nach einem Jahr in der Spülmaschine sieht er aus wie neu.',
      language: 'de',
      rating: 4,
      mention: 'de.spulmaschin',
      marked: [23, 35],
    },
    {
      review_id: 11,
      text: 'المقبض مريح لكل العائلة ولا ينزلق أبدا.',
      language: 'ar',
      rating: 2,
      mention: 'ar.مقبض',
      marked: [0, 6],
    },
  ],
  favourable: review(901, { title: 'Splendid', rating: 5, num_positive_votes: 12 }),
  critical: review(902, { title: 'It leaks', rating: 2, num_positive_votes: 7 }),
  transparency: null,
};

/** What a language model of the operator's wrote, where there is one. */
export const summaries: readonly Summary[] = [
  {
    language: 'en',
    reviews: 42,
    sentences: [
      { text: 'Most like that the handle stays cool.', review_ids: [7, 12] },
      { text: 'It keeps its colour in the dishwasher.', review_ids: [30, 7] },
      { text: 'Some would have liked it larger.', review_ids: [31] },
    ],
  },
  {
    language: 'de',
    reviews: 1,
    sentences: [
      { text: 'Nach einem Jahr sieht er aus wie neu.', review_ids: [9] },
      { text: 'Der Griff bleibt kühl.', review_ids: [9] },
    ],
  },
  {
    language: 'ar',
    reviews: 3,
    sentences: [
      { text: 'Plaudit Mug مريح لكل العائلة.', review_ids: [11] },
      { text: 'المقبض لا ينزلق أبدا.', review_ids: [11, 14] },
    ],
  },
];

export const texts = reviews(30, (id) => ({ content: `The handle of it, Handles and handlebars ${id}` }));

/** A proxy that has all reviews of its product, and says what they say together. */
export const knowing = (
  change: Partial<Digest> = {},
  all: readonly ShownProductReview[] = texts,
  beside: object = {},
) => {
  const answer = pageOf(all);
  return new TestProxy().on(page, (call) => ({
    ...(answer(call) as object),
    ...beside,
    ...(call.query['digest'] && { digest: { ...digest, ...change } }),
    ...(call.query['review_id'] && { linked: review(Number(call.query['review_id']), { title: 'The one' }) }),
  }));
};

export const open = (proxy: TestProxy, attributes: Record<string, string> = {}) =>
  mountReady('plaudit-product-reviews', proxy, { sku: newSku(), ...attributes });
