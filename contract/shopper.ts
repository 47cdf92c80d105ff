/**
 * The dialect of browser and proxy: for each operation that is open to shoppers what it takes, what it answers and
 * what it may refuse. It is the API's own, without what shoppers may not see and with what only the proxy says. The
 * elements, the renderer and the proxy's routes are all typed by it, so that a field that one side drops does not
 * compile on the other. Types alone; `shopper-answers.ts` has the schemas that tests hold real answers against.
 */
import type { Challenge } from 'altcha-lib/types';
import type { EndpointName } from './endpoints.ts';
import type { Business, Comment, Product, ProductQuestion, ProductReview, ProductReviewStats, Question, Review, TopRatedProduct } from './entities.ts';
import type { ErrorCode, ErrorEnvelope } from './errors.ts';
import type { Parameters } from './parameters.ts';

// ---- what is asked ------------------------------------------------------------------------------------------------

/** A parameter as it travels, by what it is once it was read. */
type Wire<Value> =
  Value extends boolean ? 0 | 1
  : Value extends number ? number | string
  : Value extends string ? Value
  : string;

/** Shoppers see what is published, and ask for nothing else. */
type NotForShoppers = 'unpublished' | 'deleted' | 'filter';

/** Parameters of an operation; null is the same as not given. */
type Taken<Name extends EndpointName> = {
  readonly [Parameter in Exclude<keyof Parameters<Name>, NotForShoppers>]?: Wire<NonNullable<Parameters<Name>[Parameter]>> | null;
};

/** What a form says of a review. The e-mail address and the order a signed token says, or nobody. */
type TypedReview = {
  readonly [Field in Exclude<keyof Parameters<'addProductReview'>, 'email' | 'order_id' | 'location'>]?: string;
} & {
  /** In the order of their numbers, from 1. */
  readonly [image: `image${number}`]: File;
  readonly [caption: `caption${number}`]: string;
  /** No shopper sees this field: whoever fills it in is a robot. */
  readonly homepage?: string;
  /** Milliseconds for which the form was on show. */
  readonly elapsed?: string;
};

// ---- what is answered ---------------------------------------------------------------------------------------------

/** A page of a list. */
export type Listed<Key extends string, Item> = { readonly [List in Key]: readonly Item[] } & {
  /** How many items this answer has. */
  readonly count: number;
  /** How many come before them. */
  readonly start: number;
  /** How many match in all; null where the proxy cannot know. */
  readonly total: number | null;
};

/** `ratings` is null where many products are asked about before the mirror has their reviews. */
export type Statistics = Omit<ProductReviewStats, 'ratings'> & { readonly ratings: ProductReviewStats['ratings'] | null };

/** A review that the API does not have yet, as its author is shown it: it has no number, and its photos no address. */
export type PendingReview = Omit<ProductReview, 'id'> & { readonly id: null };

interface Kept {
  /** It is safe at the proxy and waits there for the API; only ever true. */
  readonly queued?: true | undefined;
}

// ---- the operations -----------------------------------------------------------------------------------------------

/** Refusals that any operation may meet. */
type Usual = 301 | 302 | 303 | 306 | 308 | 399 | 429 | 503;

interface Operation<Query, Answer, Refusals extends ErrorCode> {
  /** Parameters, in the address or in the form. */
  readonly query: Query;
  /** Beside `status` and `success`. */
  readonly answer: Answer;
  readonly refusals: Usual | Refusals;
}

type Read<Name extends EndpointName, Answer, Refusals extends ErrorCode = never> = Operation<Taken<Name>, Answer, Refusals>;

/** What is the same for every shopper. */
export interface ShopperReads {
  readonly getBusiness: Read<'getBusiness', Business>;
  readonly listQuestions: Read<'listQuestions', Listed<'questions', Question> & { readonly url: Business | null; readonly query: string }>;
  readonly getReview: Read<'getReview', { readonly review: Review }, 305>;
  readonly listReviews: Read<'listReviews', Listed<'reviews', Review>>;
  readonly listComments: Read<'listComments', Listed<'comments', Comment>>;
  readonly listProducts: Read<'listProducts', Listed<'products', Product> & { readonly query: string }>;
  readonly listProductQuestions: Read<
    'listProductQuestions',
    Listed<'questions', ProductQuestion> & { readonly url: Business | null; readonly sku: string | null; /** Shoppers may ask. */ readonly can_ask?: true | undefined }
  >;
  readonly listProductReviews: Read<'listProductReviews', Listed<'product_reviews', ProductReview> & { readonly query: string }, 401>;
  readonly listTopRatedProducts: Read<'listTopRatedProducts', Listed<'products', TopRatedProduct>>;
  readonly getProductReviewStats: Read<'getProductReviewStats', { readonly product_reviews_stats: Statistics }, 401>;
  readonly getWriteLink: Read<'getWriteLink', { readonly url: string; readonly hash: string; readonly expire: string }>;
}

export interface ShopperWrites {
  readonly addProductReview: Operation<TypedReview, Kept & { readonly product_review: ProductReview | PendingReview | null }, 304 | 311 | 401>;
  readonly voteOnProductReview: Operation<{ readonly review_id: string; readonly vote: 'positive' | 'negative' }, Kept, 403 | 404>;
  readonly flagReview: Operation<{ readonly review_no: string; readonly reason: string; readonly message: string }, Kept, 305>;
}

/** The parameters of an operation are checked by one of the API; the proxy's own stand here beside those. */
export interface ShopperDialect extends ShopperReads, ShopperWrites {
  /** At the address of `getProductReviewStats`: of many products at once, their skus separated by commas. */
  readonly getStatsOfProducts: Operation<{ readonly skus: string }, { readonly stats: Readonly<Record<string, Statistics>> }, never>;
  /** Of the customer whom the header `Plaudit-Customer` names, and nobody else's. */
  readonly getEditLink: Operation<Record<never, never>, { readonly link: string }, 203 | 305 | 307>;
}

export type ShopperOperation = keyof ShopperDialect;
export type ShopperRead = keyof ShopperReads;
export type ShopperWrite = keyof ShopperWrites;
export type QueryOf<Name extends ShopperOperation> = ShopperDialect[Name]['query'];
export type RefusalsOf<Name extends ShopperOperation> = ShopperDialect[Name]['refusals'];
export type AnswerOf<Name extends ShopperOperation> = ShopperDialect[Name]['answer'];

/** The body of a refusal. */
export interface Refusal extends ErrorEnvelope {
  /** Which parameter is wrong, where it is one: a form says it there. */
  readonly field?: string | undefined;
  /** Of an address that has written often: solved, it lets the same write through. */
  readonly challenge?: Challenge | undefined;
}

/**
 * Headers of requests that exist here alone.
 *
 *   Plaudit-Visitor   an opaque id of who votes and writes
 *   Plaudit-Customer  the token by which the shop vouches for its customer
 *   Plaudit-Proof     the solution of a challenge
 */
export type ShopperHeader = 'Idempotency-Key' | 'Plaudit-Visitor' | 'Plaudit-Customer' | 'Plaudit-Proof';
