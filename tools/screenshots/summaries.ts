/** A language model's possible summary of the demo's mug, since the demo runs none. */
import type { Summary } from '../../contract/entities/digest.ts';
import texts from './summaries.json' with { type: 'json' };

/** The reviews that each sentence rests on; nobody follows the links in a picture. */
const reviewIds = [
  [1, 2, 3],
  [4, 2],
  [5, 6, 7, 8],
];

export const summaries: readonly Summary[] = Object.entries(texts).map(([language, sentences]) => ({
  language,
  reviews: 42,
  sentences: sentences.map((text, index) => ({ text, review_ids: reviewIds[index]! })),
}));
