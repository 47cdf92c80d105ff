/**
 * The subjects of a product's reviews: words, and pairs of words, that more of them have than one would expect from
 * the other reviews of the shop. How surely, is the log-likelihood ratio (T. Dunning, Accurate Methods for the
 * Statistics of Surprise and Coincidence, 1993), which also holds for rare words.
 */
import type { Mention } from '../../contract/entities/digest.ts';
import { shownForm } from '../language/terms.ts';
import type { TermCounts } from './term-counts.ts';

const MOST_MENTIONS = 12;
const MOST_FORMS = 12;
/** So many people at least must have said it, or nobody is quoted. */
const FEWEST_WITNESSES = 3;
/** The fewest reviews that must have it, of so many: 3 of 36, 10 of 400, 50 of 10,000. */
const fewestOf = (reviews: number): number => Math.max(FEWEST_WITNESSES, Math.ceil(Math.sqrt(reviews) / 2));
/** Chance alone exceeds this once in a hundred times (chi-squared, one degree of freedom). */
const SURE = 6.63;
/** With fewer other reviews in that language there is nothing to compare with: what is said most comes first. */
const FEWEST_OTHERS = 30;
/** A pair takes the place of its words where so large a share of them is in it. */
const SHARE_OF_PAIR = 0.7;
/** A word that so many of the reviews have says nothing about some of them. */
const EVERYWHERE = 0.6;

interface Tally {
  reviews: number;
  low: number;
  /** The first witnesses, up to three different ones. */
  readonly witnesses: string[];
}

interface CommonTerm extends Tally {
  readonly stem: string;
  readonly forms: readonly (readonly [form: string, reviews: number])[];
}

interface Candidate extends CommonTerm {
  readonly sureness: number;
}

export interface Findings {
  /** At most 12, most first. */
  readonly mentions: readonly Mention[];
  /** The stems of single words that enough reviewers use, by language. */
  readonly frequent: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Counts the terms of the reviews of a product, one review after the other. */
export class Terms {
  /** By language, by term: its stem and one of its forms. */
  readonly #languages = new Map<string, { reviews: number; terms: Map<string, Tally> }>();

  add({ language, terms }: { language: string; terms: string }, isLow: boolean, witness: string): void {
    if (terms === '') return;
    let one = this.#languages.get(language);
    if (!one) this.#languages.set(language, (one = { reviews: 0, terms: new Map() }));
    one.reviews += 1;
    const known = one.terms;
    // Between the spaces at both ends.
    for (let start = 1; start < terms.length;) {
      const end = terms.indexOf(' ', start);
      const term = terms.slice(start, end);
      start = end + 1;
      const tally = known.get(term);
      if (tally === undefined) known.set(term, { reviews: 1, low: isLow ? 1 : 0, witnesses: [witness] });
      else {
        tally.reviews += 1;
        if (isLow) tally.low += 1;
        if (tally.witnesses.length < FEWEST_WITNESSES && !tally.witnesses.includes(witness))
          tally.witnesses.push(witness);
      }
    }
  }

  get languages(): string[] {
    return [...this.#languages.keys()];
  }

  /**
   * @param shop - counts of all reviews of the shop, these among them.
   * @param named - words that name the product, in lower case: to speak of them says nothing.
   */
  findings(shop: ReadonlyMap<string, TermCounts>, named: ReadonlySet<string>): Findings {
    const frequent = new Map<string, ReadonlySet<string>>();
    const found = [...this.#languages].flatMap(([language, { reviews, terms }]) => {
      const common = commonTerms(terms, reviews, named);
      frequent.set(language, new Set(common.map(({ stem }) => stem).filter((stem) => !isPair(stem))));
      return withoutParts(candidates(common, reviews, shop.get(language))).map((candidate) => ({
        language,
        candidate,
      }));
    });
    const mentions = found
      .toSorted((one, other) => byStrength(one.candidate, other.candidate))
      .slice(0, MOST_MENTIONS)
      .map(({ language, candidate }) => toMention(language, candidate))
      .toSorted((one, other) => other.count - one.count || compare(one.key, other.key));
    return { mentions, frequent };
  }
}

interface Named {
  readonly title: string | null;
  readonly brand: string | null;
  /** JSON array. */
  readonly categories: string;
}

/** The words of titles, brands and categories, in lower case. */
export function namesOf(products: readonly Named[]): Set<string> {
  const names = products.flatMap(({ title, brand, categories }) => [
    title ?? '',
    brand ?? '',
    ...(JSON.parse(categories) as string[]),
  ]);
  return new Set(names.flatMap((name) => name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []));
}

const byStrength = (one: Candidate, other: Candidate): number =>
  other.sureness - one.sureness || other.reviews - one.reviews || compare(one.stem, other.stem);

/** The terms that enough people use, without the name of the product. */
function commonTerms(
  terms: ReadonlyMap<string, Tally>,
  reviews: number,
  named: ReadonlySet<string>,
): readonly CommonTerm[] {
  const fewest = fewestOf(reviews);
  return byStem(terms).flatMap(([stem, { tally, forms }]) =>
    tally.reviews >= fewest && tally.witnesses.length >= FEWEST_WITNESSES && !isNamed(forms, named)
      ? [{ ...tally, stem, forms }]
      : [],
  );
}

function candidates(common: readonly CommonTerm[], reviews: number, shop: TermCounts | undefined): Candidate[] {
  const others = Math.max(0, (shop?.reviews ?? 0) - reviews);
  const canCompare = others >= FEWEST_OTHERS;
  return common.flatMap((term): Candidate[] => {
    if (!canCompare) return term.reviews > reviews * EVERYWHERE ? [] : [{ ...term, sureness: term.reviews }];
    const elsewhere = Math.max(0, (shop?.counts.get(term.stem) ?? 0) - term.reviews);
    const sureness = logLikelihoodRatio(term.reviews, reviews, Math.min(elsewhere, others), others);
    return sureness < SURE || term.reviews / reviews <= elsewhere / others ? [] : [{ ...term, sureness }];
  });
}

const isPair = (stem: string): boolean => stem.includes('-');

/** Puts the forms of each stem together. */
function byStem(terms: ReadonlyMap<string, Tally>): [string, { tally: Tally; forms: [string, number][] }][] {
  const stems = new Map<string, { tally: Tally; forms: [string, number][] }>();
  for (const [term, tally] of terms) {
    const colon = term.indexOf(':');
    const stem = term.slice(0, colon);
    const form: [string, number] = [term.slice(colon + 1), tally.reviews];
    const known = stems.get(stem);
    if (!known) stems.set(stem, { tally: { ...tally, witnesses: [...tally.witnesses] }, forms: [form] });
    else {
      known.forms.push(form);
      known.tally.reviews += tally.reviews;
      known.tally.low += tally.low;
      for (const witness of tally.witnesses) {
        const { witnesses } = known.tally;
        if (witnesses.length < FEWEST_WITNESSES && !witnesses.includes(witness)) witnesses.push(witness);
      }
    }
  }
  return [...stems];
}

/** All words of it are in the name of the product, as it is written there. */
const isNamed = (forms: readonly (readonly [string, number])[], named: ReadonlySet<string>): boolean =>
  forms.some(([form]) => form.split('_').every((word) => named.has(word.toLowerCase())));

/** How surely two shares differ: of `of` reviews here and `ofOthers` elsewhere, so many have it. */
function logLikelihoodRatio(have: number, of: number, othersHave: number, ofOthers: number): number {
  const expected = (have + othersHave) / (of + ofOthers);
  const sum = (count: number, total: number): number =>
    xLogX(count, total * expected) + xLogX(total - count, total * (1 - expected));
  return 2 * (sum(have, of) + sum(othersHave, ofOthers));
}

const xLogX = (count: number, expected: number): number => (count === 0 ? 0 : count * Math.log(count / expected));

/** A pair takes the place of words that are mostly said in it; where none is, the words stay and the pair goes. */
function withoutParts(all: readonly Candidate[]): Candidate[] {
  const words = new Map(all.filter(({ stem }) => !isPair(stem)).map((word) => [word.stem, word]));
  const dropped = new Set<string>();
  const inPair = new Set<string>();
  for (const pair of all.filter(({ stem }) => isPair(stem)).toSorted(byStrength)) {
    const parts = pair.stem.split('-');
    const inside = parts.filter((part) => pair.reviews >= (words.get(part)?.reviews ?? 0) * SHARE_OF_PAIR);
    if (inside.length === 0 || parts.some((part) => inPair.has(part))) dropped.add(pair.stem);
    else for (const part of parts) inPair.add(part);
    if (!dropped.has(pair.stem)) for (const part of inside) dropped.add(part);
  }
  return all.filter(({ stem }) => !dropped.has(stem));
}

function toMention(language: string, { stem, forms, reviews, low }: Candidate): Mention {
  const byCount = forms.toSorted(([one, times], [other, more]) => more - times || compare(one, other));
  return {
    key: `${language}.${stem}`,
    language,
    words: inSentence(shownForm(byCount[0]![0]), language),
    forms: [...new Set(byCount.map(([form]) => shownForm(form).toLowerCase()))].slice(0, MOST_FORMS),
    count: reviews,
    low,
  };
}

/** As within a sentence: nouns are capitalised in German alone. */
const inSentence = (words: string, language: string): string => (language === 'de' ? words : words.toLowerCase());

/** The same order everywhere, whatever language the machine is set to. */
export const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
