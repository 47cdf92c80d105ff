/** The sentences in what a model wrote, as far as they are such that a shop may show them. */
import { z } from 'zod';
import { MASK, maskPersonalData } from '../../server-kit/personal-data.ts';
import { parseJson } from '../../server-kit/network/exchange.ts';

export const MOST_SENTENCES = 4;
/** In UTF-16 code units. */
export const SHORTEST_SENTENCE = 20;
export const LONGEST_SENTENCE = 240;

/** Of all that a model writes, in UTF-16 code units, and of the lists in it. */
const LONGEST_ANSWER = 20_000;
const MOST_LISTED = 100;

export interface Claim {
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
