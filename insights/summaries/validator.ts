/**
 * Judges what a model wrote. It may have misunderstood, made things up, praised alone, or done what a review told it
 * to: nothing is kept of it but plain sentences in the language of the reviews, each resting on several of these. See
 * docs/decisions/0135-summaries-that-can-be-checked.md for the rules.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { MASK, maskPersonalData } from '../../server-kit/personal-data.ts';
import { parseJson } from '../../server-kit/network/exchange.ts';
import type { Insight } from '../kept.ts';
import { FEWEST_WARNING, findDanger, isElsewhere } from '../language/delicate.ts';
import { makeGists } from '../language/gist-maker.ts';
import { findTerms } from '../language/terms.ts';
import { vocabularies } from '../language/vocabularies.ts';
import { FEWEST_SENTENCES, isHigh, isLow, MOST_GROUNDS, type Shares } from './kept.ts';
import type { SentReview } from './sent-reviews.ts';

export const MOST_SENTENCES = 4;
/** In UTF-16 code units. */
export const SHORTEST_SENTENCE = 20;
export const LONGEST_SENTENCE = 240;

/** Of all that a model writes, in UTF-16 code units, and of the lists in it. */
const LONGEST_ANSWER = 20_000;
const MOST_LISTED = 100;
/** A review has so many of the sentence's words, or all of them where it has fewer. */
const FEWEST_SHARED = 2;
/** No review carries a sentence alone. */
const FEWEST_WITNESSES = 2;
/** Reviews whose words are found at once: a few milliseconds. */
const SLICE = 10;
/** From this share of the reviews on, at least one sentence has to be theirs. */
const SHARE_WITH_A_SAY = 0.2;

/** The reviews that a sentence may rest on. */
export interface Asked {
  /** One that has a vocabulary. */
  readonly language: string;
  /** In the order of their numbers. */
  readonly reviews: readonly SentReview[];
  /** Stems that several reviews of the shop have, in whatever product. */
  readonly common: ReadonlySet<string>;
  /** Of all reviews in that language. */
  readonly shares: Shares;
}

/** Either sentences, or why there are none, for the log. */
type Judged = { readonly sentences: readonly Insight[] } | { readonly refused: string };

export async function judge(written: string, asked: Asked): Promise<Judged> {
  const { language, shares } = asked;
  const claims = readClaims(written);
  if (!claims) return { refused: 'it is not the JSON that was asked for' };
  const spoken = await inLanguage(claims, language);
  if (!spoken) return { refused: 'it is in another language than the reviews' };
  const worded = await findWords(asked);
  const isWarning = ({ text }: Claim) => findDanger(text, language) !== null;
  const kept = spoken
    .flatMap((claim) => {
      const carrying = findGrounds(claim, asked, worded);
      const vouching = countWitnesses(carrying.filter(({ isVerified }) => isVerified));
      return carrying.length > 0 && mayStand(claim.text, language, vouching) ? [{ claim, carrying }] : [];
    })
    // A warning is not left out for want of room. Sorting keeps the order of the others.
    .toSorted((one, other) => Number(isWarning(other.claim)) - Number(isWarning(one.claim)))
    .slice(0, MOST_SENTENCES);
  if (kept.length < FEWEST_SENTENCES) return { refused: 'too few of its sentences rest on several reviews' };
  const ratings = kept.map(({ carrying }) => carrying.map(({ rating }) => rating));
  if (!isFair(shares, ratings)) return { refused: 'critical or favourable reviews have no say in it' };
  const sentences = kept.map(({ claim: { text }, carrying }) => ({
    title: null,
    text,
    grounds: carrying.map(({ id, hash }) => ({ id, hash })),
  }));
  return { sentences };
}

/** @param vouching - how many verified customers carry it: a warning needs several. */
export const mayStand = (text: string, language: string, vouching: number): boolean =>
  !isElsewhere(text, language) && (vouching >= FEWEST_WARNING || findDanger(text, language) === null);

/**
 * A summary is fair where the critical reviews have a say in it, and the favourable ones, if there are enough.
 * @param sentences - of each, the stars of the reviews that it rests on.
 */
export function isFair({ reviews, low, high }: Shares, sentences: readonly (readonly number[])[]): boolean {
  const haveASay = (count: number, is: (rating: number) => boolean): boolean =>
    count < reviews * SHARE_WITH_A_SAY ||
    // At least half: praise that names one critical review among five is not what its author said.
    sentences.some((ratings) => ratings.filter(is).length * 2 >= ratings.length);
  return haveASay(low, isLow) && haveASay(high, isHigh);
}

const countWitnesses = (reviews: readonly SentReview[]): number => new Set(reviews.map(({ witness }) => witness)).size;

/** The stems of words that mean something, and the numbers. */
interface Words {
  readonly stems: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
}

function wordsOf(text: string, language: string): Words {
  const stems = [...findTerms(text, vocabularies.get(language)!)].map(({ stem }) => stem);
  return {
    stems: new Set(stems.filter((stem) => !stem.includes('-'))),
    numbers: new Set(text.match(/\p{Nd}+/gu)),
  };
}

async function findWords({ language, reviews }: Asked): Promise<ReadonlyMap<SentReview, Words>> {
  const worded = new Map<SentReview, Words>();
  for (const [index, review] of reviews.entries()) {
    if (index % SLICE === 0) await nextTurn();
    worded.set(review, wordsOf(`${review.title}\n${review.text}`, language));
  }
  return worded;
}

/** The reviews that carry a sentence, of those that it names; none where too few do. */
function findGrounds(
  { text, named }: Claim,
  { language, reviews, common }: Asked,
  worded: ReadonlyMap<SentReview, Words>,
): readonly SentReview[] {
  const { stems, numbers } = wordsOf(text, language);
  const having = (stem: string) => reviews.filter((review) => worded.get(review)!.stems.has(stem));
  // It may be a name, or what a review would like to advertise.
  const isOfOneWitness = (stem: string) => countWitnesses(having(stem)) === 1 && !common.has(stem);
  const fewest = Math.min(FEWEST_SHARED, stems.size);
  if (fewest === 0 || [...stems].some(isOfOneWitness)) return [];
  const carrying = reviews
    .filter((_review, index) => named.includes(index + 1))
    .filter((review) => [...stems].filter((stem) => worded.get(review)!.stems.has(stem)).length >= fewest)
    .toSorted((one, other) => other.helpfulness - one.helpfulness)
    .slice(0, MOST_GROUNDS);
  const isKnown = (number: string) => carrying.some((review) => worded.get(review)!.numbers.has(number));
  return countWitnesses(carrying) >= FEWEST_WITNESSES && [...numbers].every(isKnown) ? carrying : [];
}

/** A short sentence may be in any language; what is certain to be in another one goes. Null where all of it is. */
async function inLanguage(claims: readonly Claim[], language: string): Promise<Claim[] | null> {
  const texts = [...claims.map(({ text }) => text), claims.map(({ text }) => text).join(' ')];
  const found = (await makeGists(texts.map((content) => ({ title: '', content })))).map((gist) => gist.language);
  const fits = (index: number) => found[index] === '' || found[index] === language;
  return fits(claims.length) ? claims.filter((_claim, index) => fits(index)) : null;
}

interface Claim {
  readonly text: string;
  /** The numbers of reviews that it names, as it names them. */
  readonly named: readonly unknown[];
}

const Answer = z.object({
  sentences: z.array(z.object({ text: z.string(), reviews: z.array(z.unknown()).max(MOST_LISTED) })).max(MOST_LISTED),
});

/** Null where it is not the JSON that was asked for. Some models put it into a fenced block, or think aloud before. */
export function readClaims(written: string): Claim[] | null {
  if (written.length > LONGEST_ANSWER) return null;
  const thought = written.lastIndexOf('</think>');
  const said = (thought < 0 ? written : written.slice(thought + '</think>'.length)).trim();
  const json = said.startsWith('```') ? said.slice(said.indexOf('\n') + 1, said.lastIndexOf('```')) : said;
  const { success, data } = Answer.safeParse(parseJson(json));
  if (!success) return null;
  const claims = data.sentences.map(({ text, reviews }) => ({
    text: text.replace(/\s+/g, ' ').trim(),
    named: reviews,
  }));
  return claims.filter(({ text }, index) => isPlain(text) && claims.findIndex((one) => one.text === text) === index);
}

/** Control characters, and signs that are not seen or turn the direction of the text; joiners are part of words. */
const isUnseen = /[\p{Cc}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;
const isMarkup = /[<>{}[\]`*_|\\#~^=@＠]/;
const isLink = /:\/\/|www\.|[\p{L}\p{N}][.．]\p{L}{2}/iu;
/** Nothing that reviews say of a product has so many digits, or is so long a word (see language/terms.ts). */
const isOverlong = /\p{Nd}(?:[\s().\-–/]?\p{Nd}){5}|[\p{L}\p{M}\p{N}]{41}/u;

function isPlain(text: string): boolean {
  return (
    text.length >= SHORTEST_SENTENCE &&
    text.length <= LONGEST_SENTENCE &&
    ![isUnseen, isMarkup, isLink, isOverlong].some((pattern) => pattern.test(text)) &&
    !text.includes(MASK) &&
    maskPersonalData(text) === text
  );
}
