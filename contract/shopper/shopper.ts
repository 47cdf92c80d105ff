/**
 * The dialect of browser and proxy: what each operation that is open to shoppers takes, answers and may refuse. The
 * elements, the renderer and the proxy's routes are all typed by it, so that a field that one side drops does not
 * compile on the other. Types only: the answers are those of the schemas in `shopper-answers.ts`.
 */
import type { Challenge } from 'altcha-lib/types';
import type { z } from 'zod';
import type { ReadOnly } from '../entities/entities.ts';
import type { EndpointName } from '../endpoints/endpoints.ts';
import type { Parameters } from '../endpoints/parameters.ts';
import type { Refusal as RefusalSchema, shopperAnswers } from './shopper-answers.ts';
import type { ShopperParameters } from './shopper-parameters.ts';

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

/** The fields of a review form. Only a signed token can name the e-mail address and the order. */
type TypedReview = {
  readonly [
    Field in Exclude<keyof Parameters<'addProductReview'>, 'email' | 'order_id' | 'verified' | 'hold' | 'location'>
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

interface WriteFields {
  readonly addProductReview: TypedReview;
  readonly voteOnProductReview: {
    readonly review_id: string;
    /** `none` takes back what the same visitor voted within a day. */
    readonly vote: 'positive' | 'negative' | 'none';
    /** Replaces that vote. Without it a second one is refused. */
    readonly replace?: '1';
  };
  readonly flagReview: { readonly review_no: string; readonly reason: string; readonly message: string };
  readonly addProductQuestion: Typed<'addProductQuestion'>;
  readonly answerProductQuestion: Typed<'answerProductQuestion'>;
  readonly flagProductReview: { readonly review_id: string; readonly reason: string; readonly message: string };
}

/** The operations that only the proxy has. */
interface AskedHere {
  /** At the path of `getProductReviewStats`, for many products and item groups at once, separated by commas. */
  readonly getStatsOfProducts: { readonly skus?: string; readonly item_groups?: string };
  /** A published review in another language: one that the digest names. */
  readonly getTranslation: { readonly review_id: number | string; readonly to: string };
  /** For the customer whom the header `Plaudit-Customer` names, and for nobody else. */
  readonly getEditLink: Record<never, never>;
}

export type ShopperOperation = keyof typeof shopperAnswers;
export type ShopperWrite = keyof WriteFields;
/** Reads with the same answer for every shopper. */
export type ShopperRead = Exclude<ShopperOperation, ShopperWrite | keyof AskedHere>;

type Queries = { readonly [Name in ShopperRead]: Taken<Name> } & WriteFields & AskedHere;
type Answers = { readonly [Name in ShopperOperation]: ReadOnly<z.output<(typeof shopperAnswers)[Name]>> };

/** Parameters, in the address or in the form. */
export type QueryOf<Name extends ShopperOperation> = Queries[Name];
/** Beside `status` and `success`. */
export type AnswerOf<Name extends ShopperOperation> = Answers[Name];
export type Refusal = Omit<z.output<typeof RefusalSchema>, 'challenge'> & {
  readonly challenge?: Challenge | undefined;
};

export type Translation = AnswerOf<'getTranslation'>['translation'];
export type Statistics = AnswerOf<'getProductReviewStats'>['product_reviews_stats'];
type Queued<Kind> = Extract<Kind, { readonly id: null }>;
export type QueuedReview = Queued<AnswerOf<'addProductReview'>['product_review']>;
export type QueuedQuestion = Queued<AnswerOf<'addProductQuestion'>['product_question']>;
export type QueuedAnswer = Queued<AnswerOf<'answerProductQuestion'>['product_answer']>;

/**
 * Headers of requests that exist here alone.
 *
 *   Plaudit-Visitor   an opaque id of whoever votes or writes
 *   Plaudit-Customer  the token by which the shop vouches for its customer
 *   Plaudit-Proof     the solution of a challenge
 */
export type ShopperHeader = 'Idempotency-Key' | 'Plaudit-Visitor' | 'Plaudit-Customer' | 'Plaudit-Proof';
