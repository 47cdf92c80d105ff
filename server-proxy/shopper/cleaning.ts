/**
 * The fields of each entity that a shopper may see. A field that is not named here cannot go out, and a new field of
 * the contract does not compile until somebody decides about it here.
 */
import type {
  Address,
  Answer,
  AspectRating,
  Business,
  Comment,
  Image,
  NestedProduct,
  NumReviews,
  OriginalReview,
  Product,
  ProductAnswer,
  ProductAttribute,
  ProductQuestion,
  ProductReview,
  Question,
  Review,
  ReviewAttribute,
  TopRatedProduct,
  User,
} from '../../contract/entities/entities.ts';
import { firstLetter } from '../../contract/first-letter.ts';
import type { ByBusiness, Repeating } from '../../contract/entities/digest.ts';
import type { QueuedAnswer, QueuedQuestion, QueuedReview } from '../../contract/shopper/shopper.ts';
import { holdsEmail, maskPersonalData } from '../../server-kit/personal-data.ts';
import { repeatsText } from '../../server-kit/titles.ts';

type Clean<Value> = (value: Value) => Value;
type Rules<Entity> = { readonly [Field in keyof Entity]-?: Clean<Entity[Field]> };

function cleaner<Entity extends object>(rules: Rules<Entity>): Clean<Entity> {
  const entries = Object.entries(rules) as [keyof Entity, Clean<unknown>][];
  return (entity) => Object.fromEntries(entries.map(([field, clean]) => [field, clean(entity[field])])) as Entity;
}

// ---- what is done to a field --------------------------------------------------------------------------------------

const keep = <Value>(value: Value): Value => value;
/** Personal. */
const hide = (): null => null;
/** Written by people, so it may hold anything. */
const text = <Value extends string | null>(value: Value): Value =>
  (value === null ? value : maskPersonalData(value)) as Value;
/** Digits in a URL belong to file names, but an e-mail address or a token makes the whole URL personal. */
const link = <Value extends string | null>(value: Value): Value =>
  (value !== null && isPersonalLink(value) ? '' : value) as Value;
const initial = (value: string): string => firstLetter(text(value));
const each =
  <Item>(clean: Clean<Item>): Clean<readonly Item[]> =>
  (items) =>
    items.map(clean);
const maybe =
  <Value>(clean: Clean<Value>): Clean<Value | null> =>
  (value) =>
    value === null ? null : clean(value);

function isPersonalLink(url: string): boolean {
  return holdsEmail(url) || /(?:user|client)_token|[?&](?:email|phone|order_id)=/i.test(url);
}

/** Says of a review whether its title repeats its text. */
function noticing<Contribution extends { title: string; content: string }>(clean: Clean<Contribution>) {
  return (review: Contribution): Contribution & Repeating => {
    const cleaned = clean(review);
    return repeatsText(cleaned) ? { ...cleaned, title_repeats: true } : cleaned;
  };
}

/** The service gives its domain to the business as a username, and to nobody else. */
export const byBusiness =
  (domain: string) =>
  <Contribution extends { author: User | null }>(contribution: Contribution): Contribution & ByBusiness =>
    contribution.author?.username === domain ? { ...contribution, by_business: true } : contribution;

/** The same of the answers to a question. */
export const answersByBusiness =
  (domain: string) =>
  <One extends { readonly answers: readonly { author: User | null }[] }>(question: One) => ({
    ...question,
    answers: question.answers.map(byBusiness(domain)),
  });

// ---- the entities -------------------------------------------------------------------------------------------------

const user = cleaner<User>({
  username: text,
  firstName: text,
  lastName: initial,
  thumbnail: link,
  profilePage: link,
  numReviews: keep,
  numHelpfulVotes: keep,
  email: hide,
  user_photo: link,
});

const address = cleaner<Address>({
  streetAddress: text,
  streetAddress2: text,
  city: text,
  state: text,
  postalCode: keep,
  country: text,
  completeAddress: text,
});

export const cleanBusiness = cleaner<Business>({
  name: text,
  urlAddress: link,
  displayAddress: text,
  urlProfilePage: link,
  averageRating: each(cleaner<AspectRating>({ type: keep, rating: keep })),
  numReviews: each(cleaner<NumReviews>({ type: keep, rating: keep })),
  phone: hide,
  email: hide,
  address: maybe(address),
});

const image = cleaner<Image>({
  id: keep,
  caption: text,
  original: link,
  normal: link,
  large: link,
  small: link,
  created: keep,
  createdRFC: keep,
});

const besideWords = {
  user_location: text,
  attributes: each(cleaner<ReviewAttribute>({ name: text, value: text })),
  verified: keep,
  incentivised: keep,
  collected_by: text,
};

const originalReviewRules: Rules<OriginalReview> = {
  reviewNo: keep,
  rating: each(cleaner<AspectRating>({ type: keep, rating: keep })),
  title: text,
  content: text,
  tip: text,
  order_id: hide,
  images: each(image),
  positive_votes: keep,
  negative_votes: keep,
  created: keep,
  createdRFC: keep,
  published: keep,
  publishedRFC: keep,
  edited: keep,
  editedRFC: keep,
  removedRFC: keep,
  source: keep,
  datasource: keep,
  labels: each(text<string>),
  author: maybe(user),
};

export const cleanReview = noticing(
  cleaner<Review>({
    ...originalReviewRules,
    ...besideWords,
    updated_for: maybe(cleaner<OriginalReview>(originalReviewRules)),
  }),
);

export const cleanComment = cleaner<Comment>({
  reviewNo: keep,
  content: text,
  num_votes: keep,
  activated: keep,
  created: keep,
  createdRFC: keep,
  modified: keep,
  modifiedRFC: keep,
  published: keep,
  publishedRFC: keep,
  datasource: keep,
  author: maybe(user),
});

const productRules: Rules<Product> = {
  id: keep,
  sku: keep,
  item_group: keep,
  gtin: keep,
  mpn: keep,
  brand: text,
  title: text,
  description: text,
  categories: each(cleaner<{ category_name: string }>({ category_name: text })),
  price: keep,
  retail_price: keep,
  currency: keep,
  product_link: link,
  images: each(cleaner<Product['images'][number]>({ id: keep, url: link })),
  attributes: each(cleaner<ProductAttribute>({ name: text, type: keep, required: keep, options: each(text<string>) })),
  num_reviews: keep,
  average_rating: keep,
  created: keep,
  createdRFC: keep,
};

export const cleanProduct = cleaner<Product>(productRules);
export const cleanTopRatedProduct = cleaner<TopRatedProduct>({ ...productRules, category_name: text });
const nestedProduct = cleaner<NestedProduct>({ ...productRules, id: keep });

const productReviewRules: Rules<ProductReview> = {
  id: keep,
  title: text,
  content: text,
  rating: keep,
  order_id: hide,
  user: maybe(user),
  ...besideWords,
  images: each(image),
  solicited: keep,
  reply: maybe(
    cleaner<NonNullable<ProductReview['reply']>>({
      content: text,
      created: keep,
      createdRFC: keep,
      modified: keep,
      modifiedRFC: keep,
    }),
  ),
  votes: keep,
  num_positive_votes: keep,
  num_negative_votes: keep,
  published: keep,
  publishedRFC: keep,
  created: keep,
  createdRFC: keep,
  product: maybe(nestedProduct),
  removedRFC: keep,
};

export const cleanProductReview = noticing(cleaner<ProductReview>(productReviewRules));
export const cleanQueuedReview = noticing(
  cleaner<Omit<QueuedReview, keyof Repeating>>({ ...productReviewRules, id: keep, language: keep }),
);

const productAnswerRules: Rules<ProductAnswer> = {
  id: keep,
  content: text,
  created: keep,
  createdRFC: keep,
  published: keep,
  publishedRFC: keep,
  num_votes: keep,
  num_positive_votes: keep,
  num_negative_votes: keep,
  author: maybe(user),
};

export const cleanProductAnswer = cleaner<ProductAnswer>(productAnswerRules);
export const cleanQueuedAnswer = cleaner<QueuedAnswer>({ ...productAnswerRules, id: keep });
/** An answer that waits for a moderator may be among those that the API lists. */
const publishedAnswers: Clean<readonly ProductAnswer[]> = (answers) =>
  answers.filter(({ published }) => published !== 'pending').map(cleanProductAnswer);

const productQuestionRules: Rules<ProductQuestion> = {
  id: keep,
  content: text,
  created: keep,
  createdRFC: keep,
  published: keep,
  publishedRFC: keep,
  removed: keep,
  num_answers: keep,
  sum_votes: keep,
  answers: publishedAnswers,
  product: maybe(nestedProduct),
  author: maybe(user),
};

export const cleanProductQuestion = cleaner<ProductQuestion>(productQuestionRules);
export const cleanQueuedQuestion = cleaner<QueuedQuestion>({ ...productQuestionRules, id: keep });

export const cleanQuestion = cleaner<Question>({
  id: keep,
  business: keep,
  content: text,
  created: keep,
  createdRFC: keep,
  num_answers: keep,
  slug: text,
  sum_votes: keep,
  answers: each(
    cleaner<Answer>({ id: keep, content: text, created: keep, createdRFC: keep, num_votes: keep, author: maybe(user) }),
  ),
  author: maybe(user),
});
