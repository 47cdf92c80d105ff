/**
 * What the proxy says of reviews beside what the API says of them: the language of each, and what those of a product
 * say taken together, which an element shows above them and offers to narrow them by. Types only; `shopper-answers.ts`
 * has the schemas.
 */
import type { ProductReview, Review } from './entities.ts';
import type { Transparency } from './transparency.ts';

/** Only ever true: the title is the beginning of the text, so that whoever shows both shows the text alone. */
export interface Repeating {
  readonly title_repeats?: true | undefined;
}

/** Only ever true: the business itself wrote it. */
export interface ByBusiness {
  readonly by_business?: true | undefined;
}

interface Shown extends Repeating {
  /** A primary subtag such as `en`, as the proxy has found out; null where that is unknown. */
  readonly language: string | null;
}

export type ShownReview = Review & Shown;
export type ShownProductReview = ProductReview & Shown;

/** Of all published reviews of a product or an item group, whatever the list beside it is narrowed by. */
export interface Digest {
  /** How many reviews have so many stars. */
  readonly ratings: Readonly<Record<1 | 2 | 3 | 4 | 5, number>>;
  /** How many are of verified buyers; `verified=1` lists them. */
  readonly verified: number;
  /** How many have photos; `only_photos=1` lists them. */
  readonly photos: number;
  /** How many photos these have, each counted once. */
  readonly pictures: number;
  /** Most first; `languages=en` lists them. Reviews in an unknown language are not here. */
  readonly languages: readonly { readonly language: string; readonly count: number }[];
  /**
   * Into which languages the proxy translates these reviews (`getTranslation`), by the language that they are
   * in. Absent where it translates none.
   */
  readonly translates?: Readonly<Record<string, readonly string[]>> | undefined;
  /** What reviewers chose, without an order; `with=Name:Option` lists them. */
  readonly attributes: readonly AttributeCounts[];
  /** What reviewers chose on scales, which the shop has set. */
  readonly scales: readonly Scale[];
  /** How many would recommend the product, of those who said so; null where nobody was asked. */
  readonly recommended: { readonly yes: number; readonly count: number } | null;
  /** What reviews of this product speak of more than others of the shop; most first, at most 12. */
  readonly mentions: readonly Mention[];
  /** What reviewers wrote of the first of these; at most 3 a language, each of another review and another author. */
  readonly quotes: readonly Quote[];
  /**
   * What a language model of the operator's wrote of these reviews, at most one a language; the language that most is
   * said in comes first. Absent where the operator runs none, or it has written none of them.
   */
  readonly summaries?: readonly Summary[] | undefined;
  /** The most helpful review with 4 or 5 stars, and the one with 1 to 3; null where too few have voted. */
  readonly favourable: ShownProductReview | null;
  readonly critical: ShownProductReview | null;
  /** As `getTransparency` says it; null where that is unknown, and of item groups. */
  readonly transparency: Transparency | null;
}

export interface OptionCount {
  readonly value: string;
  readonly count: number;
}

export interface AttributeCounts {
  readonly name: string;
  /** Most first; at most 20. */
  readonly options: readonly OptionCount[];
}

export interface Scale {
  readonly name: string;
  /** `two`: the best is in the middle, as with “too small … too large”. `one`: the last option is the most. */
  readonly ends: 'two' | 'one';
  /** In their order, those that nobody chose among them. */
  readonly options: readonly OptionCount[];
  /** Where the answers lie on average: 0 is the first option, 1 the last. */
  readonly mean: number;
  /** How many answers there are. */
  readonly count: number;
}

export interface Mention {
  /** For the parameter `mention`. */
  readonly key: string;
  readonly language: string;
  /** As most reviewers write it: a word, or two that stand side by side. */
  readonly words: string;
  /** All the ways in which it is written, in lower case, most first; at most 12. An element marks these in texts. */
  readonly forms: readonly string[];
  /** How many reviews mention it, and how many of these have one or two stars. */
  readonly count: number;
  readonly low: number;
}

/** A sentence of a review, word for word. */
export interface Quote {
  readonly review_id: number;
  readonly text: string;
  readonly language: string;
  /** The stars of its review. */
  readonly rating: number;
  /** The key of the mention that it stands for. */
  readonly mention: string;
  /** Where in the text that is: from one place up to another, in UTF-16 code units. */
  readonly marked: readonly [start: number, end: number];
}

/** What a language model wrote of reviews in one language: nothing in it that no review says. */
export interface Summary {
  readonly language: string;
  /** How many reviews the model has read. */
  readonly reviews: number;
  /** 2 to 4. */
  readonly sentences: readonly SummarySentence[];
}

export interface SummarySentence {
  readonly text: string;
  /** The published reviews that it rests on: at most 5, those first that more shoppers found helpful. */
  readonly review_ids: readonly number[];
}
