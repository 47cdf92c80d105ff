/**
 * Which reviews a sentence rests on: those that it names, as far as they have its words. See
 * docs/decisions/0135-summaries-that-can-be-checked.md for the rules.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findTerms } from '../language/terms.ts';
import { vocabularies, type Vocabulary } from '../language/vocabularies.ts';
import { MOST_GROUNDS } from './kept.ts';
import type { Claim } from './plain-sentences.ts';
import type { SentReview } from './sent-reviews.ts';

/** A review has so many of the sentence's words, or all of them where it has fewer. */
const FEWEST_SHARED = 2;
/** No review carries a sentence alone. */
const FEWEST_WITNESSES = 2;
/** Reviews whose words are found at once: a few milliseconds. */
const SLICE = 10;

/** The reviews that a sentence may rest on. */
export interface Evidence {
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
  static async of({ language, reviews, common }: Evidence): Promise<Grounds> {
    const vocabulary = vocabularies.get(language)!;
    const worded: WordedReview[] = [];
    for (const [index, review] of reviews.entries()) {
      if (index % SLICE === 0) await nextTurn();
      worded.push({ review, ...wordsOf(`${review.title}\n${review.text}`, vocabulary) });
    }
    return new Grounds(vocabulary, common, worded);
  }

  /** The reviews that carry this sentence, of those that it names; null where too few do. */
  find({ text, named }: Claim): readonly SentReview[] | null {
    const { stems, numbers } = wordsOf(text, this.#vocabulary);
    const fewest = Math.min(FEWEST_SHARED, stems.size);
    if (fewest === 0 || [...stems].some((stem) => this.#isOfOneWitness(stem))) return null;
    const carrying = this.#reviews
      .filter((_one, index) => named.includes(index + 1))
      .filter((one) => [...stems].filter((stem) => one.stems.has(stem)).length >= fewest)
      .toSorted((one, other) => other.review.helpfulness - one.review.helpfulness)
      .slice(0, MOST_GROUNDS);
    const witnesses = new Set(carrying.map(({ review }) => review.witness));
    const isKnown = (number: string) => carrying.some((one) => one.numbers.has(number));
    if (witnesses.size < FEWEST_WITNESSES || ![...numbers].every(isKnown)) return null;
    return carrying.map(({ review }) => review);
  }

  /** It may be a name, or what a review would like to advertise. */
  #isOfOneWitness(stem: string): boolean {
    const having = this.#reviews.filter((one) => one.stems.has(stem));
    return new Set(having.map(({ review }) => review.witness)).size === 1 && !this.#common.has(stem);
  }
}

function wordsOf(text: string, vocabulary: Vocabulary): Words {
  const stems = new Set<string>();
  for (const { stem } of findTerms(text, vocabulary)) if (!stem.includes('-')) stems.add(stem);
  return { stems, numbers: new Set(text.match(/\p{Nd}+/gu)) };
}
