/**
 * The tables of what is made of reviews: gists (docs/decisions/0124-what-reviews-say-together.md), translations
 * (docs/decisions/0133-translated-by-the-proxy.md) and summaries
 * (docs/decisions/0135-summaries-that-can-be-checked.md). They belong to the mirror.
 */
import type { Kysely } from 'kysely';
import type { StoreTables } from '../review-store/tables.ts';

/** The texts that insights are made of. */
export type TextKind = 'productReviews' | 'reviews';

/** Reviews whose gist is to be worked out, since they are new or have changed; see terms/gists.ts. */
interface MirrorGistDueTable {
  business_id: number;
  part: TextKind;
  review_id: number;
  /** How often it has changed since. */
  marks: number;
}

/** The gist of a review of a product; see language/gist-worker.ts. */
export interface MirrorProductGistTable {
  business_id: number;
  review_id: number;
  product_id: number;
  /** A primary subtag; '' where it is unknown. */
  language: string;
  /** See language/terms.ts. */
  terms: string;
}

/** The gist of a review of the business. */
interface MirrorReviewGistTable {
  business_id: number;
  review_id: number;
  language: string;
  /** The stars as a whole, 1 to 5; null without any. */
  rating: number | null;
}

/** How many reviews of a business have each term, of those in one language; see terms/term-counts.ts. */
interface MirrorTermCountsTable {
  business_id: number;
  language: string;
  /** All reviews of products in this language. */
  reviews: number;
  /** JSON object: number of reviews by stem. */
  counts: string;
}

interface MirrorGistStateTable {
  business_id: number;
  /** 1 once every review had a gist. */
  complete: 0 | 1;
  /** When terms were last counted; null for never, or not since some were removed. */
  counted_at: number | null;
  /** How many gists have changed since. */
  changes: number;
  /** How many gists of reviews of products there were. */
  gists: number;
}

/** A translation of a review, or a sentence of a summary; see kept.ts. */
interface MirrorInsightTable {
  id: string;
  business_id: number;
  kind: 'sentence' | 'translation';
  /** The review or the product that it is about. */
  subject: number;
  /** The one that it is in: a primary subtag. */
  language: string;
  /** Among those of one subject in one language. */
  position: number;
  /** Null where there is none. */
  title: string | null;
  text: string;
  /** How many grounds it was made with: with fewer, it is unfounded. */
  grounds: number;
}

/** A review that an insight rests on, and the hash of what it said. */
interface MirrorInsightGroundTable {
  insight: string;
  business_id: number;
  review_id: number;
  text_hash: string;
}

/** A summariser's summary of the reviews of a product in one language; see summaries/. */
interface MirrorSummaryTable {
  business_id: number;
  product_id: number;
  language: string;
  /** The model that wrote it, by its name at the summariser. */
  model: string;
  /** How many reviews there were, and how many of these had 1 or 2 stars, and 4 or 5. */
  reviews: number;
  low: number;
  high: number;
  /** How many of these it was sent. */
  reviews_read: number;
  /** How many sentences were kept; 0 where what it wrote was refused. */
  sentences: number;
  made_at: number;
}

/** The network and week of each anonymous review that the program itself took; see witnesses.ts. */
interface WitnessTable {
  business: string;
  review_id: number;
  /** Keyed hash of the network and the week. */
  witness: string;
  created_at: number;
}

export interface InsightTables {
  mirror_gist_due: MirrorGistDueTable;
  mirror_product_gist: MirrorProductGistTable;
  mirror_review_gist: MirrorReviewGistTable;
  mirror_term_counts: MirrorTermCountsTable;
  mirror_gist_state: MirrorGistStateTable;
  mirror_insight: MirrorInsightTable;
  mirror_insight_ground: MirrorInsightGroundTable;
  mirror_summary: MirrorSummaryTable;
  proxy_witness: WitnessTable;
}

export type InsightDb = Kysely<StoreTables & InsightTables>;
