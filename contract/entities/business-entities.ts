/** A business, and what is said of it and to it. */
import { z } from 'zod';
import { date, type FieldKit } from './fields.ts';
import { readLabel, readVerifiedOfShop } from './loose-shapes.ts';
import { besideWords, type SharedEntities } from './shared-entities.ts';

const starCountTypes = ['total', 'fiveStars', 'fourStars', 'threeStars', 'twoStars', 'oneStar'] as const;

export function businessEntities(kit: FieldKit, { AspectRating, User }: SharedEntities) {
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
  const Answer = kit.object({
    id: kit.id,
    content: kit.text,
    ...date('created', 'optional'),
    num_votes: kit.integer,
    author: kit.optional(User),
  });
  const Question = kit.object({
    id: kit.id,
    business: kit.text,
    content: kit.text,
    ...date('created', 'required'),
    num_answers: kit.integer,
    slug: kit.text,
    sum_votes: kit.integer,
    answers: kit.list(Answer),
    author: kit.optional(User),
  });
  return { NumReviews, Address, Business, Answer, Question };
}

export function reviewEntities(kit: FieldKit, shared: SharedEntities) {
  const { AspectRating, User, Image } = shared;
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
    ...date('created', 'required'),
    ...date('published', 'published'),
    ...date('edited', 'optional'),
    removedRFC: kit.optionalText,
    source: kit.optionalText,
    datasource: kit.optionalText,
    labels: kit.list(kit.loose(readLabel, z.string())),
    author: kit.optional(User),
  };
  /** The earlier text of an updated review; that has no original of its own. */
  const OriginalReview = kit.object(reviewFields);
  const Review = kit.loose(
    readVerifiedOfShop,
    kit.object({
      ...reviewFields,
      ...besideWords(kit, shared),
      updated_for: kit.optional(OriginalReview),
    }),
  );
  const comment = {
    reviewNo: kit.id,
    content: kit.text,
    num_votes: kit.integer,
    activated: kit.boolean,
    ...date('created', 'required'),
    ...date('modified', 'optional'),
    ...date('published', 'published'),
    datasource: kit.optionalText,
    author: kit.optional(User),
  };
  const Message = kit.object({
    subject: kit.text,
    body: kit.text,
    review: kit.optional(Review),
    ...date('created', 'required'),
    recipient: kit.optional(User),
    sender: kit.optional(User),
  });
  return {
    OriginalReview,
    Review,
    Comment: kit.object(comment),
    /** The API does not number comments; a listing of changes has to. */
    NumberedComment: kit.object({ id: kit.id, ...comment }),
    Message,
  };
}
