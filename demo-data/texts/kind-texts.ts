import type { Rating } from '../types.ts';

/** A review written by hand from end to end. Each is used once. */
export interface WholeReview {
  rating: Rating;
  title: string;
  text: string;
  /** Only for this product of the kind; without it, for any. */
  sku?: string;
  /** The language of its author: `en` when left out. */
  language?: Language;
}

export type Language = 'en' | 'de' | 'fr' | 'es' | 'ja' | 'it' | 'nl' | 'ar' | 'he';

/**
 * What shoppers say about one kind of product, in sentences that stand by themselves. A composed review takes at most
 * one line of each topic, so lines of one topic may contradict each other and lines of two topics may not.
 */
export interface KindTexts {
  whole: readonly WholeReview[];
  /** A few words each; the happy ones are paired up. */
  brief: { happy: readonly string[]; fair: readonly string[]; unhappy: readonly string[] };
  titles: { 5: readonly string[]; 4: readonly string[]; 3: readonly string[]; low: readonly string[] };
  openings: readonly string[];
  topics: Readonly<Record<string, readonly string[]>>;
  /** Lines on the looks of one product of the kind, by sku. */
  looks: Readonly<Record<string, readonly string[]>>;
  /** The one thing that cost the fifth star. */
  gripes: readonly string[];
  /** Neither here nor there: three stars. */
  mixed: readonly string[];
  /** A grievance told in full, for one or two stars: `title | text`. */
  troubles: readonly string[];
  closings: { happy: readonly string[]; fair: readonly string[]; unhappy: readonly string[] };
}
