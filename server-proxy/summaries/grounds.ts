/**
 * Which reviews a sentence rests on: those that it names, as far as they have its words. See
 * docs/decisions/0135-summaries-that-can-be-checked.md for the rules.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findTerms } from '../gists/terms.ts';
import { vocabularies, type Vocabulary } from '../gists/vocabularies.ts';
import { MOST_GROUNDS } from '../mirror/summarised.ts';
import type { Claim } from './plain-sentences.ts';
import type { SentReview } from './sent-reviews.ts';

/** A review has so many of the sentence's words, or all of them where it has fewer. */
const FEWEST_SHARED = 2;
/** No review carries a sentence alone. */
const FEWEST_AUTHORS = 2;
/** Reviews whose words are found at once: a few milliseconds. */
const SLICE = 10;

/** What a sentence may rest on. */
export interface Ground {
  readonly language: string;
  /** In the order of their numbers. */
  readonly reviews: readonly SentReview[];
  /** Stems that several reviews of the shop have, in whatever product. */
  readonly common: ReadonlySet<string>;
}

interface Words {
  /** Of those that mean something. */
  readonly stems: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
}

interface WordedReview extends Words {
  readonly review: SentReview;
}

export class Grounds {
  readonly #vocabulary: Vocabulary;
  readonly #common: ReadonlySet<string>;
  readonly #reviews: readonly WordedReview[];

  private constructor(vocabulary: Vocabulary, common: ReadonlySet<string>, reviews: readonly WordedReview[]) {
    this.#vocabulary = vocabulary;
    this.#common = common;
    this.#reviews = reviews;
  }

  /** @param language - one that has a vocabulary. */
  static async of({ language, reviews, common }: Ground): Promise<Grounds> {
    const vocabulary = vocabularies.get(language)!;
    const worded: WordedReview[] = [];
    for (const [index, review] of reviews.entries()) {
      if (index % SLICE === 0) await nextTurn();
      worded.push({ review, ...wordsOf(`${review.title}\n${review.text}`, vocabulary) });
    }
    return new Grounds(vocabulary, common, worded);
  }

  /** The reviews that carry this sentence; null where too few do. */
  find({ text, named }: Claim): readonly SentReview[] | null {
    const { stems, numbers } = wordsOf(text, this.#vocabulary);
    const fewest = Math.min(FEWEST_SHARED, stems.size);
    if (fewest === 0) return null;
    const carries = ({ stems: has }: Words) => [...stems].filter((stem) => has.has(stem)).length >= fewest;
    const isNamed = (index: number) => named.includes(index + 1);
    const owners = this.#ownersOf(stems);
    if (!owners || owners.size > MOST_GROUNDS) return null;
    const supporting = this.#reviews
      .filter((one, index) => isNamed(index) && !owners.has(one) && carries(one))
      .toSorted((one, other) => other.review.helpfulness - one.review.helpfulness);
    const chosen = [...owners, ...supporting].slice(0, MOST_GROUNDS);
    const authors = new Set(chosen.filter(carries).map(({ review }) => review.authorId));
    if (authors.size < FEWEST_AUTHORS || !chosen.some(({ review }) => isNamed(this.#indexOf(review)))) return null;
    const isKnown = (number: string) => chosen.some((one) => one.numbers.has(number));
    return [...numbers].every(isKnown) ? chosen.map(({ review }) => review) : null;
  }

  /**
   * Words that one author alone has are theirs: a sentence with one of them has to go with their review. Null where
   * such a word is nobody else's in the whole shop: it may be a name, or what a review would like to advertise.
   */
  #ownersOf(stems: ReadonlySet<string>): Set<WordedReview> | null {
    const owners = new Set<WordedReview>();
    for (const stem of stems) {
      const having = this.#reviews.filter((one) => one.stems.has(stem));
      const authors = new Set(having.map(({ review }) => review.authorId ?? review));
      if (authors.size !== 1) continue;
      if (!this.#common.has(stem)) return null;
      owners.add(having[0]!);
    }
    return owners;
  }

  #indexOf(review: SentReview): number {
    return this.#reviews.findIndex((one) => one.review === review);
  }
}

function wordsOf(text: string, vocabulary: Vocabulary): Words {
  const stems = new Set<string>();
  for (const { stem } of findTerms(text, vocabulary)) if (!stem.includes('-')) stems.add(stem);
  return { stems, numbers: new Set(text.match(/\p{Nd}+/gu)) };
}
