/**
 * The tables of what is made of reviews: gists (docs/decisions/0124-what-reviews-say-together.md) and translations
 * (docs/decisions/0133-translated-by-the-proxy.md). They belong to the mirror.
 */

/** Reviews whose gist is to be worked out, since they are new or have changed; see gists/gists.ts. */
interface MirrorGistDueTable {
  business_id: number;
  part: 'productReviews' | 'reviews';
  review_id: number;
  /** How often it has changed since. */
  marks: number;
}

/** The gist of a review of a product; see gists/gist-worker.ts. */
export interface MirrorProductGistTable {
  business_id: number;
  review_id: number;
  product_id: number;
  /** A primary subtag; '' where it is unknown. */
  language: string;
  /** See gists/terms.ts. */
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

/** How many reviews of a business have each term, of those in one language; see gists/term-counts.ts. */
interface MirrorTermCountsTable {
  business_id: number;
  language: string;
  /** All reviews of products in this language. */
  reviews: number;
  /** JSON object: number of reviews by stem. */
  counts: string;
}

/** What is known of the gists of a business. */
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

/** The translation of a review of a product; see mirror/translated.ts. */
interface MirrorTranslationTable {
  business_id: number;
  review_id: number;
  /** The one that it is in: a primary subtag. */
  language: string;
  /** Of what was translated. */
  text_hash: string;
  /** Null where the review has none. */
  title: string | null;
  content: string;
}

export interface GistTables {
  mirror_gist_due: MirrorGistDueTable;
  mirror_product_gist: MirrorProductGistTable;
  mirror_review_gist: MirrorReviewGistTable;
  mirror_term_counts: MirrorTermCountsTable;
  mirror_gist_state: MirrorGistStateTable;
  mirror_translation: MirrorTranslationTable;
}
