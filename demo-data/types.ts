/** The files of the demo's data. They have times as text; read, every time is in epoch milliseconds. */
import { z } from 'zod';

const time = z.iso.datetime().transform((text) => Date.parse(text));

/** The name of a picture: of its file in `pictures/products/` or `pictures/customers/`, without `.webp`. */
const imageKey = z.string();

const rating = z.literal([1, 2, 3, 4, 5]);

/** Where an invitation to review came from; the codes of the API's `source`. */
const source = z.enum(['BCC', 'CSV', 'WEBHOOK', 'CHECKOUT_WIDGET', 'API', 'WEB', 'QUICK_REQUEST', 'OTHER']);

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

const productAttribute = z.strictObject({
  name: z.string(),
  type: z.literal('select'),
  required: z.boolean(),
  options: z.array(z.string()),
});

/** A product, beside what all of a shop have in common. */
const product = z.strictObject({
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
  createdAt: time,
});

const demoProduct = product.extend({
  currency: z.string(),
  images: z.array(imageKey),
  attributes: z.array(productAttribute),
});
export type DemoProduct = z.infer<typeof demoProduct>;

const reviewImage = z.strictObject({ image: imageKey, caption: z.string() });
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
  /** Of the shop. */
  reply: z.strictObject({ content: z.string(), createdAt: time }).optional(),
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

const profile = z.strictObject({
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

/** Everything that people wrote, and the people. */
export const content = z.strictObject({
  /** An author's helpful votes are those that the author's reviews have received. */
  authors: z.array(author),
  productReviews: z.array(productReview),
  reviews: z.array(review),
  productQuestions: z.array(productQuestion),
  questions: z.array(shopQuestion),
});

export const business = profile.extend({ products: z.array(demoProduct), ...content.shape });
export type DemoBusiness = z.infer<typeof business>;

/** The shop, and its products. */
export const catalogue = z.strictObject({
  shop: profile.extend({ tagline: z.string() }),
  currency: z.string(),
  /** Questions to reviewers besides the stars: the options of each. */
  attributes: z.record(z.string(), z.array(z.string())),
  /** Texts of the shop's pages about them. */
  categories: z.record(z.string(), z.strictObject({ heading: z.string(), intro: z.string() })),
  products: z.array(product.extend({ attributes: z.array(z.string()) })),
});

export const planted = z.strictObject({
  /** An image of a review whose picture does not exist, as happens when uploads are lost: it has no file. */
  missingImage: z.string(),
  /** The one text with an e-mail address and a phone number in it: shoppers must be shown both masked. */
  plantedEmail: z.email(),
  plantedPhone: z.string(),
  /** Exactly 60 characters without a place to break. */
  unbreakableWord: z.string().length(60),
});

/** The work that waits at the console when somebody opens it first; its dates are counted back from the first run. */
export const morning = z.strictObject({
  held: z.array(
    z.strictObject({
      sku: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      rating,
      minutesAgo: z.number(),
      title: z.string(),
      content: z.string(),
    }),
  ),
  reports: z.array(
    z.strictObject({
      reason: z.enum(['language', 'personal_info', 'personal_attack', 'second_hand', 'another_biz', 'other']),
      minutesAgo: z.number(),
      message: z.string(),
    }),
  ),
  /** How many published reviews of one or two stars wait for a reply. */
  lowStars: z.number(),
});

export interface DemoData {
  businesses: DemoBusiness[];
}
