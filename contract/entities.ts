/**
 * Everything that the API talks about, defined once and read in two strengths (see fields.ts): `strictEntities`
 * for what we give, `tolerantEntities` for what we are given. The types are those of the clean shape.
 */
import { z } from 'zod';
import { dateFields, strict, tolerant, type FieldKit } from './fields.ts';

export const aspects = ['overall', 'service', 'value', 'shipping', 'returns', 'quality'] as const;
export type Aspect = (typeof aspects)[number];

export const starCountTypes = ['total', 'fiveStars', 'fourStars', 'threeStars', 'twoStars', 'oneStar'] as const;

export const flagReasons = ['language', 'personal_info', 'personal_attack', 'second_hand', 'another_biz', 'other'] as const;

/** A bare value as text; nothing for an object, which no reader of the API can name. */
function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Custom attributes come in shapes that the specification does not show: a string, or an object under several names. */
function readNameAndValue(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return { name: '', value: asText(raw) };
  const { name, attribute_name, label, value, option, values } = raw as Record<string, unknown>;
  const given = value ?? option ?? values;
  return { name: asText(name ?? attribute_name ?? label), value: Array.isArray(given) ? given.map(asText).join(', ') : asText(given) };
}

function readProductAttribute(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return { name: asText(raw), type: 'select', required: false, options: [] };
  const { name, type, required, options } = raw as Record<string, unknown>;
  return {
    name: asText(name),
    type: asText(type) || 'select',
    required: required === true || required === 1 || required === '1' || required === 'required',
    options: Array.isArray(options) ? options.map(asText) : asText(options).split(',').filter(Boolean),
  };
}

function readLabel(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return asText(raw);
  const { label, name } = raw as Record<string, unknown>;
  return asText(label ?? name);
}

/** Product categories come as objects, and from some servers as bare strings. */
function readCategory(raw: unknown): unknown {
  return typeof raw === 'string' ? { category_name: raw } : raw;
}

function defineEntities(kit: FieldKit) {
  const { required, optional, published } = dateFields;
  const lenient = kit === tolerant;
  const reading = <Schema extends z.ZodType>(read: (raw: unknown) => unknown, schema: Schema) =>
    (lenient ? z.preprocess(read, schema) : schema) as unknown as Schema;

  const AspectRating = kit.object({ type: z.enum(aspects), rating: kit.rating });
  const NumReviews = kit.object({ type: z.enum(starCountTypes), rating: kit.integer });
  const Address = kit.object({
    streetAddress: kit.optionalText,
    streetAddress2: kit.optionalText,
    city: kit.optionalText,
    state: kit.optionalText,
    postalCode: kit.optionalText,
    country: kit.optionalText,
    completeAddress: kit.optionalText,
  });

  const Business = kit.object({
    name: kit.text,
    urlAddress: kit.text,
    displayAddress: kit.text,
    urlProfilePage: kit.text,
    averageRating: kit.list(AspectRating),
    numReviews: kit.list(NumReviews),
    phone: kit.optionalText,
    email: kit.optionalText,
    address: kit.optional(Address),
  });

  const User = kit.object({
    username: kit.text,
    firstName: kit.text,
    lastName: kit.text,
    thumbnail: kit.text,
    profilePage: kit.text,
    numReviews: kit.integer,
    numHelpfulVotes: kit.integer,
    email: kit.optionalText,
    user_photo: kit.optionalText,
  });

  const Image = kit.object(
    {
      id: kit.optionalInteger,
      caption: kit.text,
      original: kit.text,
      normal: kit.text,
      large: kit.text,
      small: kit.text,
      created: optional.local,
      createdRFC: optional.rfc,
    },
    ['created'],
  );

  const reviewFields = {
    reviewNo: kit.id,
    rating: kit.list(AspectRating),
    title: kit.text,
    content: kit.text,
    tip: kit.optionalText,
    order_id: kit.optionalText,
    images: kit.list(Image),
    positive_votes: kit.integer,
    negative_votes: kit.integer,
    created: required.local,
    createdRFC: required.rfc,
    published: published.local,
    publishedRFC: published.rfc,
    edited: optional.local,
    editedRFC: optional.rfc,
    removedRFC: kit.optionalText,
    source: kit.optionalText,
    datasource: kit.optionalText,
    labels: kit.list(reading(readLabel, z.string())),
    author: kit.optional(User),
  };
  const reviewDates = ['created', 'published', 'edited'];
  /** The original of an updated review; an original of its own it has no more. */
  const OriginalReview = kit.object(reviewFields, reviewDates);
  const Review = kit.object({ ...reviewFields, updated_for: kit.optional(OriginalReview) }, reviewDates);

  const Comment = kit.object(
    {
      reviewNo: kit.id,
      content: kit.text,
      num_votes: kit.integer,
      activated: kit.boolean,
      created: required.local,
      createdRFC: required.rfc,
      modified: optional.local,
      modifiedRFC: optional.rfc,
      published: published.local,
      publishedRFC: published.rfc,
      datasource: kit.optionalText,
      author: kit.optional(User),
    },
    ['created', 'modified', 'published'],
  );

  const Message = kit.object(
    {
      subject: kit.text,
      body: kit.text,
      review: kit.optional(Review),
      created: required.local,
      createdRFC: required.rfc,
      recipient: kit.optional(User),
      sender: kit.optional(User),
    },
    ['created'],
  );

  const ProductCategory = reading(readCategory, kit.object({ category_name: kit.text }));
  const ProductImage = kit.object({ id: kit.optionalInteger, url: kit.text });
  const ProductAttribute = reading(
    readProductAttribute,
    z.object({ name: z.string(), type: z.string(), required: z.boolean(), options: z.array(z.string()) }),
  );

  const productFields = {
    sku: kit.text,
    item_group: kit.optionalText,
    gtin: kit.optionalText,
    mpn: kit.optionalText,
    brand: kit.optionalText,
    title: kit.optionalText,
    description: kit.optionalText,
    categories: kit.list(ProductCategory),
    price: kit.optionalNumber,
    retail_price: kit.optionalNumber,
    currency: kit.optionalText,
    product_link: kit.optionalText,
    images: kit.list(ProductImage),
    attributes: kit.list(ProductAttribute),
    num_reviews: kit.integer,
    average_rating: kit.number,
  };
  const Product = kit.object({ id: kit.id, ...productFields, created: optional.local, createdRFC: optional.rfc }, ['created']);
  const TopRatedProduct = kit.object(
    { id: kit.id, ...productFields, created: optional.local, createdRFC: optional.rfc, category_name: kit.optionalText },
    ['created'],
  );
  /** A product inside a review or a question: servers leave fields out here, the id included. */
  const NestedProduct = kit.object(
    { id: kit.optionalInteger, ...productFields, created: optional.local, createdRFC: optional.rfc },
    ['created'],
  );

  const ReviewAttribute = reading(readNameAndValue, z.object({ name: z.string(), value: z.string() }));
  const ProductReview = kit.object(
    {
      id: kit.id,
      title: kit.text,
      content: kit.text,
      rating: kit.stars,
      order_id: kit.optionalText,
      user: kit.optional(User),
      user_location: kit.optionalText,
      attributes: kit.list(ReviewAttribute),
      images: kit.list(Image),
      solicited: kit.yesNo,
      votes: kit.integer,
      num_positive_votes: kit.integer,
      num_negative_votes: kit.integer,
      published: published.local,
      publishedRFC: published.rfc,
      created: required.local,
      createdRFC: required.rfc,
      product: kit.optional(NestedProduct),
      removedRFC: kit.optionalText,
    },
    ['created', 'published'],
  );

  const ProductAnswer = kit.object(
    {
      id: kit.id,
      content: kit.text,
      created: optional.local,
      createdRFC: optional.rfc,
      published: published.local,
      publishedRFC: published.rfc,
      num_votes: kit.integer,
      num_positive_votes: kit.integer,
      num_negative_votes: kit.integer,
      author: kit.optional(User),
    },
    ['created', 'published'],
  );
  const ProductQuestion = kit.object(
    {
      id: kit.id,
      content: kit.text,
      created: required.local,
      createdRFC: required.rfc,
      published: published.local,
      publishedRFC: published.rfc,
      removed: kit.boolean,
      num_answers: kit.integer,
      sum_votes: kit.integer,
      answers: kit.list(ProductAnswer),
      product: kit.optional(NestedProduct),
      author: kit.optional(User),
    },
    ['created', 'published'],
  );

  const Answer = kit.object(
    {
      id: kit.id,
      content: kit.text,
      created: optional.local,
      createdRFC: optional.rfc,
      num_votes: kit.integer,
      author: kit.optional(User),
    },
    ['created'],
  );
  const Question = kit.object(
    {
      id: kit.id,
      business: kit.text,
      content: kit.text,
      created: required.local,
      createdRFC: required.rfc,
      num_answers: kit.integer,
      slug: kit.text,
      sum_votes: kit.integer,
      answers: kit.list(Answer),
      author: kit.optional(User),
    },
    ['created'],
  );

  const StarCount = kit.object({ num_reviews: kit.integer, rating: kit.integer });
  /** Star counts need not add up to `total`; a star without an entry has none. */
  const StarCounts = reading(
    readStarCounts,
    z.object({ 1: StarCount, 2: StarCount, 3: StarCount, 4: StarCount, 5: StarCount }),
  );
  const ProductReviewStats = reading(
    (raw) => (Array.isArray(raw) ? raw[0] : raw),
    kit.object({ total: kit.integer, average_rating: kit.number, ratings: StarCounts }),
  );

  return {
    AspectRating, NumReviews, Address, Business, User, Image, Review, OriginalReview, Comment, Message,
    Product, TopRatedProduct, NestedProduct, ProductAttribute, ReviewAttribute, ProductReview,
    ProductQuestion, ProductAnswer, Question, Answer, ProductReviewStats,
  };
}

function readStarCounts(raw: unknown): unknown {
  const counts = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  return Object.fromEntries(
    [1, 2, 3, 4, 5].map((rating) => {
      const given = counts[rating];
      const count = typeof given === 'object' && given !== null ? (given as Record<string, unknown>)['num_reviews'] : given;
      return [rating, { num_reviews: count ?? 0, rating }];
    }),
  );
}

export const strictEntities = defineEntities(strict);
export const tolerantEntities = defineEntities(tolerant);

type Entity<Name extends keyof typeof strictEntities> = z.output<(typeof strictEntities)[Name]>;

export type AspectRating = Entity<'AspectRating'>;
export type NumReviews = Entity<'NumReviews'>;
export type Address = Entity<'Address'>;
export type Business = Entity<'Business'>;
export type User = Entity<'User'>;
export type Image = Entity<'Image'>;
export type Review = Entity<'Review'>;
export type OriginalReview = Entity<'OriginalReview'>;
export type Comment = Entity<'Comment'>;
export type Message = Entity<'Message'>;
export type Product = Entity<'Product'>;
export type TopRatedProduct = Entity<'TopRatedProduct'>;
export type NestedProduct = Entity<'NestedProduct'>;
export type ProductAttribute = Entity<'ProductAttribute'>;
export type ReviewAttribute = Entity<'ReviewAttribute'>;
export type ProductReview = Entity<'ProductReview'>;
export type ProductQuestion = Entity<'ProductQuestion'>;
export type ProductAnswer = Entity<'ProductAnswer'>;
export type Question = Entity<'Question'>;
export type Answer = Entity<'Answer'>;
export type ProductReviewStats = Entity<'ProductReviewStats'>;
