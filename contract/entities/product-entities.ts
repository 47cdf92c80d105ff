/** Products, and what is said of them. */
import { z } from 'zod';
import { date, type FieldKit } from './fields.ts';
import { readCategory, readOnlyOne, readProductAttribute, readStarCounts, readVerified } from './loose-shapes.ts';
import { besideWords, type SharedEntities } from './shared-entities.ts';

export type ProductEntities = ReturnType<typeof productEntities>;

export function productEntities(kit: FieldKit) {
  const ProductAttribute = kit.loose(
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
    categories: kit.list(kit.loose(readCategory, kit.object({ category_name: kit.text }))),
    price: kit.optionalNumber,
    retail_price: kit.optionalNumber,
    currency: kit.optionalText,
    product_link: kit.optionalText,
    images: kit.list(kit.object({ id: kit.optionalInteger, url: kit.text })),
    attributes: kit.list(ProductAttribute),
    num_reviews: kit.integer,
    average_rating: kit.number,
    ...date('created', 'optional'),
  };
  const Product = kit.object({ id: kit.id, ...productFields });
  const TopRatedProduct = kit.object({ id: kit.id, ...productFields, category_name: kit.optionalText });
  /** A product inside a review or a question: servers leave fields out here, the id included. */
  const NestedProduct = kit.object({ id: kit.optionalInteger, ...productFields });
  return { ProductAttribute, Product, TopRatedProduct, NestedProduct };
}

export function productReviewEntities(kit: FieldKit, shared: SharedEntities, { NestedProduct }: ProductEntities) {
  const { User, Image } = shared;
  /** The shop's public answer to a review. */
  const Reply = kit.object({ content: kit.text, ...date('created', 'optional'), ...date('modified', 'optional') });
  const ProductReview = kit.loose(
    readVerified,
    kit.object({
      id: kit.id,
      title: kit.text,
      content: kit.text,
      rating: kit.stars,
      order_id: kit.optionalText,
      user: kit.optional(User),
      ...besideWords(kit, shared),
      images: kit.list(Image),
      solicited: kit.yesNo,
      /** Null where the API knows no replies. */
      reply: kit.optional(Reply),
      votes: kit.integer,
      num_positive_votes: kit.integer,
      num_negative_votes: kit.integer,
      ...date('published', 'published'),
      ...date('created', 'required'),
      product: kit.optional(NestedProduct),
      removedRFC: kit.optionalText,
    }),
  );
  const StarCount = kit.object({ num_reviews: kit.integer, rating: kit.integer });
  /** Star counts need not add up to `total`. */
  const StarCounts = kit.loose(
    readStarCounts,
    z.object({ 1: StarCount, 2: StarCount, 3: StarCount, 4: StarCount, 5: StarCount }),
  );
  const ProductReviewStats = kit.loose(
    readOnlyOne,
    kit.object({ total: kit.integer, average_rating: kit.number, ratings: StarCounts }),
  );
  return { ProductReview, ProductReviewStats };
}

export function productQuestionEntities(kit: FieldKit, { User }: SharedEntities, { NestedProduct }: ProductEntities) {
  const ProductAnswer = kit.object({
    id: kit.id,
    content: kit.text,
    ...date('created', 'optional'),
    ...date('published', 'published'),
    num_votes: kit.integer,
    num_positive_votes: kit.integer,
    num_negative_votes: kit.integer,
    author: kit.optional(User),
  });
  const ProductQuestion = kit.object({
    id: kit.id,
    content: kit.text,
    ...date('created', 'required'),
    ...date('published', 'published'),
    removed: kit.boolean,
    num_answers: kit.integer,
    sum_votes: kit.integer,
    answers: kit.list(ProductAnswer),
    product: kit.optional(NestedProduct),
    author: kit.optional(User),
  });
  return { ProductAnswer, ProductQuestion };
}
