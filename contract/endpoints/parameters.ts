/** The parameters of each operation. `read-parameters.ts` reads them, and ignores all others. */
import { z } from 'zod';
import type { EndpointName } from './endpoints.ts';
import { flagReasons } from '../entities/entities.ts';
import {
  changesPage,
  DEFAULT_COUNT,
  LONGEST_ANSWER,
  LONGEST_NAME,
  LONGEST_QUESTION,
  LONGEST_TEXT,
  MAX_COUNT,
} from './limits.ts';
import {
  businesses,
  datasources,
  dateFrom,
  dateTo,
  day,
  declaredAttributes,
  email,
  flag,
  givenAttributes,
  identifier,
  integer,
  link,
  list,
  oneLine,
  oneOf,
  optional,
  optionalList,
  phone,
  price,
  range,
  ratings,
  required,
  text,
} from './parameter-values.ts';

// ---- parameters that several operations share ---------------------------------------------------------------------

const page = {
  start: optional(integer(0, Number.MAX_SAFE_INTEGER)).transform((value) => value ?? 0),
  count: optional(integer(1, MAX_COUNT, 'limitExceeded')).transform((value) => value ?? DEFAULT_COUNT),
};
const byCreation = { order: optional(oneOf(['ASC', 'DESC'])).transform((value) => value ?? 'DESC') };
const dates = { date_from: optional(dateFrom()), date_to: optional(dateTo()) };
const off = () => optional(flag()).transform((value) => value ?? false);
const noSources = () => optional(datasources()).transform((value) => value ?? []);
/** With the extension `hold`: it is pending from the start, for this reason. */
const hold = () => optional(text(LONGEST_NAME).pipe(oneLine()));
const author = {
  first_name: optional(text(LONGEST_NAME)),
  last_name: optional(text(LONGEST_NAME)),
  user_name: optional(text(200)),
  email: optional(email()),
};
const customer = {
  first_name: optional(text(LONGEST_NAME)),
  last_name: optional(text(LONGEST_NAME)),
  location: optional(text()),
  language: optional(text(35)),
  return_link: off(),
};

// ---- the operations -----------------------------------------------------------------------------------------------

export const parameters = {
  login: z.object({ email: required(), password: required(1_000) }),

  getBusiness: z.object({ datasources: noSources() }),
  getBusinesses: z.object({ businesses: required(LONGEST_TEXT).pipe(businesses()) }),
  listQuestions: z.object({ ...page, ...byCreation }),

  getReview: z.object({ review_no: required().pipe(identifier()) }),
  listReviews: z.object({
    ...page,
    ...byCreation,
    ...dates,
    q: optional(text()),
    labels: optionalList(list()),
    unpublished: off(),
    updated: off(),
    deleted: off(),
    solicited: optional(flag()),
    datasources: noSources(),
  }),
  publishReview: z.object({ review_no: required().pipe(identifier()) }),
  flagReview: z.object({
    review_no: required().pipe(identifier()),
    reason: required().pipe(oneOf(flagReasons)),
    message: required(LONGEST_TEXT),
  }),

  listComments: z.object({
    ...page,
    ...dates,
    review_no: optional(identifier()),
    updated: off(),
    deleted: off(),
    datasources: noSources(),
  }),
  addComment: z.object({ review_no: required().pipe(identifier()), text: required(LONGEST_TEXT) }),

  sendResolution: z.object({
    review_no: optional(identifier()),
    username: optional(text()),
    body: required(LONGEST_TEXT),
  }),
  listMessages: z.object({
    ...page,
    ...byCreation,
    username: optional(text()),
    folder: optional(oneOf(['inbox', 'sent'])).transform((value) => value ?? 'inbox'),
  }),
  sendMessage: z.object({
    review_no: optional(identifier()),
    username: optional(text()),
    subject: required().pipe(oneLine()),
    body: required(LONGEST_TEXT),
  }),

  addReviewRequest: z.object({
    ...customer,
    email: optional(email()),
    phone: optional(phone()),
    order_id: required(),
    order_date: required().pipe(day()),
    labels: optionalList(list()),
    product_skus: optionalList(list()),
  }),
  removeReviewRequest: z.object({ email: required().pipe(email()), order_id: optional(text()) }),

  getWriteLink: z.object({}),
  getEditLink: z.object({ email: required().pipe(email()) }),

  listProducts: z.object({
    ...page,
    q: optional(text()),
    sku: optional(text()),
    gtin: optional(text()),
    mpn: optional(text()),
    brand: optional(text()),
    categories: optionalList(list()),
    price_range: optional(range()),
    reviews_range: optional(range()),
    product_id: optional(identifier()),
  }),
  addProduct: z.object({
    sku: required().pipe(oneLine()),
    title: required(),
    item_group: optional(text()),
    gtin: optional(text()),
    mpn: optional(text()),
    description: optional(text(LONGEST_TEXT)),
    brand: optional(text()),
    categories: optionalList(list()),
    currency: optional(text(3)),
    price: optional(price()),
    retail_price: optional(price()),
    product_link: optional(link()),
    image_url: optional(link()),
    attributes: optional(declaredAttributes()),
  }),
  removeProduct: z.object({ product_id: required().pipe(identifier()) }),
  addProductImage: z.object({
    sku: optional(text().pipe(oneLine())),
    product_id: optional(identifier()),
    image: optional(link()),
  }),
  removeProductImage: z.object({ product_id: required().pipe(identifier()), image_id: required().pipe(identifier()) }),

  listProductQuestions: z.object({
    ...page,
    ...byCreation,
    sku: optional(text()),
    filter: optional(oneOf(['PENDING', 'PUBLISHED', 'REMOVED'])),
    /** Ours: the specification has no search among questions. */
    q: optional(text()),
  }),
  addProductQuestion: z.object({
    ...author,
    sku: required().pipe(oneLine()),
    content: required(LONGEST_QUESTION),
    hold: hold(),
  }),
  answerProductQuestion: z.object({
    ...author,
    question_id: required().pipe(identifier()),
    content: required(LONGEST_ANSWER),
    hold: hold(),
    /** The business itself answers, and names do not count. */
    by_business: off(),
  }),

  listProductReviews: z.object({
    ...page,
    ...dates,
    sku: optional(text()),
    item_group: optional(text()),
    q: optional(text()),
    brand: optional(text()),
    categories: optionalList(list()),
    only_photos: off(),
    price_range: optional(range()),
    reviews_range: optional(range()),
    ratings: optionalList(ratings()),
    deleted: off(),
    order: optional(oneOf(['created', 'relevant'])).transform((value) => value ?? 'created'),
  }),
  /** Photos and their captions come beside these, as `image{n}` and `caption{n}`. */
  addProductReview: z.object({
    sku: optional(text().pipe(oneLine())),
    product_id: optional(identifier()),
    title: required(),
    content: required(LONGEST_TEXT),
    rating: required().pipe(integer(1, 5)),
    order_id: optional(text()),
    /** With the extension `verified`: the shop vouches for the purchase, as it does for one whom it asked. */
    verified: off(),
    hold: hold(),
    ...author,
    user_location: optional(text()),
    location: optional(text()),
    attributes: optional(givenAttributes()),
  }),
  voteOnProductReview: z.object({
    review_id: required().pipe(identifier()),
    /** With the extension `revote`: `none` takes back what this voter voted within the day. */
    vote: required().pipe(oneOf(['positive', 'negative', 'none'])),
    /** With the same extension: replaces what this voter voted within the day. Without it a second vote is refused. */
    replace: off(),
  }),
  flagProductReview: z.object({
    review_id: required().pipe(identifier()),
    reason: required().pipe(oneOf(flagReasons)),
    message: required(LONGEST_TEXT),
  }),
  replyToProductReview: z.object({
    review_id: required().pipe(identifier()),
    /** An empty one takes the reply away. */
    text: text(LONGEST_TEXT),
  }),
  listTopRatedProducts: z.object({ category_name: optional(text()), currency: optional(text(3)) }),
  getProductReviewStats: z.object({
    sku: optional(text()),
    categories: optionalList(list()),
    item_group: optional(text()),
    brand: optional(text()),
  }),

  addProductReviewRequest: z.object({
    ...customer,
    email: required().pipe(email()),
    product_skus: required(LONGEST_TEXT).pipe(list()),
    order_id: required(),
    order_date: required().pipe(day()),
  }),
  removeProductReviewRequest: z.object({
    email: required().pipe(email()),
    product_sku: optional(text()),
    order_id: optional(text()),
  }),

  accessPersonalData: z.object({ email: required().pipe(email()) }),
  erasePersonalData: z.object({ email: required().pipe(email()) }),

  getTransparency: z.object({ sku: optional(text()) }),
  listChanges: z.object({
    after: optional(text()),
    count: optional(integer(1, changesPage.mostItems, 'limitExceeded')).transform(
      (value) => value ?? changesPage.items,
    ),
    wait: optional(integer(0, changesPage.longestWaitSeconds)).transform((value) => value ?? 0),
  }),
} satisfies Record<EndpointName, z.ZodObject>;

/** The parameters of an operation, parsed. */
export type Parameters<Name extends EndpointName> = z.output<(typeof parameters)[Name]>;

/** Other names that the specification shows for a parameter, and clients of the API send. */
export const aliases: Partial<Record<string, Readonly<Record<string, string>>>> = {
  addReviewRequest: { product_sku: 'product_skus' },
  addProductReviewRequest: { product_sku: 'product_skus' },
};
