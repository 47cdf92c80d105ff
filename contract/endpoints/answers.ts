/**
 * The answer of each operation. `answers` are the exact bodies that we send on success; tests and the generated
 * documentation hold us to them. `readAnswer` and `readListAnswer` read what a server of this API really sends.
 */
import { z } from 'zod';
import { endpoints, type EndpointName } from './endpoints.ts';
import { strictEntities as is, tolerantEntities as reads } from '../entities/entities.ts';
import { nameOfCode, type RefusalName } from './errors.ts';
import { tolerant } from '../entities/fields.ts';
import { PersonalData } from '../entities/personal-data.ts';
import { strictTransparency, tolerantTransparency } from '../entities/transparency.ts';

const ok = { status: z.literal('OK'), success: z.literal(true) };
const statusOnly = z.strictObject(ok);
const numbers = z.array(z.int());
const numbersByKind = {
  products: numbers,
  reviews: numbers,
  comments: numbers,
  questions: numbers,
  product_reviews: numbers,
  product_questions: numbers,
};
const envelope = { count: z.int().min(0), start: z.int().min(0), ...ok };

export const answers = {
  login: z.strictObject({ token: z.string(), expire: z.string(), user: is.User, ...ok }),

  getBusiness: z.looseObject({ name: z.string(), urlAddress: z.string(), ...ok }),
  getBusinesses: z.strictObject({ urls: z.array(is.Business), ...ok }),
  listQuestions: z.strictObject({ url: is.Business, questions: z.array(is.Question), query: z.string(), ...envelope }),

  getReview: z.strictObject({ review: is.Review, ...ok }),
  /** The one list without an envelope. */
  listReviews: z.array(is.Review),
  publishReview: statusOnly,
  flagReview: statusOnly,

  listComments: z.strictObject({ comments: z.array(is.Comment), ...envelope }),
  addComment: statusOnly,

  sendResolution: statusOnly,
  listMessages: z.strictObject({ messages: z.array(is.Message), ...envelope }),
  sendMessage: statusOnly,

  addReviewRequest: z.strictObject({ link: z.string().optional(), ...ok }),
  removeReviewRequest: z.strictObject({ removed_order_ids: z.array(z.string()), ...ok }),

  getWriteLink: z.strictObject({
    url: z.string(),
    hash: z.string(),
    expire: z.string(),
    /** Where somebody asks about a product; the address takes its `sku`. */
    ask_url: z.string(),
    ...ok,
  }),
  getEditLink: z.strictObject({ link: z.string(), ...ok }),

  listProducts: z.strictObject({ products: z.array(is.Product), query: z.string(), ...envelope }),
  addProduct: z.strictObject({ product: is.Product, ...ok }),
  removeProduct: statusOnly,
  addProductImage: z.strictObject({ image: z.strictObject({ id: z.int(), url: z.string() }), ...ok }),
  removeProductImage: statusOnly,

  listProductQuestions: z.strictObject({
    url: is.Business,
    questions: z.array(is.ProductQuestion),
    sku: z.string().nullable(),
    ...envelope,
  }),
  addProductQuestion: z.strictObject({ product_question: is.ProductQuestion, ...ok }),
  answerProductQuestion: z.strictObject({ product_answer: is.ProductAnswer, ...ok }),

  listProductReviews: z.strictObject({ product_reviews: z.array(is.ProductReview), query: z.string(), ...envelope }),
  addProductReview: z.strictObject({ product_review: is.ProductReview, ...ok }),
  voteOnProductReview: statusOnly,
  flagProductReview: statusOnly,
  listTopRatedProducts: z.strictObject({ products: z.array(is.TopRatedProduct), ...ok }),
  getProductReviewStats: z.strictObject({ product_reviews_stats: is.ProductReviewStats, ...ok }),

  addProductReviewRequest: z.strictObject({
    link: z.string().optional(),
    links: z.record(z.string(), z.string()).optional(),
    ...ok,
  }),
  removeProductReviewRequest: z.strictObject({ removed_order_ids: z.array(z.string()), ...ok }),

  accessPersonalData: z.strictObject({ categories: PersonalData, ...ok }),
  erasePersonalData: statusOnly,

  getTransparency: z.strictObject({ transparency: strictTransparency.Transparency, ...ok }),
  listReviewChanges: z.strictObject({
    reviews: z.array(is.Review),
    product_reviews: z.array(is.ProductReview),
    /** Products that got another sku, became part of another product, or are products of their own again. */
    products: z.array(is.Product),
    /** All that each of these was called before. */
    earlier_skus: z.array(z.strictObject({ product_id: z.int(), skus: z.array(z.string()) })),
    /** The numbers of those that are not published now. */
    gone: z.strictObject({ reviews: z.array(z.int()), product_reviews: z.array(z.int()) }),
    /** The number of the last change that this answer holds: the next `after`. */
    up_to: z.int().min(0),
    /** The number of the last change there is. */
    last: z.int().min(0),
    /** Reviews that are in no listing now; null where more changes follow. */
    unlisted: strictTransparency.AllUnlisted.nullable(),
    ...ok,
  }),
  listChanges: z.strictObject({
    /** Each as its list gives it. */
    changes: z.strictObject({
      /** On the last page, where anything changed; with its figures. */
      business: is.Business.nullable(),
      products: z.array(is.Product),
      reviews: z.array(is.Review),
      comments: z.array(is.NumberedComment),
      questions: z.array(is.Question),
      product_reviews: z.array(is.ProductReview),
      product_questions: z.array(is.ProductQuestion),
    }),
    /** The numbers of what no shopper may see now. */
    gone: z.strictObject(numbersByKind),
    /** All that each product of this page was called before. */
    earlier_skus: z.array(z.strictObject({ product_id: z.int(), skus: z.array(z.string()) })),
    /** Reviews that are in no listing now; null where more follows. */
    unlisted: strictTransparency.AllUnlisted.nullable(),
    /** The next `after`; null with `reset`. */
    next: z.string().nullable(),
    /** Whether more can be asked for at once. */
    more: z.boolean(),
    /** The cursor is not of these data: nothing else here counts, and who asked begins without `after`. */
    reset: z.boolean(),
    ...ok,
  }),
} satisfies Record<EndpointName, z.ZodType>;

/** How a server of the API says no: by which name (`unexpected` for a code that is not in the table), and why. */
export interface Refusal {
  readonly refusal: RefusalName;
  readonly errorReason: string;
}

/** Finds the error envelope in a body, whatever the HTTP status was. Null where the body reports success. */
export function readRefusal(body: unknown): Refusal | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const { status, success, errorCode, errorReason } = body as Record<string, unknown>;
  const failed = status === 'ERROR' || (status === undefined && success === false);
  if (!failed) return null;
  return {
    refusal: nameOfCode(Number(errorCode)) ?? 'unexpected',
    errorReason: typeof errorReason === 'string' ? errorReason : '',
  };
}

/** How the items of each list are read. */
const listItems = {
  getBusinesses: reads.Business,
  listQuestions: reads.Question,
  listReviews: reads.Review,
  listComments: reads.Comment,
  listMessages: reads.Message,
  listProducts: reads.Product,
  listProductQuestions: reads.ProductQuestion,
  listProductReviews: reads.ProductReview,
  listTopRatedProducts: reads.TopRatedProduct,
} as const;

export type ListEndpointName = keyof typeof listItems;
export type ListItem<Name extends ListEndpointName> = z.output<(typeof listItems)[Name]>;

export interface ListAnswer<Item> {
  readonly items: Item[];
  /** How many items the server sent, readable or not: fewer than asked for means that this is the last page. */
  readonly sent: number;
  /** How many of them were malformed and left out. */
  readonly malformed: number;
}

/** Reads a list, with its envelope or as a bare array. Null where the body holds no list at all. */
export function readListAnswer<Name extends ListEndpointName>(
  name: Name,
  body: unknown,
): ListAnswer<ListItem<Name>> | null {
  const key = endpoints[name].list;
  const found = Array.isArray(body)
    ? body
    : typeof body === 'object' && body !== null
      ? (body as Record<string, unknown>)[key]
      : null;
  if (!Array.isArray(found)) return null;
  const items = found.flatMap((raw) => {
    const item = readSafely<ListItem<Name>>(listItems[name], raw);
    return item === null ? [] : [item];
  });
  return { items, sent: found.length, malformed: found.length - items.length };
}

/** An answer that only says that it was done. Further fields are ignored. */
const done = z.object({});
const link = z.object({ link: z.string().optional().catch(undefined) });
const removedOrders = z.object({ removed_order_ids: z.array(z.coerce.string()).catch([]).default([]) });

const singles = {
  login: z.object({ token: z.string().min(1), expire: z.string().optional() }),

  getBusiness: reads.Business,

  getReview: z.object({ review: reads.Review }),
  publishReview: done,
  flagReview: done,
  addComment: done,

  sendResolution: done,
  sendMessage: done,

  addReviewRequest: link,
  removeReviewRequest: removedOrders,

  getWriteLink: z.object({
    url: z.string(),
    hash: tolerant.text.catch(''),
    expire: tolerant.text.catch(''),
    /** Of our own service alone. */
    ask_url: z.string().optional().catch(undefined),
  }),
  getEditLink: z.object({ link: z.string() }),

  addProduct: z.object({ product: reads.Product.nullable().catch(null).default(null) }),
  removeProduct: done,
  addProductImage: z.object({
    image: z.object({ id: z.coerce.number(), url: z.string() }).nullable().catch(null).default(null),
  }),
  removeProductImage: done,

  addProductQuestion: z.object({ product_question: reads.ProductQuestion.nullable().catch(null).default(null) }),
  answerProductQuestion: z.object({ product_answer: reads.ProductAnswer.nullable().catch(null).default(null) }),

  addProductReview: z.object({ product_review: reads.ProductReview.nullable().catch(null).default(null) }),
  voteOnProductReview: done,
  flagProductReview: done,
  getProductReviewStats: z.object({ product_reviews_stats: reads.ProductReviewStats }),

  addProductReviewRequest: link.extend({ links: z.record(z.string(), z.string()).optional().catch(undefined) }),
  removeProductReviewRequest: removedOrders,

  accessPersonalData: z.object({ categories: z.record(z.string(), z.unknown()) }),
  erasePersonalData: done,

  getTransparency: z.object({ transparency: tolerantTransparency.Transparency }),
  /** The reviews and products themselves are read as those of their listings. */
  listReviewChanges: z.object({
    gone: z.object({ reviews: z.array(z.int()), product_reviews: z.array(z.int()) }),
    /** A service of an earlier version does not say it. */
    earlier_skus: z.array(z.object({ product_id: z.int(), skus: z.array(z.string()) })).default([]),
    up_to: z.int().min(0),
    last: z.int().min(0),
    unlisted: tolerantTransparency.AllUnlisted.nullable(),
  }),
  listChanges: z.object({
    changes: z.object({
      business: reads.Business.nullable(),
      products: tolerant.list(reads.Product),
      reviews: tolerant.list(reads.Review),
      comments: tolerant.list(reads.NumberedComment),
      questions: tolerant.list(reads.Question),
      product_reviews: tolerant.list(reads.ProductReview),
      product_questions: tolerant.list(reads.ProductQuestion),
    }),
    gone: z.object(numbersByKind),
    earlier_skus: z.array(z.object({ product_id: z.int(), skus: z.array(z.string()) })),
    unlisted: tolerantTransparency.AllUnlisted.nullable(),
    next: z.string().nullable(),
    more: z.boolean(),
    reset: z.boolean(),
  }),
} as const satisfies Record<Exclude<EndpointName, ListEndpointName>, z.ZodType>;

export type SingleEndpointName = keyof typeof singles;
export type SingleAnswer<Name extends SingleEndpointName> = z.output<(typeof singles)[Name]>;

/** Reads an answer that is not a list. Null where its subject is missing or cannot be read. */
export function readAnswer<Name extends SingleEndpointName>(name: Name, body: unknown): SingleAnswer<Name> | null {
  return readSafely<SingleAnswer<Name>>(singles[name], body);
}

/** Null for what does not fit the schema, and for a body that was built to break its reader. */
function readSafely<Value>(schema: z.ZodType, raw: unknown): Value | null {
  try {
    const read = schema.safeParse(raw);
    return read.success ? (read.data as Value) : null;
  } catch {
    return null;
  }
}
