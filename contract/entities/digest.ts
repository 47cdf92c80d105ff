/**
 * The proxy's additions to reviews: the language of each, and the digest of a product's, which an element shows above
 * them and offers to narrow them by.
 */
import { z } from 'zod';
import { strictEntities as is, type ReadOnly } from './entities.ts';
import { extended } from './fields.ts';
import { strictTransparency } from './transparency.ts';

const count = z.int().min(0);

/** Only ever true: the title is the beginning of the text, so that pages show the text alone. */
const repeating = { title_repeats: z.literal(true).optional() };
/** A primary subtag such as `en`, as the proxy has found out; null where that is unknown. */
const shown = { language: z.string().nullable(), ...repeating };

export const ShownReview = extended(is.Review, shown);
export const ShownProductReview = extended(is.ProductReview, shown);

/** Only ever true: the business itself wrote it. */
export const byBusiness = { by_business: z.literal(true).optional() };

const OptionCount = z.strictObject({ value: z.string(), count });

const Scale = z.strictObject({
  name: z.string(),
  /** `two`: the best is in the middle, as with “too small … too large”. `one`: the last option is the most. */
  ends: z.enum(['two', 'one']),
  /** In their order, those that nobody chose among them. */
  options: z.array(OptionCount),
  /** Where the answers lie on average: 0 is the first option, 1 the last. */
  mean: z.number().min(0).max(1),
  /** How many answers there are. */
  count,
});

const Mention = z.strictObject({
  /** For the parameter `mention`. */
  key: z.string(),
  language: z.string(),
  /** As most reviewers write it: a word, or two that stand side by side. */
  words: z.string(),
  /** All the ways in which it is written, in lower case, most first. An element marks these in texts. */
  forms: z.array(z.string()).min(1).max(12),
  /** How many reviews mention it, and how many of these have one or two stars. */
  count,
  low: count,
});

/** A sentence of a review, word for word. */
const Quote = z.strictObject({
  review_id: z.int(),
  text: z.string(),
  language: z.string(),
  /** The stars of its review. */
  rating: z.int().min(1).max(5),
  /** The key of the mention that it stands for. */
  mention: z.string(),
  /** Where in the text that is: from one place up to another, in UTF-16 code units. */
  marked: z.tuple([count, count]),
});

const SummarySentence = z.strictObject({
  text: z.string().min(1),
  /** The published reviews that it rests on, those first that more shoppers found helpful. */
  review_ids: z.array(z.int()).min(1).max(5),
});

/** A language model's summary of reviews in one language: nothing in it that no review says. */
const Summary = z.strictObject({
  language: z.string(),
  /** How many reviews the model has read. */
  reviews: z.int().positive(),
  sentences: z.array(SummarySentence).min(2).max(4),
});

/** Of all published reviews of a product or an item group, whatever the list beside it is narrowed by. */
export const Digest = z.strictObject({
  /** How many reviews have so many stars. */
  ratings: z.strictObject({ 1: count, 2: count, 3: count, 4: count, 5: count }),
  /** How many are of verified buyers; `verified=1` lists them. */
  verified: count,
  /** How many have photos; `only_photos=1` lists them. */
  photos: count,
  /** How many photos these have, each counted once. */
  pictures: count,
  /** Most first; `languages=en` lists them. Reviews in an unknown language are not here. */
  languages: z.array(z.strictObject({ language: z.string(), count })),
  /**
   * Into which languages the proxy translates these reviews (`getTranslation`), by the language that they are
   * in. Absent where it translates none.
   */
  translates: z.record(z.string(), z.array(z.string()).min(1)).optional(),
  /** The reviewers' choices, without an order and most first; `with=Name:Option` lists them. */
  attributes: z.array(z.strictObject({ name: z.string(), options: z.array(OptionCount).max(20) })),
  /** The reviewers' choices on scales, which the shop has set. */
  scales: z.array(Scale),
  /** How many would recommend the product, of those who said so; null where nobody was asked. */
  recommended: z.strictObject({ yes: count, count }).nullable(),
  /** Words that reviews of this product mention more than others of the shop; most first. */
  mentions: z.array(Mention).max(12),
  /** Sentences of reviewers about the first of these; at most 3 a language, each of another review and author. */
  quotes: z.array(Quote).max(30),
  /**
   * Summaries by the operator's language model, at most one a language; the language that most is said in comes first.
   * Absent where the operator runs none, or it has written none of them.
   */
  summaries: z.array(Summary).max(10).optional(),
  /** The most helpful review with 4 or 5 stars, and the one with 1 to 3; null where too few have voted. */
  favourable: ShownProductReview.nullable(),
  critical: ShownProductReview.nullable(),
  /** As `getTransparency` says it; null where that is unknown, and of item groups. */
  transparency: strictTransparency.Transparency.nullable(),
});

export type ShownReview = ReadOnly<z.output<typeof ShownReview>>;
export type ShownProductReview = ReadOnly<z.output<typeof ShownProductReview>>;
export type ByBusiness = Readonly<z.output<z.ZodObject<typeof byBusiness>>>;
export type Repeating = Pick<ShownReview, 'title_repeats'>;
export type Digest = ReadOnly<z.output<typeof Digest>>;
export type OptionCount = ReadOnly<z.output<typeof OptionCount>>;
export type AttributeCounts = Digest['attributes'][number];
export type Scale = ReadOnly<z.output<typeof Scale>>;
export type Mention = ReadOnly<z.output<typeof Mention>>;
export type Quote = ReadOnly<z.output<typeof Quote>>;
export type Summary = ReadOnly<z.output<typeof Summary>>;
export type SummarySentence = ReadOnly<z.output<typeof SummarySentence>>;
