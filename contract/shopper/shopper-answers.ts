/**
 * The schemas of what `shopper.ts` says in types: every answer of a proxy, exactly. Tests check real answers against
 * them. Nothing does while running, since the proxy builds its answers from what was parsed.
 */
import { z } from 'zod';
import type { ByBusiness, Digest as DigestType } from '../entities/digest.ts';
import { strictEntities as is, type Comment } from '../entities/entities.ts';
import { productReviewOrders, reviewOrders } from './choices.ts';
import type { Answered, AnswerOf, RefusalsOf, ShopperOperation } from './shopper.ts';
import { strictTransparency } from '../entities/transparency.ts';

const page = { count: z.int().min(0), start: z.int().min(0), total: z.int().min(0).nullable() };
const kept = { queued: z.literal(true).optional() };
const figures = { total: z.int(), average_rating: z.number() };
const Statistics = z.union([is.ProductReviewStats, z.strictObject({ ...figures, ratings: z.null() })]);
const language = z.string().nullable();
const ShownReview = shown(is.Review);
const ShownProductReview = shown(is.ProductReview);

const count = z.int().min(0);
const options = z.array(z.strictObject({ value: z.string(), count }));
const Digest = z.strictObject({
  ratings: z.strictObject({ 1: count, 2: count, 3: count, 4: count, 5: count }),
  verified: count,
  photos: count,
  pictures: count,
  languages: z.array(z.strictObject({ language: z.string(), count })),
  translates: z.record(z.string(), z.array(z.string()).min(1)).optional(),
  attributes: z.array(z.strictObject({ name: z.string(), options: options.max(20) })),
  scales: z.array(
    z.strictObject({ name: z.string(), ends: z.enum(['two', 'one']), options, mean: z.number().min(0).max(1), count }),
  ),
  recommended: z.strictObject({ yes: count, count }).nullable(),
  mentions: z
    .array(
      z.strictObject({
        key: z.string(),
        language: z.string(),
        words: z.string(),
        forms: z.array(z.string()).min(1).max(12),
        count,
        low: count,
      }),
    )
    .max(12),
  quotes: z
    .array(
      z.strictObject({
        review_id: z.int(),
        text: z.string(),
        language: z.string(),
        rating: z.int().min(1).max(5),
        mention: z.string(),
        marked: z.tuple([count, count]),
      }),
    )
    .max(30),
  summaries: z
    .array(
      z.strictObject({
        language: z.string(),
        reviews: z.int().positive(),
        sentences: z
          .array(z.strictObject({ text: z.string().min(1), review_ids: z.array(z.int()).min(1).max(5) }))
          .min(2)
          .max(4),
      }),
    )
    .max(10)
    .optional(),
  favourable: ShownProductReview.nullable(),
  critical: ShownProductReview.nullable(),
  transparency: strictTransparency.Transparency.nullable(),
}) satisfies z.ZodType<DigestType>;

/** The entity, or the same without the number that the API has yet to give it. */
const orQueued = <Entity extends object>(entity: z.ZodType<Entity>) =>
  z.union([
    entity,
    z.looseObject({ id: z.null() }).transform((item) => ({ ...entity.parse({ ...item, id: 1 }), id: null })),
  ]);

/** An entity, exactly, with what the proxy says of it. */
function shown<Entity extends object>(entity: z.ZodType<Entity>) {
  return (entity as unknown as z.ZodObject).extend({
    language,
    title_repeats: z.literal(true).optional(),
  }) as unknown as z.ZodType<Entity & { language: string | null; title_repeats?: true | undefined }>;
}

const byBusiness = { by_business: z.literal(true).optional() };

/** A question, exactly, with what the proxy says of its answers. */
function answered<One extends { readonly answers: readonly unknown[] }>(question: z.ZodType<One>, answer: z.ZodType) {
  return (question as unknown as z.ZodObject).extend({
    answers: z.array((answer as unknown as z.ZodObject).extend(byBusiness)),
  }) as unknown as z.ZodType<Answered<One>>;
}

/** Beside `status` and `success`. */
export const shopperAnswers = {
  getBusiness: is.Business,
  listQuestions: z.strictObject({
    questions: z.array(answered(is.Question, is.Answer)),
    url: is.Business.nullable(),
    query: z.string(),
    ...page,
  }),
  getReview: z.strictObject({ review: ShownReview }),
  listReviews: z.strictObject({
    reviews: z.array(ShownReview),
    order: z.enum(reviewOrders),
    left_out: z.array(z.enum(['ratings', 'languages'])).optional(),
    transparency: strictTransparency.Transparency.nullable().optional(),
    ...page,
  }),
  listComments: z.strictObject({
    comments: z.array(
      (is.Comment as unknown as z.ZodObject).extend(byBusiness) as unknown as z.ZodType<Comment & ByBusiness>,
    ),
    ...page,
  }),
  listProducts: z.strictObject({ products: z.array(is.Product), query: z.string(), ...page }),
  listProductQuestions: z.strictObject({
    questions: z.array(answered(is.ProductQuestion, is.ProductAnswer)),
    url: is.Business.nullable(),
    sku: z.string().nullable(),
    can_ask: z.literal(true).optional(),
    ...page,
  }),
  listProductReviews: z.strictObject({
    product_reviews: z.array(ShownProductReview),
    query: z.string(),
    order: z.enum(productReviewOrders),
    left_out: z.array(z.enum(['verified', 'languages', 'prefer', 'with', 'mention', 'review_id', 'digest'])).optional(),
    linked: ShownProductReview.nullable().optional(),
    digest: Digest.nullable().optional(),
    can_report: z.literal(true).optional(),
    ...page,
  }),
  listTopRatedProducts: z.strictObject({ products: z.array(is.TopRatedProduct), ...page }),
  getProductReviewStats: z.strictObject({ product_reviews_stats: Statistics }),
  getStatsOfProducts: z.strictObject({
    stats: z.record(z.string(), Statistics),
    group_stats: z.record(z.string(), Statistics).optional(),
  }),
  getWriteLink: z.strictObject({
    url: z.string(),
    hash: z.string(),
    expire: z.string(),
    ask_url: z.string().optional(),
  }),
  getTransparency: z.strictObject({ transparency: strictTransparency.Transparency }),
  getTranslation: z.strictObject({
    translation: z.strictObject({
      title: z.string().nullable(),
      content: z.string(),
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
  getTransparency: [...usual, 'pathUnknown'],
  getTranslation: [...usual, 'productReviewNotFound', 'pathUnknown'],
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
