/**
 * The sentences of a review that can stand by themselves: whole ones, neither short nor long, without anything that is
 * masked, markup or a link. Takes a time that grows with the length of the text, which is cut.
 */
import { LONGEST_TEXT } from './terms.ts';
import { MASK, maskPersonalData } from '../../server-kit/personal-data.ts';

/** In letters, of which those of Chinese, Japanese and Korean count twice. */
const SHORTEST = 25;
const LONGEST = 160;

const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
/** Markup, addresses of pages, and characters that turn the direction of what follows. */
const isForeign = /<[/!a-z]|https?:|www\.|[\u202a-\u202e\u2066-\u2069]/i;
const hasEnd = /[.!?…。！？｡؟۔]["'”’»«)\]」』]*$/;
/** A full stop after one of these, or after an initial, ends no sentence. */
const isAbbreviated =
  /(?:^|[\s(.])(?:\p{L}|approx|incl|mrs?|ms|dr|vs|ca|bzw|ggf|evtl?|inkl|env|aprox|sra?|bijv|np|tzn)\.\s*$/iu;
/** Where somebody broke a line within a sentence. */
const wrapped = /\n(?=\p{Ll})/gu;

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string): Intl.Segmenter {
  let segmenter = segmenters.get(language);
  if (!segmenter) segmenters.set(language, (segmenter = new Intl.Segmenter(language, { granularity: 'sentence' })));
  return segmenter;
}

export function sentencesOf(content: string, language: string): string[] {
  const read = content.slice(0, LONGEST_TEXT).toWellFormed();
  const text = maskPersonalData(read)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(wrapped, ' ');
  return wholeSentences(text, language, read.length < content.length).filter(isQuotable);
}

/** A sentence ends with a mark, or with its paragraph: of a line without one, nobody can say. */
function wholeSentences(text: string, language: string, isCut: boolean): string[] {
  const whole: string[] = [];
  let sentence = '';
  let hasStart = true;
  for (const { segment, index } of segmenterOf(language).segment(text)) {
    sentence += segment;
    const end = index + segment.length;
    const isLast = end === text.length;
    if (!isLast && isAbbreviated.test(segment) && !segment.endsWith('\n')) continue;
    const trimmed = sentence.trim();
    sentence = '';
    const ends = trimmed === '' || (isLast ? !isCut : hasEnd.test(trimmed) || text[end] === '\n');
    if (trimmed && hasStart && ends) whole.push(trimmed);
    hasStart = ends;
  }
  return whole;
}

function isQuotable(sentence: string): boolean {
  const length = sentence.length + (sentence.match(wide)?.length ?? 0);
  return length >= SHORTEST && length <= LONGEST && !sentence.includes(MASK) && !isForeign.test(sentence);
}
