/**
 * The dialect of browser and proxy: what each operation that is open to shoppers takes, answers and may refuse. It is
 * the API's, without what shoppers may not see and with what only the proxy says. The elements, the renderer and the
 * proxy's routes are all typed by it, so that a field that one side drops does not compile on the other. Types only;
 * `shopper-answers.ts` has the schemas that tests check real answers against.
 */
import type { Challenge } from 'altcha-lib/types';
import type { ByBusiness, Digest, ShownProductReview, ShownReview } from '../entities/digest.ts';
import type { EndpointName } from '../endpoints/endpoints.ts';
import type {
  Business,
  Comment,
  Product,
  ProductAnswer,
  ProductQuestion,
  ProductReviewStats,
  Question,
  TopRatedProduct,
} from '../entities/entities.ts';
import type { ErrorEnvelope, RefusalName } from '../endpoints/errors.ts';
import type { Parameters } from '../endpoints/parameters.ts';
import type { OnlyHere, ShopperParameters } from './shopper-parameters.ts';
import type { Transparency } from '../entities/transparency.ts';

// ---- what is asked ------------------------------------------------------------------------------------------------

/** A parameter as it is sent, from its type once it has been read. */
type Wire<Value> = Value extends boolean
  ? 0 | 1
  : Value extends number
    ? number | string
    : Value extends string
      ? Value
      : string;

/** Shoppers see what is published, and cannot ask for anything else. */
type NotForShoppers = 'unpublished' | 'deleted' | 'filter';

/** Parameters of an operation; null is the same as absent. */
type Taken<Name extends EndpointName> = {
  readonly [Parameter in Exclude<keyof ShopperParameters<Name>, NotForShoppers>]?: Wire<
    NonNullable<ShopperParameters<Name>[Parameter]>
  > | null;
};

/** What a form says of a review. Only a signed token can name the e-mail address and the order. */
type TypedReview = {
  readonly [
    Field in Exclude<keyof Parameters<'addProductReview'>, 'email' | 'order_id' | 'verified' | 'location'>
  ]?: string;
} & {
  /** Shown in the order of their numbers, from 1. */
  readonly [image: `image${number}`]: File;
  readonly [caption: `caption${number}`]: string;
  /** Invisible to shoppers: only a robot fills it in. */
  readonly homepage?: string;
  /** How long the form was visible, in milliseconds. */
  readonly elapsed?: string;
};

/** The same of a question or an answer. Only a signed token can name the e-mail address. */
type Typed<Name extends 'addProductQuestion' | 'answerProductQuestion'> = {
  readonly [Field in Exclude<keyof Parameters<Name>, 'email' | 'by_business'>]?: string;
} & Pick<TypedReview, 'homepage' | 'elapsed'>;

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

/** `ratings` is null when many products are asked for before the mirror has their reviews. */
export type Statistics = Omit<ProductReviewStats, 'ratings'> & {
  readonly ratings: ProductReviewStats['ratings'] | null;
};

/** A review that the API does not have yet, as its author sees it: without a number, and without photos. */
export type QueuedReview = Omit<ShownProductReview, 'id'> & { readonly id: null };

/** A review in another language; languages are primary subtags. */
/** A question with answers of which each says whether it is the business's own. */
export type Answered<One extends { readonly answers: readonly unknown[] }> = Omit<One, 'answers'> & {
  readonly answers: readonly (One['answers'][number] & ByBusiness)[];
};

export interface Translation {
  /** Null where the review has none. */
  readonly title: string | null;
  readonly content: string;
  readonly from: string;
  readonly to: string;
}

/** What became of the choices that only the proxy knows. */
interface Chosen<Name extends 'listReviews' | 'listProductReviews'> {
  /** The order that the list has: the one that was asked for, or the nearest that the API has. */
  readonly order: ShopperParameters<Name>['order'];
  /** Filters that the list does without, since the API had to be asked. Absent where there are none. */
  readonly left_out?: readonly OnlyHere<Name>[] | undefined;
}

/** The same for a question and an answer, which all others see once the API has published them. */
export type QueuedQuestion = Omit<ProductQuestion, 'id'> & { readonly id: null };
export type QueuedAnswer = Omit<ProductAnswer, 'id'> & { readonly id: null };

interface Kept {
  /** It is stored at the proxy and waits for the API. Only ever true. */
  readonly queued?: true | undefined;
}

// ---- the operations -----------------------------------------------------------------------------------------------

/** Refusals that any operation may meet. */
type Usual =
  | 'businessNotAvailable'
  | 'parameterMissing'
  | 'limitExceeded'
  | 'malformed'
  | 'notPermitted'
  | 'unexpected'
  | 'tooManyRequests'
  | 'unavailable';

interface Operation<Query, Answer, Refusals extends RefusalName> {
  /** Parameters, in the address or in the form. */
  readonly query: Query;
  /** Beside `status` and `success`. */
  readonly answer: Answer;
  readonly refusals: Usual | Refusals;
}

type Read<Name extends EndpointName, Answer, Refusals extends RefusalName = never> = Operation<
  Taken<Name>,
  Answer,
  Refusals
>;

/** What is the same for every shopper. */
export interface ShopperReads {
  readonly getBusiness: Read<'getBusiness', Business>;
  readonly listQuestions: Read<
    'listQuestions',
    Listed<'questions', Answered<Question>> & { readonly url: Business | null; readonly query: string }
  >;
  readonly getReview: Read<'getReview', { readonly review: ShownReview }, 'reviewNotFound'>;
  readonly listReviews: Read<
    'listReviews',
    Listed<'reviews', ShownReview> &
      Chosen<'listReviews'> & {
        /** Where `transparency=1` is given: what `getTransparency` answers. Null where that is unknown. */
        readonly transparency?: Transparency | null | undefined;
      }
  >;
  readonly listComments: Read<'listComments', Listed<'comments', Comment & ByBusiness>>;
  readonly listProducts: Read<'listProducts', Listed<'products', Product> & { readonly query: string }>;
  readonly listProductQuestions: Read<
    'listProductQuestions',
    Listed<'questions', Answered<ProductQuestion>> & {
      readonly url: Business | null;
      readonly sku: string | null;
      /** Shoppers may ask questions and answer them. */
      readonly can_ask?: true | undefined;
    }
  >;
  readonly listProductReviews: Read<
    'listProductReviews',
    Listed<'product_reviews', ShownProductReview> &
      Chosen<'listProductReviews'> & {
        readonly query: string;
        /**
         * Where `review_id` is given: that review, whatever the filters and the page, so that a link to it shows it
         * first. Null where it is not a published review of what the list is about.
         */
        readonly linked?: ShownProductReview | null | undefined;
        /** Where `digest=1` is given for the first page of one product or item group. Null where it is unknown. */
        readonly digest?: Digest | null | undefined;
        /** Shoppers may report these reviews. */
        readonly can_report?: true | undefined;
      },
    'productNotFound'
  >;
  readonly listTopRatedProducts: Read<'listTopRatedProducts', Listed<'products', TopRatedProduct>>;
  readonly getProductReviewStats: Read<
    'getProductReviewStats',
    { readonly product_reviews_stats: Statistics },
    'productNotFound'
  >;
  readonly getWriteLink: Read<
    'getWriteLink',
    {
      readonly url: string;
      readonly hash: string;
      readonly expire: string;
      /** Where shoppers ask about a product without JavaScript: with its `sku` added. Absent where the API has none. */
      readonly ask_url?: string | undefined;
    }
  >;
  /** Of the business, or of one product. `pathUnknown` (404) where neither the proxy nor the API can say. */
  readonly getTransparency: Read<'getTransparency', { readonly transparency: Transparency }, 'pathUnknown'>;
}

export interface ShopperWrites {
  readonly addProductReview: Operation<
    TypedReview,
    Kept & { readonly product_review: ShownProductReview | QueuedReview | null },
    'alreadyExists' | 'imageRefused' | 'productNotFound'
  >;
  readonly voteOnProductReview: Operation<
    {
      readonly review_id: string;
      /** `none` takes back what the same visitor voted within a day. */
      readonly vote: 'positive' | 'negative' | 'none';
      /** Replaces that vote. Without it a second one is refused. */
      readonly replace?: '1';
    },
    Kept,
    /** `votedAlready` also where a vote that the API has counted can no longer be changed. */
    'productReviewNotFound' | 'votedAlready'
  >;
  readonly flagReview: Operation<
    { readonly review_no: string; readonly reason: string; readonly message: string },
    Kept,
    'reviewNotFound'
  >;

  // These exist where the API has them, and `can_ask` and `can_report` say so; elsewhere they are `pathUnknown`.
  readonly addProductQuestion: Operation<
    Typed<'addProductQuestion'>,
    Kept & { readonly product_question: ProductQuestion | QueuedQuestion | null },
    'productNotFound' | 'pathUnknown'
  >;
  readonly answerProductQuestion: Operation<
    Typed<'answerProductQuestion'>,
    Kept & { readonly product_answer: ProductAnswer | QueuedAnswer | null },
    'questionNotFound' | 'pathUnknown'
  >;
  readonly flagProductReview: Operation<
    { readonly review_id: string; readonly reason: string; readonly message: string },
    Kept,
    'productReviewNotFound' | 'pathUnknown'
  >;
}

/** With the operations that only the proxy has. */
export interface ShopperDialect extends ShopperReads, ShopperWrites {
  /** At the path of `getProductReviewStats`, for many products and item groups at once, separated by commas. */
  readonly getStatsOfProducts: Operation<
    { readonly skus?: string; readonly item_groups?: string },
    {
      readonly stats: Readonly<Record<string, Statistics>>;
      /** Where `item_groups` is given. */
      readonly group_stats?: Readonly<Record<string, Statistics>> | undefined;
    },
    never
  >;
  /**
   * A published review in another language: one that the digest names. `pathUnknown` where the proxy has no translator,
   * `malformed` or `limitExceeded` for a review that it does not translate into that language.
   */
  readonly getTranslation: Operation<
    { readonly review_id: number | string; readonly to: string },
    { readonly translation: Translation },
    'productReviewNotFound' | 'pathUnknown'
  >;
  /** For the customer whom the header `Plaudit-Customer` names, and for nobody else. */
  readonly getEditLink: Operation<
    Record<never, never>,
    { readonly link: string },
    'userTokenInvalid' | 'reviewNotFound' | 'userNotFound'
  >;
}

export type ShopperOperation = keyof ShopperDialect;
export type ShopperRead = keyof ShopperReads;
export type ShopperWrite = keyof ShopperWrites;
export type QueryOf<Name extends ShopperOperation> = ShopperDialect[Name]['query'];
export type RefusalsOf<Name extends ShopperOperation> = ShopperDialect[Name]['refusals'];
export type AnswerOf<Name extends ShopperOperation> = ShopperDialect[Name]['answer'];

/** The body of a refusal. */
export interface Refusal extends ErrorEnvelope {
  /** The parameter that is wrong, if one is: a form says so beside its field. */
  readonly field?: string | undefined;
  /** For an address that has written often. Once solved, it lets the same write through. */
  readonly challenge?: Challenge | undefined;
}

/**
 * Headers of requests that exist here alone.
 *
 *   Plaudit-Visitor   an opaque id of whoever votes or writes
 *   Plaudit-Customer  the token by which the shop vouches for its customer
 *   Plaudit-Proof     the solution of a challenge
 */
export type ShopperHeader = 'Idempotency-Key' | 'Plaudit-Visitor' | 'Plaudit-Customer' | 'Plaudit-Proof';
