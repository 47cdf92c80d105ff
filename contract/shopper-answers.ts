/**
 * The schemas of what `shopper.ts` says in types: every answer of a proxy, exactly. Tests check real answers against
 * them. Nothing does while running, since the proxy builds its answers from what was parsed.
 */
import { z } from 'zod';
import { strictEntities as is } from './entities.ts';
import type { AnswerOf, RefusalsOf, ShopperOperation } from './shopper.ts';

const page = { count: z.int().min(0), start: z.int().min(0), total: z.int().min(0).nullable() };
const kept = { queued: z.literal(true).optional() };
const figures = { total: z.int(), average_rating: z.number() };
const Statistics = z.union([is.ProductReviewStats, z.strictObject({ ...figures, ratings: z.null() })]);
const QueuedReview = z
  .looseObject({ id: z.null() })
  .transform((review) => ({ ...is.ProductReview.parse({ ...review, id: 1 }), id: null }));
const QueuedQuestion = z
  .looseObject({ id: z.null() })
  .transform((question) => ({ ...is.ProductQuestion.parse({ ...question, id: 1 }), id: null }));
const QueuedAnswer = z
  .looseObject({ id: z.null() })
  .transform((answer) => ({ ...is.ProductAnswer.parse({ ...answer, id: 1 }), id: null }));

/** Beside `status` and `success`. */
export const shopperAnswers = {
  getBusiness: is.Business,
  listQuestions: z.strictObject({
    questions: z.array(is.Question),
    url: is.Business.nullable(),
    query: z.string(),
    ...page,
  }),
  getReview: z.strictObject({ review: is.Review }),
  listReviews: z.strictObject({ reviews: z.array(is.Review), ...page }),
  listComments: z.strictObject({ comments: z.array(is.Comment), ...page }),
  listProducts: z.strictObject({ products: z.array(is.Product), query: z.string(), ...page }),
  listProductQuestions: z.strictObject({
    questions: z.array(is.ProductQuestion),
    url: is.Business.nullable(),
    sku: z.string().nullable(),
    can_ask: z.literal(true).optional(),
    ...page,
  }),
  listProductReviews: z.strictObject({ product_reviews: z.array(is.ProductReview), query: z.string(), ...page }),
  listTopRatedProducts: z.strictObject({ products: z.array(is.TopRatedProduct), ...page }),
  getProductReviewStats: z.strictObject({ product_reviews_stats: Statistics }),
  getStatsOfProducts: z.strictObject({ stats: z.record(z.string(), Statistics) }),
  getWriteLink: z.strictObject({ url: z.string(), hash: z.string(), expire: z.string() }),
  getEditLink: z.strictObject({ link: z.string() }),
  addProductReview: z.strictObject({ product_review: z.union([is.ProductReview, QueuedReview]).nullable(), ...kept }),
  voteOnProductReview: z.strictObject(kept),
  flagReview: z.strictObject(kept),
  addProductQuestion: z.strictObject({
    product_question: z.union([is.ProductQuestion, QueuedQuestion]).nullable(),
    ...kept,
  }),
  answerProductQuestion: z.strictObject({
    product_answer: z.union([is.ProductAnswer, QueuedAnswer]).nullable(),
    ...kept,
  }),
  flagProductReview: z.strictObject(kept),
} satisfies { readonly [Name in ShopperOperation]: z.ZodType<AnswerOf<Name>> };

/** What each may refuse, by the name that the API's code has in errors.ts. */
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
export const shopperRefusals: { readonly [Name in ShopperOperation]: readonly RefusalsOf<Name>[] } = {
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
  getEditLink: [...usual, 'userTokenInvalid', 'reviewNotFound', 'userNotFound'],
  addProductReview: [...usual, 'alreadyExists', 'imageRefused', 'productNotFound'],
  voteOnProductReview: [...usual, 'productReviewNotFound', 'votedAlready'],
  flagReview: [...usual, 'reviewNotFound'],
  addProductQuestion: [...usual, 'productNotFound', 'pathUnknown'],
  answerProductQuestion: [...usual, 'questionNotFound', 'pathUnknown'],
  flagProductReview: [...usual, 'productReviewNotFound', 'pathUnknown'],
};

export const Refusal = z.strictObject({
  status: z.literal('ERROR'),
  success: z.literal(false),
  errorCode: z.int(),
  errorReason: z.string(),
  field: z.string().optional(),
  challenge: z.looseObject({}).optional(),
});
