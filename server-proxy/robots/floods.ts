/**
 * What looks like a flood, by what was written lately: never by the stars, nor by what a text says. See
 * docs/decisions/0104-robots.md for the figures.
 */
import { likeness, type Sketch } from './likeness.ts';

/** `text`: others said nearly the same. `rate`: more at once than the product ever has. */
export const floods = {
  text: 'says nearly the same as other reviews of the last 24 hours',
  rate: 'more reviews of this product at once than it usually has',
} as const;

export type Flood = keyof typeof floods;

export const isFlood = (value: unknown): value is Flood => typeof value === 'string' && Object.hasOwn(floods, value);

/** A review that was written within the last day. */
export interface Recent {
  readonly product: string;
  readonly sketch: Sketch;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface Written {
  readonly product: string;
  readonly sketch: Sketch;
  /** How many letters the text has. */
  readonly letters: number;
}

const MINUTE = 60_000;
const HOUR = 3_600_000;

/** Texts with this much in common are one text with a few words changed. */
const ALIKE = 0.6;
/** Shorter ones, in letters, are written alike by people who never met. */
const SHORT = 40;
/** How many may say the same: of the same product, of another one, and in few words within an hour. */
const MOST_ALIKE = { product: 1, others: 2, short: 3 };

/** So many in such a time are a flood of a product that has one a week. */
export const rates = [{ withinMs: MINUTE, reviews: 10 }, { withinMs: HOUR, reviews: 30 }] as const;
/** A product that has many reviews anyway may have so many times as many at once. */
const TIMES_USUAL = 20;

export function repeatsOthers({ product, sketch, letters }: Written, recent: readonly Recent[], now: number): boolean {
  const alike = recent.filter((other) => likeness(sketch, other.sketch) >= ALIKE);
  const ofProduct = alike.filter((other) => other.product === product);
  if (letters < SHORT) return ofProduct.filter((other) => other.createdAt > now - HOUR).length >= MOST_ALIKE.short;
  return ofProduct.length >= MOST_ALIKE.product || alike.length >= MOST_ALIKE.others;
}

/** How many reviews of a product in such a time are a flood, one that has `usualPerWeek` in other weeks. */
export function floodFrom({ withinMs, reviews }: (typeof rates)[number], usualPerWeek: number): number {
  return Math.max(reviews, (TIMES_USUAL * usualPerWeek * withinMs) / (168 * HOUR));
}
