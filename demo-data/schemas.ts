/** Schemas of the files of the demo's data. */
import { z } from 'zod';
import { business, product, profile, rating, reviewImage } from './types.ts';

const lines = z.array(z.string().min(1));
const images = z.array(reviewImage);
const written = z.strictObject({ rating, title: z.string(), text: z.string() });

const language = z.enum(['en', 'de', 'fr', 'es', 'ja', 'it', 'nl', 'ar', 'he']);
export type Language = z.infer<typeof language>;

/** A review written by hand from end to end. Each is used once. */
const wholeReview = written.extend({
  /** Only for this product of the kind; without it, for any. */
  sku: z.string().optional(),
  /** The language of its author: `en` when left out. */
  language: language.optional(),
});
export type WholeReview = z.infer<typeof wholeReview>;

/**
 * Sentences of shoppers about one kind of product, each of which stands by itself. A composed review takes at most one
 * line of each topic, so lines of one topic may contradict each other and lines of two topics may not.
 */
const kindTexts = z.strictObject({
  /** The products of the kind; none for what is said about the shop. */
  skus: z.array(z.string()),
  whole: z.array(wholeReview),
  /** A few words each; the happy ones are paired up. */
  brief: z.strictObject({ happy: lines, fair: lines, unhappy: lines }),
  titles: z.strictObject({ 5: lines, 4: lines, 3: lines, low: lines }),
  openings: lines,
  topics: z.record(z.string(), lines),
  /** Lines on the looks of one product of the kind, by sku. */
  looks: z.record(z.string(), lines),
  /** The one thing that cost the fifth star. */
  gripes: lines,
  /** Neither here nor there: three stars. */
  mixed: lines,
  /** A grievance told in full, for one or two stars: `title | text`. */
  troubles: lines,
  closings: z.strictObject({ happy: lines, fair: lines, unhappy: lines }),
});
export type KindTexts = z.infer<typeof kindTexts>;

export const kinds = z.record(z.string(), kindTexts);

export const products = z.strictObject({
  /** The newest reviews of DEMO-001, by title, newest first, some with the photos that go with them. */
  front: z.array(z.strictObject({ title: z.string(), images: images.optional() })),
  /** Reviews that the shop's moderators took down, one a product. */
  removed: z.array(wholeReview.required({ sku: true })),
});

/** Sentences of customers about the shop itself: delivery, packaging, service, returns. */
export const shop = z.strictObject({
  texts: kindTexts,
  tips: lines,
  /** Reviews that were written on other sites. */
  elsewhere: z.array(written),
  /** Reviews whose authors came back: the first text and the new one. */
  updated: z.array(z.strictObject({ before: written, after: written })),
  /** The shop's moderators took these down. */
  removed: z.array(written),
  /** Markup where a shop's page would show it. */
  markup: written,
  /** The newest reviews, by title, newest first. */
  front: lines,
  photosByTitle: z.record(z.string(), images),
  labels: lines,
});

/** Answers of the shop's staff below a review of the shop. */
export const replies = z.strictObject({
  happy: lines,
  fair: lines,
  unhappy: lines,
  /** Answers to what went wrong. */
  byTrouble: z.record(z.string(), lines),
  /** Answers to single reviews. */
  byTitle: z.record(z.string(), z.string()),
  /** Second comments, still drafts. */
  drafts: lines,
});

const question = z.strictObject({
  text: z.string(),
  /** Each with who wrote it: somebody of the shop, or another customer. */
  answers: z.array(z.tuple([z.enum(['maren', 'tomas', 'ines', 'customer']), z.string()])),
  /** Left out: published. */
  state: z.enum(['pending', 'removed']).optional(),
});
export type QuestionText = z.infer<typeof question>;

export const questions = z.strictObject({
  products: z.array(question.extend({ sku: z.string() })),
  shop: z.array(question),
});

/** First names and home towns that go together, and the language its people review in. */
const culture = z.strictObject({
  language,
  /** How much of the shop's custom comes from here. */
  weight: z.number().int().positive(),
  firstNames: lines,
  lastInitials: z.string(),
  places: lines,
});
export type Culture = z.infer<typeof culture>;

const name = { key: z.string(), username: z.string(), firstName: z.string(), lastInitial: z.string() };
const person = z.strictObject({ ...name, email: z.string() });

export const people = z.strictObject({
  cultures: z.array(culture),
  /** Those who answer questions and comment on reviews for the shop. */
  staff: z.array(person),
});

const hardCase = written.extend({
  /** Counted from the newest review of DEMO-001: past the first page, and not next to each other. */
  position: z.number().int(),
  author: person.extend({ location: z.string(), numHelpfulVotes: z.number() }).optional(),
  language: language.optional(),
  images: images.optional(),
});
export type HardCase = z.infer<typeof hardCase>;

export const hard = z.strictObject({
  /** An image of a review whose picture does not exist, as happens when uploads are lost: it has no file. */
  missingImage: z.string(),
  /** The one text with an e-mail address and a phone number in it: shoppers must be shown both masked. */
  plantedEmail: z.email(),
  plantedPhone: z.string(),
  /** Exactly 60 characters without a place to break. */
  unbreakableWord: z.string().length(60),
  /** Texts that are hard on lists, spread over the reviews of DEMO-001. */
  cases: z.array(hardCase),
});

export const catalogue = z.strictObject({
  shop: profile.extend({ tagline: z.string() }),
  currency: z.string(),
  /** Questions to reviewers besides the stars: the options of each. */
  attributes: z.record(z.string(), lines),
  /** Texts of the shop's pages about them. */
  categories: z.record(z.string(), z.strictObject({ heading: z.string(), intro: z.string() })),
  products: z.array(
    product.extend({
      attributes: z.array(z.string()),
      plan: z.strictObject({
        /** Days after the opening on which it came; null for what has just come. */
        launchDay: z.number().nullable(),
        /** How many it has, removed ones included: 1,200 in all. */
        reviews: z.number(),
        /** How many of a hundred reviews have 5, 4, 3, 2 and 1 stars. */
        stars: z.array(z.number()).length(5),
      }),
    }),
  ),
});

/** A second business, whose data nobody of the first may touch. */
export const otherStore = business;

/** Words of customers under each of their photos of a product, by the name of its file; some have none. */
export const captions = z.record(z.string(), z.record(z.string(), z.array(z.string())));
