/** Parts that a business and its products share: people, pictures, ratings, facts beside the words of reviews. */
import { z } from 'zod';
import { date, type FieldKit } from './fields.ts';
import { readNameAndValue } from './loose-shapes.ts';

export const aspects = ['overall', 'service', 'value', 'shipping', 'returns', 'quality'] as const;
export type Aspect = (typeof aspects)[number];

export type SharedEntities = ReturnType<typeof sharedEntities>;

export function sharedEntities(kit: FieldKit) {
  const AspectRating = kit.object({ type: z.enum(aspects), rating: kit.rating });
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
  const Image = kit.object({
    id: kit.optionalInteger,
    caption: kit.text,
    original: kit.text,
    normal: kit.text,
    large: kit.text,
    small: kit.text,
    ...date('created', 'optional'),
  });
  const ReviewAttribute = kit.loose(readNameAndValue, z.object({ name: z.string(), value: z.string() }));
  return { AspectRating, User, Image, ReviewAttribute };
}

/** The facts beside the words of a review of either kind. */
export const besideWords = (kit: FieldKit, { ReviewAttribute }: Pick<SharedEntities, 'ReviewAttribute'>) => ({
  user_location: kit.optionalText,
  attributes: kit.list(ReviewAttribute),
  /** Null where the API does not say; the glossary has the definition. */
  verified: kit.optionalBoolean,
  incentivised: kit.optionalBoolean,
  /** The program that collected it elsewhere, as people know it. */
  collected_by: kit.optionalText,
});
