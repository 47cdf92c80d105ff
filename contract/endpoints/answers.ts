/**
 * The answer of each operation. `answers` are the exact bodies that we send on success; tests and the generated
 * documentation hold us to them. `readAnswer` and `readListAnswer` read what a server of this API really sends.
 */
import { z } from 'zod';
import { endpoints, type EndpointName } from './endpoints.ts';
import { strictEntities, tolerantEntities } from '../entities/entities.ts';
import { nameOfCode, type RefusalName } from './errors.ts';
import { strict, tolerant, type FieldKit } from '../entities/fields.ts';
import { PersonalData } from '../entities/personal-data.ts';
import { strictTransparency, tolerantTransparency } from '../entities/transparency.ts';

const ok = { status: z.literal('OK'), success: z.literal(true) };
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

/** A strength in which answers are read, and what it makes of what is not there; see fields.ts. */
interface AnswerKit<Lost, Unsaid> {
  readonly fields: FieldKit;
  readonly is: typeof strictEntities;
  readonly transparency: typeof strictTransparency;
  /** An answer with these fields: strictly, with the status as well, and with no others. */
  answer<Shape extends z.ZodRawShape>(shape: Shape): z.ZodType<z.output<z.ZodObject<Shape>>>;
  /** The thing that an operation made; null where a tolerant reader cannot read it. */
  made<Value>(value: z.ZodType<Value>): z.ZodType<Value | Lost>;
  /** A field that we always send, and other servers may not. */
  ours<Value>(value: z.ZodType<Value>): z.ZodType<Value | Unsaid>;
  /** A field that is not always sent. */
  perhaps<Schema extends z.ZodType>(value: Schema): z.ZodOptional<Schema>;
}

const strictly: AnswerKit<never, never> = {
  fields: strict,
  is: strictEntities,
  transparency: strictTransparency,
  answer: (shape) => z.strictObject({ ...shape, ...ok }) as never,
  made: (value) => value as never,
  ours: (value) => value as never,
  perhaps: (value) => value.optional(),
};

const tolerantly: AnswerKit<null, undefined> = {
  fields: tolerant,
  is: tolerantEntities,
  transparency: tolerantTransparency,
  answer: (shape) => tolerant.object(shape),
  made: (value) => tolerant.optional(value),
  ours: (value) => value.optional().catch(undefined),
  perhaps: (value) => value.optional().catch(undefined) as never,
};

/** The answers that are no lists. */
function singleAnswers<Lost, Unsaid>(kit: AnswerKit<Lost, Unsaid>) {
  const { fields, is, transparency, answer, made, ours, perhaps } = kit;
  const { text } = fields;
  const done = answer({});
  const link = { link: perhaps(z.string()) };
  const removedOrders = answer({ removed_order_ids: fields.list(text) });
  return {
    login: answer({ token: z.string().min(1), expire: ours(z.string()), user: ours(is.User) }),

    getBusiness: is.Business,

    getReview: answer({ review: is.Review }),
    publishReview: done,
    flagReview: done,
    addComment: done,

    sendResolution: done,
    sendMessage: done,

    addReviewRequest: answer(link),
    removeReviewRequest: removedOrders,

    getWriteLink: answer({
      url: z.string(),
      hash: text,
      expire: text,
      /** Where somebody asks about a product; the address takes its `sku`. */
      ask_url: ours(z.string()),
    }),
    getEditLink: answer({ link: z.string() }),

    addProduct: answer({ product: made(is.Product) }),
    removeProduct: done,
    addProductImage: answer({ image: made(fields.object({ id: fields.id, url: z.string() })) }),
    removeProductImage: done,

    addProductQuestion: answer({ product_question: made(is.ProductQuestion) }),
    answerProductQuestion: answer({ product_answer: made(is.ProductAnswer) }),

    addProductReview: answer({ product_review: made(is.ProductReview) }),
    voteOnProductReview: done,
    flagProductReview: done,
    replyToProductReview: done,
    getProductReviewStats: answer({ product_reviews_stats: is.ProductReviewStats }),

    addProductReviewRequest: answer({ ...link, links: perhaps(z.record(z.string(), z.string())) }),
    removeProductReviewRequest: removedOrders,

    accessPersonalData: answer({ categories: z.record(z.string(), z.unknown()) }),
    erasePersonalData: done,

    getTransparency: answer({ transparency: transparency.Transparency }),
    ...changeAnswers(kit),
  };
}

function changeAnswers<Lost, Unsaid>({ fields, is, transparency, answer }: AnswerKit<Lost, Unsaid>) {
  return {
    listChanges: answer({
      /** Each as its list gives it. */
      changes: fields.object({
        /** On the last page, where anything changed; with its figures. */
        business: is.Business.nullable(),
        products: fields.list(is.Product),
        reviews: fields.list(is.Review),
        comments: fields.list(is.NumberedComment),
        questions: fields.list(is.Question),
        product_reviews: fields.list(is.ProductReview),
        product_questions: fields.list(is.ProductQuestion),
      }),
      /** The numbers of what no shopper may see now. */
      gone: fields.object(numbersByKind),
      /** All that each product of this page was called before. */
      earlier_skus: fields.list(fields.object({ product_id: fields.id, skus: z.array(z.string()) })),
      /** Reviews that are in no listing now; null where more follows. */
      unlisted: transparency.AllUnlisted.nullable(),
      /** The next `after`; null with `reset`. */
      next: z.string().nullable(),
      /** Whether more can be asked for at once. */
      more: z.boolean(),
      /** The cursor is not of these data: nothing else here counts, and who asked begins without `after`. */
      reset: z.boolean(),
    }),
  };
}

const is = strictEntities;

export const answers = {
  ...singleAnswers(strictly),
  getBusiness: z.looseObject({ name: z.string(), urlAddress: z.string(), ...ok }),
  getBusinesses: z.strictObject({ urls: z.array(is.Business), ...ok }),
  listQuestions: z.strictObject({ url: is.Business, questions: z.array(is.Question), query: z.string(), ...envelope }),
  /** The one list without an envelope. */
  listReviews: z.array(is.Review),
  listComments: z.strictObject({ comments: z.array(is.Comment), ...envelope }),
  listMessages: z.strictObject({ messages: z.array(is.Message), ...envelope }),
  listProducts: z.strictObject({ products: z.array(is.Product), query: z.string(), ...envelope }),
  listProductQuestions: z.strictObject({
    url: is.Business,
    questions: z.array(is.ProductQuestion),
    sku: z.string().nullable(),
    ...envelope,
  }),
  listProductReviews: z.strictObject({ product_reviews: z.array(is.ProductReview), query: z.string(), ...envelope }),
  listTopRatedProducts: z.strictObject({ products: z.array(is.TopRatedProduct), ...ok }),
  accessPersonalData: z.strictObject({ categories: PersonalData, ...ok }),
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

const reads = tolerantEntities;

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

const singles = singleAnswers(tolerantly) satisfies Record<Exclude<EndpointName, ListEndpointName>, z.ZodType>;

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
