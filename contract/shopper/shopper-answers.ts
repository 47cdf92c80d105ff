/**
 * Every answer of a proxy to shoppers, exactly. It is the API's, without what shoppers may not see and with what only
 * the proxy says. Tests check real answers against these schemas. Nothing does while running, since the proxy builds
 * its answers from what was parsed; `shopper.ts` has their types.
 */
import { z } from 'zod';
import { byBusiness, Digest, ShownProductReview, ShownReview } from '../entities/digest.ts';
import { strictEntities as is } from '../entities/entities.ts';
import { extended } from '../entities/fields.ts';
import { strictTransparency } from '../entities/transparency.ts';
import type { RefusalName } from '../endpoints/errors.ts';
import { productReviewOrders, reviewOrders } from './choices.ts';

const many = z.int().min(0);
const page = {
  /** How many items this answer has. */
  count: many,
  /** How many come before them. */
  start: many,
  /** How many match in all; null where the proxy cannot know. */
  total: many.nullable(),
};
/** It is stored at the proxy and waits for the API. Only ever true. */
const kept = { queued: z.literal(true).optional() };
/** `ratings` is null when many products are asked for before the mirror has their reviews. */
const Statistics = z.union([is.ProductReviewStats, extended(is.ProductReviewStats, { ratings: z.null() })]);

/** The entity, or one that the API does not have yet, as its author sees it: without a number. */
const orQueued = <Entity extends object>(entity: z.ZodType<Entity>) =>
  z.union([
    entity,
    z.looseObject({ id: z.null() }).transform((item): Omit<Entity, 'id'> & { id: null } => ({
      ...entity.parse({ ...item, id: 1 }),
      id: null,
    })),
  ]);

/** A question with answers of which each says whether it is the business's own. */
const Question = extended(is.Question, { answers: z.array(extended(is.Answer, byBusiness)) });
const ProductQuestion = extended(is.ProductQuestion, { answers: z.array(extended(is.ProductAnswer, byBusiness)) });

/** The fields of answers beside `status` and `success`. */
export const shopperAnswers = {
  getBusiness: is.Business,
  listQuestions: z.strictObject({
    questions: z.array(Question),
    url: is.Business.nullable(),
    query: z.string(),
    ...page,
  }),
  getReview: z.strictObject({ review: ShownReview }),
  listReviews: z.strictObject({
    reviews: z.array(ShownReview),
    /** The order that the list has: the one that was asked for, or the nearest that the API has. */
    order: z.enum(reviewOrders),
    /** Filters that the list does without, since the API had to be asked. Absent where there are none. */
    left_out: z.array(z.enum(['ratings', 'languages'])).optional(),
    /** Where `transparency=1` is given: what `getTransparency` answers. Null where that is unknown. */
    transparency: strictTransparency.Transparency.nullable().optional(),
    ...page,
  }),
  listComments: z.strictObject({
    comments: z.array(extended(is.Comment, byBusiness)),
    ...page,
  }),
  listProducts: z.strictObject({ products: z.array(is.Product), query: z.string(), ...page }),
  listProductQuestions: z.strictObject({
    questions: z.array(ProductQuestion),
    url: is.Business.nullable(),
    sku: z.string().nullable(),
    /** Shoppers may ask questions and answer them. */
    can_ask: z.literal(true).optional(),
    ...page,
  }),
  listProductReviews: z.strictObject({
    product_reviews: z.array(ShownProductReview),
    query: z.string(),
    order: z.enum(productReviewOrders),
    left_out: z.array(z.enum(['verified', 'languages', 'prefer', 'with', 'mention', 'review_id', 'digest'])).optional(),
    /**
     * Where `review_id` is given: that review, whatever the filters and the page, so that a link to it shows it first.
     * Null where it is not a published review of what the list is about.
     */
    linked: ShownProductReview.nullable().optional(),
    /** Where `digest=1` is given for the first page of one product or item group. Null where it is unknown. */
    digest: Digest.nullable().optional(),
    /** Shoppers may report these reviews. */
    can_report: z.literal(true).optional(),
    ...page,
  }),
  listTopRatedProducts: z.strictObject({ products: z.array(is.TopRatedProduct), ...page }),
  getProductReviewStats: z.strictObject({ product_reviews_stats: Statistics }),
  getStatsOfProducts: z.strictObject({
    stats: z.record(z.string(), Statistics),
    /** Where `item_groups` is given. */
    group_stats: z.record(z.string(), Statistics).optional(),
  }),
  getWriteLink: z.strictObject({
    url: z.string(),
    hash: z.string(),
    expire: z.string(),
    /** Where shoppers ask about a product without JavaScript: with its `sku` added. Absent where the API has none. */
    ask_url: z.string().optional(),
  }),
  getTransparency: z.strictObject({ transparency: strictTransparency.Transparency }),
  getTranslation: z.strictObject({
    translation: z.strictObject({
      /** Null where the review has none. */
      title: z.string().nullable(),
      content: z.string(),
      /** Null where the shop has not replied. */
      reply: z.string().nullable(),
      /** Primary subtags. */
      from: z.string(),
      to: z.string(),
    }),
  }),
  getEditLink: z.strictObject({ link: z.string() }),
  addProductReview: z.strictObject({ product_review: orQueued(ShownProductReview).nullable(), ...kept }),
  voteOnProductReview: z.strictObject(kept),
  flagReview: z.strictObject(kept),
  addProductQuestion: z.strictObject({
    product_question: orQueued(is.ProductQuestion).nullable(),
    ...kept,
  }),
  answerProductQuestion: z.strictObject({
    product_answer: orQueued(is.ProductAnswer).nullable(),
    ...kept,
  }),
  flagProductReview: z.strictObject(kept),
} as const;

/** The refusals of each, by the name that the API's code has in errors.ts. */
const usual = [
  'businessNotAvailable',
  'parameterMissing',
  'limitExceeded',
  'malformed',
  'notPermitted',
  'unexpected',
  'tooManyRequests',
  'unavailable',
] as const;
export const shopperRefusals = {
  getBusiness: usual,
  listQuestions: usual,
  getReview: [...usual, 'reviewNotFound'],
  listReviews: usual,
  listComments: usual,
  listProducts: usual,
  listProductQuestions: usual,
  listProductReviews: [...usual, 'productNotFound'],
  listTopRatedProducts: usual,
  getProductReviewStats: [...usual, 'productNotFound'],
  getStatsOfProducts: usual,
  getWriteLink: usual,
  /** `pathUnknown` where neither the proxy nor the API can say. */
  getTransparency: [...usual, 'pathUnknown'],
  /** `pathUnknown` where there is no translator, `malformed` or `limitExceeded` where it does not translate this. */
  getTranslation: [...usual, 'productReviewNotFound', 'pathUnknown'],
  getEditLink: [...usual, 'userTokenInvalid', 'reviewNotFound', 'userNotFound'],
  addProductReview: [...usual, 'alreadyExists', 'imageRefused', 'productNotFound'],
  /** `votedAlready` also where a vote that the API has counted can no longer be changed. */
  voteOnProductReview: [...usual, 'productReviewNotFound', 'votedAlready'],
  flagReview: [...usual, 'reviewNotFound'],
  // These exist where the API has them, and `can_ask` and `can_report` say so; elsewhere they are `pathUnknown`.
  addProductQuestion: [...usual, 'productNotFound', 'pathUnknown'],
  answerProductQuestion: [...usual, 'questionNotFound', 'pathUnknown'],
  flagProductReview: [...usual, 'productReviewNotFound', 'pathUnknown'],
} as const satisfies Readonly<Record<keyof typeof shopperAnswers, readonly RefusalName[]>>;

/** The body of a refusal. */
export const Refusal = z.strictObject({
  status: z.literal('ERROR'),
  success: z.literal(false),
  errorCode: z.int(),
  errorReason: z.string(),
  /** The parameter that is wrong, if one is: a form says so beside its field. */
  field: z.string().optional(),
  /** For an address that has written often. Once solved, it lets the same write through. */
  challenge: z.looseObject({}).optional(),
});
