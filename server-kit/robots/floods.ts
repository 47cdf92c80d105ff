/**
 * Recognises a flood by comparison with recent writes; never by the stars, or by what a text says. See
 * docs/decisions/0104-robots.md for the figures.
 */
import { likeness, type Sketch } from './likeness.ts';

/**
 * `text`: others said nearly the same. `rate`: more at once than usual. `often`: its address wrote often, through a
 * door without a script that could have worked for it.
 */
export const holdReasons = {
  text: 'says nearly the same as other reviews of the last 24 hours',
  rate: 'more at once than usual',
  often: 'its address wrote more than a few times within an hour',
} as const;

export type HoldReason = keyof typeof holdReasons;

export const isHoldReason = (value: unknown): value is HoldReason =>
  typeof value === 'string' && Object.hasOwn(holdReasons, value);

/** A review that was written within the last day. */
export interface Recent {
  readonly product: string;
  readonly sketch: Sketch;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface Sketched {
  readonly product: string;
  readonly sketch: Sketch;
  /** How many letters the text has. */
  readonly letters: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Texts with this much in common are the same text with a few words changed. */
export const ALIKE = 0.6;
/** In letters: people who never met write shorter texts alike. */
const SHORT = 40;
/** How many may say the same: about the same product, about others, and in few words within an hour. */
const MOST_ALIKE = { product: 1, others: 2, short: 3 };

/** For a product that has one review a week, this many in this time are a flood. */
export const rates = [
  { withinMs: MINUTE_MS, reviews: 10 },
  { withinMs: HOUR_MS, reviews: 30 },
] as const;
/** A product that has more may have this many times its usual rate. */
const TIMES_USUAL = 20;

export function repeatsOthers({ product, sketch, letters }: Sketched, recent: readonly Recent[], now: number): boolean {
  const alike = recent.filter((other) => likeness(sketch, other.sketch) >= ALIKE);
  const ofProduct = alike.filter((other) => other.product === product);
  if (letters < SHORT) return ofProduct.filter((other) => other.createdAt > now - HOUR_MS).length >= MOST_ALIKE.short;
  return ofProduct.length >= MOST_ALIKE.product || alike.length >= MOST_ALIKE.others;
}

/** How many reviews in this time are a flood for a product that usually has `usualPerWeek`. */
export function floodFrom({ withinMs, reviews }: (typeof rates)[number], usualPerWeek: number): number {
  return Math.max(reviews, (TIMES_USUAL * usualPerWeek * withinMs) / (168 * HOUR_MS));
}
