/**
 * How much is accepted, stated once for both sides: a form stops where a server would refuse. Lengths are in UTF-16
 * code units; anything longer is refused before it is parsed.
 */

/** For a parameter whose schema names no other length. */
export const LONGEST_LINE = 256;
export const LONGEST_NAME = 100;
export const LONGEST_TEXT = 10_000;
export const LONGEST_LINK = 2_048;
export const LONGEST_QUESTION = 2_000;
export const LONGEST_ANSWER = 5_000;
/** Most answers to one question, held ones included. */
export const MOST_ANSWERS = 100;

/** Largest `count` of a list, in items; the API answers error 303 beyond it. */
export const MAX_COUNT = 100;
/** `count` of a list that asks for none, in items. */
export const DEFAULT_COUNT = 10;

/** How much one page of a listing of changes holds, and how long it may be waited for. */
export const changesPage = { mostItems: 1_000, items: 100, longestWaitSeconds: 30 } as const;

/** Most entries of a list that is given as one value. */
export const MOST_ENTRIES = 100;
/** Most images with one review. */
export const MOST_IMAGES = 10;
/** Most businesses in one call for many. */
export const MOST_BUSINESSES = 20;
/** Most products in one call to the proxy for statistics. */
export const MOST_SKUS = 100;

/** How often one user token may call the API within any window of this length. */
export const apiCalls = {
  burst: { calls: 10, windowMs: 10_000 },
  hour: { calls: 1_000, windowMs: 3_600_000 },
} as const;
