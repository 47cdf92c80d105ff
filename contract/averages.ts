/** Averages of stars, as they are shown: rounded once, from the most exact value there is. */

/** Not by `reduce`, in whose place old libraries of shops put something else. */
export function sumOf(numbers: readonly number[]): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

interface Counted {
  readonly total: number;
  readonly average_rating: number;
  readonly ratings: Readonly<Record<string, { readonly num_reviews: number; readonly rating: number }>> | null;
}

/** The exact average: from the counts of stars where these count every review, else as it is given. */
export function averageOf({ total, average_rating: given, ratings }: Counted): number {
  const counts = Object.values(ratings ?? {});
  const counted = sumOf(counts.map(({ num_reviews: count }) => count));
  return counted > 0 && counted === total
    ? sumOf(counts.map(({ num_reviews: count, rating }) => count * rating)) / total
    : given;
}

/**
 * An average with one decimal, as people read it. Only what is 5 is 5.0, and only what is 1 is 1.0.
 * @param decimals - two in a feed.
 */
export function roundAverage(average: number, decimals = 1): number {
  const parts = 10 ** decimals;
  // A little more, since halves such as 2.05 are a little less in binary.
  const rounded = Math.round(average * parts + 1e-9) / parts;
  return average > 1 && average < 5 ? Math.min(5 - 1 / parts, Math.max(1 + 1 / parts, rounded)) : rounded;
}
