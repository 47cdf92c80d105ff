/**
 * Everything that the API talks about, defined once and read in two strengths (see fields.ts): `strictEntities`
 * for our own answers, `tolerantEntities` for those of other servers. The types are those of the clean shape.
 */
import type { z } from 'zod';
import { businessEntities, reviewEntities } from './business-entities.ts';
import { strict, tolerant, type FieldKit } from './fields.ts';
import { productEntities, productQuestionEntities, productReviewEntities } from './product-entities.ts';
import { sharedEntities } from './shared-entities.ts';

export { aspects, type Aspect } from './shared-entities.ts';

export const flagReasons = [
  'language',
  'personal_info',
  'personal_attack',
  'second_hand',
  'another_biz',
  'other',
] as const;

function defineEntities(kit: FieldKit) {
  const shared = sharedEntities(kit);
  const products = productEntities(kit);
  return {
    ...shared,
    ...businessEntities(kit, shared),
    ...reviewEntities(kit, shared),
    ...products,
    ...productReviewEntities(kit, shared, products),
    ...productQuestionEntities(kit, shared, products),
  };
}

export const strictEntities = defineEntities(strict);
export const tolerantEntities = defineEntities(tolerant);

/** The same all the way down, for readers. */
export type ReadOnly<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadOnly<Value[Key]> } : Value;

type Entity<Name extends keyof typeof strictEntities> = ReadOnly<z.output<(typeof strictEntities)[Name]>>;

export type AspectRating = Entity<'AspectRating'>;
export type NumReviews = Entity<'NumReviews'>;
export type Address = Entity<'Address'>;
export type Business = Entity<'Business'>;
export type User = Entity<'User'>;
export type Image = Entity<'Image'>;
export type Review = Entity<'Review'>;
export type OriginalReview = Entity<'OriginalReview'>;
export type Comment = Entity<'Comment'>;
export type NumberedComment = Entity<'NumberedComment'>;
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
