/** The data that fills a demo service. Files have times as text; read, every time is in epoch milliseconds. */
import { z } from 'zod';

const time = z.iso.datetime().transform((text) => Date.parse(text));

/** The name of a picture: of its file in `pictures/products/` or `pictures/customers/`, without `.webp`. */
const imageKey = z.string();

export const rating = z.literal([1, 2, 3, 4, 5]);
export type Rating = z.infer<typeof rating>;

/** Where an invitation to review came from; the codes of the API's `source`. */
const source = z.enum(['BCC', 'CSV', 'WEBHOOK', 'CHECKOUT_WIDGET', 'API', 'WEB', 'QUICK_REQUEST', 'OTHER']);
export type Source = z.infer<typeof source>;

const author = z.strictObject({
  /** Unique in its business; reviews, questions and answers name their author by it. */
  key: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastInitial: z.string(),
  email: z.string(),
  location: z.string().nullable(),
  numHelpfulVotes: z.number(),
});
export type DemoAuthor = z.infer<typeof author>;

const productAttribute = z.strictObject({
  name: z.string(),
  type: z.literal('select'),
  required: z.boolean(),
  options: z.array(z.string()),
});
export type DemoProductAttribute = z.infer<typeof productAttribute>;

/** A product as the catalogue has it. */
export const product = z.strictObject({
  sku: z.string(),
  itemGroup: z.string().nullable(),
  gtin: z.string(),
  mpn: z.string(),
  brand: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  price: z.number(),
  retailPrice: z.number().nullable(),
});

const demoProduct = product.extend({
  currency: z.string(),
  images: z.array(imageKey),
  attributes: z.array(productAttribute),
  createdAt: time,
});
export type DemoProduct = z.infer<typeof demoProduct>;

export const reviewImage = z.strictObject({ image: imageKey, caption: z.string() });
export type DemoReviewImage = z.infer<typeof reviewImage>;

const productReview = z.strictObject({
  sku: z.string(),
  authorKey: z.string(),
  rating,
  title: z.string(),
  content: z.string(),
  userLocation: z.string().nullable(),
  orderId: z.string().nullable(),
  attributes: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  images: z.array(reviewImage),
  solicited: z.boolean(),
  source: source.nullable(),
  positiveVotes: z.number(),
  negativeVotes: z.number(),
  createdAt: time,
  publishedAt: time,
  removedAt: time.nullable(),
});
export type DemoProductReview = z.infer<typeof productReview>;

/** Stars by aspect; null where the customer did not rate it. */
const ratings = z.strictObject({
  overall: z.number(),
  service: z.number().nullable(),
  value: z.number().nullable(),
  shipping: z.number().nullable(),
  returns: z.number().nullable(),
  quality: z.number().nullable(),
});
export type DemoRatings = z.infer<typeof ratings>;

const earlierReview = z.strictObject({
  title: z.string(),
  content: z.string(),
  ratings,
  createdAt: time,
  publishedAt: time,
});
export type DemoEarlierReview = z.infer<typeof earlierReview>;

const review = z.strictObject({
  authorKey: z.string(),
  title: z.string(),
  content: z.string(),
  tip: z.string().nullable(),
  orderId: z.string().nullable(),
  ratings,
  images: z.array(reviewImage),
  positiveVotes: z.number(),
  negativeVotes: z.number(),
  createdAt: time,
  /** Null while the review waits to be published. */
  publishedAt: time.nullable(),
  editedAt: time.nullable(),
  removedAt: time.nullable(),
  updatedFor: earlierReview.nullable(),
  source: source.nullable(),
  /** The code of the site the review was written on; null for the business's own. */
  datasource: z.string().nullable(),
  labels: z.array(z.string()),
  /** Of the shop. */
  comments: z.array(z.strictObject({ content: z.string(), createdAt: time, activated: z.boolean() })),
});
export type DemoReview = z.infer<typeof review>;

const answer = z.strictObject({
  authorKey: z.string(),
  content: z.string(),
  createdAt: time,
  positiveVotes: z.number(),
  negativeVotes: z.number(),
});
export type DemoAnswer = z.infer<typeof answer>;

const question = z.strictObject({
  authorKey: z.string(),
  content: z.string(),
  createdAt: time,
  sumVotes: z.number(),
  answers: z.array(answer),
});
const shopQuestion = question.extend({ slug: z.string() });
export type DemoQuestion = z.infer<typeof shopQuestion>;

const productQuestion = question.extend({
  sku: z.string(),
  /** Null while the question waits to be published. */
  publishedAt: time.nullable(),
  removedAt: time.nullable(),
});
export type DemoProductQuestion = z.infer<typeof productQuestion>;

export const profile = z.strictObject({
  domain: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.email(),
  address: z.strictObject({
    streetAddress: z.string(),
    streetAddress2: z.string(),
    city: z.string(),
    state: z.string(),
    postalCode: z.string(),
    country: z.string(),
  }),
});

export const business = profile.extend({
  authors: z.array(author),
  products: z.array(demoProduct),
  productReviews: z.array(productReview),
  reviews: z.array(review),
  productQuestions: z.array(productQuestion),
  questions: z.array(shopQuestion),
});
export type DemoBusiness = z.infer<typeof business>;

export interface DemoData {
  businesses: DemoBusiness[];
}
