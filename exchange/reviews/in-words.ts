/** Reviews of a file, and the outcome of an import, as people read them: on a terminal and in the console alike. */
import type { ImportedReview } from './imported-review.ts';

export const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** A review of the file as it would be: what it is about, stars, name, day, state and first words. */
export function reviewInWords(review: ImportedReview): string[] {
  const { product, stars, firstName, lastName, created, state, title, content } = review;
  const about = product === null ? 'the shop' : product.sku || product.id || product.handle || product.url;
  const name = `${firstName || 'Anonymous'} ${lastName}`.trim();
  const standing = state.reason === null ? state.is : `${state.is}: ${state.reason}`;
  const day = new Date(created).toISOString().slice(0, 10);
  return [about, `${stars} stars`, name, day, standing, `${title} ${content}`.trim().slice(0, 60).toWellFormed()];
}

/** Of all rows that were read so far. */
export function sumInWords(counts: {
  readonly added: number;
  readonly changed: number;
  readonly already: number;
  readonly refused: number;
}): string {
  const { added, changed, already, refused } = counts;
  const total = added + changed + already + refused;
  return `${total} reviews: ${added} added, ${changed} changed, ${already} already there, ${refused} refused`;
}
