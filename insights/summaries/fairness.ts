/** A summary is fair where the critical reviews have a say in it, and the favourable ones, if there are enough. */
import type { Shares } from './kept.ts';

/** From this share of the reviews on, at least one sentence has to be theirs. */
const SHARE_WITH_A_SAY = 0.2;

export const isLow = (rating: number): boolean => rating <= 2;
export const isHigh = (rating: number): boolean => rating >= 4;

export function sharesOf(reviews: readonly { readonly rating: number }[]): Shares {
  const count = (is: (rating: number) => boolean) => reviews.filter(({ rating }) => is(rating)).length;
  return { reviews: reviews.length, low: count(isLow), high: count(isHigh) };
}

/** @param sentences - of each, the stars of the reviews that it rests on. */
export function isFair({ reviews, low, high }: Shares, sentences: readonly (readonly number[])[]): boolean {
  const haveASay = (count: number, is: (rating: number) => boolean): boolean =>
    count < reviews * SHARE_WITH_A_SAY ||
    // At least half: praise that names one critical review among five is not what its author said.
    sentences.some((ratings) => ratings.filter(is).length * 2 >= ratings.length);
  return haveASay(low, isLow) && haveASay(high, isHigh);
}
