/**
 * The tables of a review store, with the same plain types in SQLite and PostgreSQL: a moment is milliseconds since 1970
 * (UTC), a flag is 0 or 1, a list is JSON text. Every table is keyed by business, so that no business can reach
 * another's rows, whatever id it asks for.
 */
import type { Generated } from 'kysely';
/** 0 pending, 1 published, 2 removed. Only published content is shown to shoppers and counted. */
export const State = { pending: 0, published: 1, removed: 2 } as const;
export type State = (typeof State)[keyof typeof State];

/** JSON text; SQL never looks into it. */
type Json = string;
type Flag = 0 | 1;

export interface BusinessTable {
  id: number;
  /** The site domain, lower case: `{business}` in paths. */
  domain: string;
  name: string;
  url_address: string;
  profile_page: string;
  phone: string | null;
  email: string | null;
  /** The Address object of the contract, or null. */
  address: Json | null;
  /** Which new reviews are pending until somebody publishes them; see review-service/people/holding.ts. */
  hold_reviews: number;
  created_at: number;
}

/** Ratings of a business by the source of its reviews, kept up to date with every change; '' is the business's own. */
export interface BusinessRatingTable {
  business_id: number;
  datasource: string;
  aspect: string;
  /** How many published reviews rated this aspect. */
  ratings: number;
  /** Sum of these ratings. */
  sum: number;
  one: number;
  two: number;
  three: number;
  four: number;
  five: number;
}

export interface AuthorTable {
  business_id: number;
  id: number;
  /** Unique in the business; null if a server of the API gave none. */
  username: string | null;
  first_name: string;
  last_name: string;
  thumbnail: string;
  profile_page: string;
  email: string | null;
  num_reviews: number;
  num_helpful_votes: number;
}

export interface ProductTable {
  business_id: number;
  id: number;
  sku: string;
  item_group: string | null;
  gtin: string | null;
  mpn: string | null;
  brand: string | null;
  title: string | null;
  description: string | null;
  /** Array of category names. */
  categories: Json;
  price: number | null;
  retail_price: number | null;
  currency: string | null;
  product_link: string | null;
  /** In the program of the shop, where its catalogue says so. */
  shop_number: Generated<string | null>;
  /** Array of `{id, url}`. */
  images: Json;
  /** Array of ProductAttribute. */
  attributes: Json;
  /** The words of title, brand, sku and description; see text.ts. */
  search_text: string;
  created_at: number | null;
  removed_at: number | null;
  // Counters of published product reviews, kept up to date with every change.
  num_reviews: number;
  rating_sum: number;
  one: number;
  two: number;
  three: number;
  four: number;
  five: number;
}

/** Earlier skus of products; see earlier-skus.ts. */
export interface EarlierSkuTable {
  business_id: number;
  sku: string;
  /** The product that it means now. */
  product_id: number;
  /** The data for undoing it (product-moves.ts); null in a copy. */
  undo: Json | null;
}

export interface ProductCategoryTable {
  business_id: number;
  product_id: number;
  name: string;
  /** Ranks top-rated products, highest first; null for a product that is removed or has no reviews. */
  score: number | null;
}

/**
 * Counters of published product reviews, summed by what statistics ask for: the business, an item group, a brand, a
 * category (see product-ratings.ts). Removed products do not count.
 */
export interface ProductRatingTable {
  business_id: number;
  scope: string;
  num_reviews: number;
  rating_sum: number;
  one: number;
  two: number;
  three: number;
  four: number;
  five: number;
}

export interface ProductReviewTable {
  business_id: number;
  id: number;
  product_id: number;
  author_id: number | null;
  state: State;
  title: string;
  content: string;
  rating: number;
  order_id: string | null;
  user_location: string | null;
  /** Array of ReviewAttribute. */
  attributes: Json;
  /** Array of Image. */
  images: Json;
  has_photos: Flag;
  solicited: Flag;
  /** See verified.ts. */
  verified: Flag | null;
  /** Null where nobody says. */
  incentivised: Flag | null;
  positive_votes: number;
  negative_votes: number;
  /** Orders the listing `relevant`: higher first. See product-review-changes.ts. */
  relevance: number;
  /** The words of title and content; see text.ts. */
  search_text: string;
  created_at: number;
  published_at: number | null;
  removed_at: number | null;
  /** Why it was removed; null if it was not, or nobody said why. */
  hidden_for: string | null;
  /** The shop's public answer; null where there is none. */
  reply: string | null;
  /** Null where nobody knows when it was written. */
  reply_created_at: number | null;
  reply_modified_at: number | null;
  /** The program that collected it, as people know it; null for one that was written here. */
  collected_by: string | null;
  /** Why it waits, or did until it was published. */
  held_for: string | null;
}

export interface ReviewTable {
  business_id: number;
  /** `reviewNo` of the API. */
  id: number;
  author_id: number | null;
  state: State;
  title: string;
  content: string;
  tip: string | null;
  order_id: string | null;
  /** Array of AspectRating. */
  ratings: Json;
  images: Json;
  positive_votes: number;
  negative_votes: number;
  /** The OriginalReview that this one updates, or null. */
  updated_for: Json | null;
  source: string | null;
  /** '' for the business's own reviews. */
  datasource: string;
  /** Array of label texts. */
  labels: Json;
  /** The words of title and content; see text.ts. */
  search_text: string;
  created_at: number;
  published_at: number | null;
  edited_at: number | null;
  removed_at: number | null;
  /** Why it waits, or did until it was published. */
  held_for: string | null;
  /** As for reviews of products. */
  hidden_for: string | null;
  user_location: string | null;
  /** As for reviews of products. */
  attributes: Json;
  /** See verified.ts. */
  verified: Flag | null;
  /** Null where nobody says; a label may say it, too. */
  incentivised: Flag | null;
  /** As for reviews of products. */
  collected_by: string | null;
}

/** The labels of reviews, one per row, to find reviews by. */
export interface ReviewLabelTable {
  business_id: number;
  review_id: number;
  name: string;
}

export interface CommentTable {
  business_id: number;
  id: number;
  review_id: number;
  author_id: number | null;
  content: string;
  num_votes: number;
  activated: Flag;
  datasource: string;
  created_at: number;
  modified_at: number | null;
  published_at: number | null;
  removed_at: number | null;
}

/** Questions about products and about the business have numbers of their own: two tables of the same shape. */
export interface QuestionTable {
  business_id: number;
  id: number;
  /** Null for a question about the business itself. */
  product_id: number | null;
  author_id: number | null;
  state: State;
  content: string;
  slug: string;
  num_answers: number;
  sum_votes: number;
  /** Array of ProductAnswer, or of Answer for a question about the business. */
  answers: Json;
  created_at: number;
  published_at: number | null;
}

export interface ProductQuestionTable extends QuestionTable {
  /** As for reviews. */
  held_for: string | null;
  /** The answers that wait, each by its number with the reason; null if none does. */
  held_answers: Json | null;
  /** The words of the question and its published answers; see question-words.ts. */
  search_text: string;
}

/** The last number given to a row of each kind. */
export interface IdSequenceTable {
  name: string;
  last: number;
}

/** Work that waits or is being done (jobs/jobs.ts). Its row is deleted once it is done for good. */
export interface JobTable {
  id: string;
  kind: string;
  /** Finds it again: a business, or the keyed hash of a person. */
  key: string;
  /** The data that its kind needs; sealed where they must not be read. */
  payload: string;
  created_at: number;
  due_at: number;
  /** How often it was begun. */
  attempts: number;
  /** The worker that is at it, or died at it; null while it waits. */
  leased_by: string | null;
  leased_until: number | null;
}

export interface StoreTables {
  id_sequence: IdSequenceTable;
  business: BusinessTable;
  business_rating: BusinessRatingTable;
  author: AuthorTable;
  product: ProductTable;
  earlier_sku: EarlierSkuTable;
  product_category: ProductCategoryTable;
  product_rating: ProductRatingTable;
  product_review: ProductReviewTable;
  review: ReviewTable;
  review_label: ReviewLabelTable;
  comment: CommentTable;
  product_question: ProductQuestionTable;
  question: QuestionTable;
  job: JobTable;
}
