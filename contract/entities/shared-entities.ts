/** Entities that a business and its products have in common: people, pictures, and the five aspects of a rating. */
import { z } from 'zod';
import { date, type FieldKit } from './fields.ts';

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
  return { AspectRating, User, Image };
}
