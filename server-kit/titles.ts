/** Titles that are made of the first words of a text, for reviews that have none, and telling them from others. */
import { maskPersonalData } from './personal-data.ts';

/** In UTF-16 code units. */
const LONGEST_TITLE = 80;
/** A cut at a word leaves at least so much; without a word that ends between the two, it cuts within one. */
const SHORTEST_CUT = LONGEST_TITLE / 2;
/** Of a text, more than a title is made of: a character may be long, and a mask is shorter than what it hides. */
const BEGINNING = 500;
/** White space, and what would end a line, or turn the direction of all that follows it. */
const breaks = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;
/** Characters that nobody ends a title with. */
const openEnd = /[\s\p{Ps}\p{Pi}\p{Pd},;:،؛、，；：]{1,20}$/u;

/** The beginning of a text on one line, as shoppers see it: a cut must not show half of a phone number. */
const beginningOf = (text: string): string =>
  maskPersonalData(text.slice(0, BEGINNING)).toWellFormed().replace(breaks, ' ').trim();

/** The title that stands for a missing one; empty where the text has no visible beginning. */
export function firstWords(text: string): string {
  const beginning = beginningOf(text);
  if (beginning.length <= LONGEST_TITLE) return beginning;
  const space = beginning.lastIndexOf(' ', LONGEST_TITLE);
  const end = space >= SHORTEST_CUT ? space : (lastEnd(beginning, 'word') ?? lastEnd(beginning, 'grapheme'));
  // The last resort may end in the first half of a character.
  const cut = beginning.slice(0, end ?? LONGEST_TITLE).replace(/[\ud800-\udbff]$/, '');
  return cut.replace(openEnd, '') || cut;
}

/** Where the last word, or the last character, ends that still fits; undefined where none does. */
function lastEnd(text: string, granularity: 'word' | 'grapheme'): number | undefined {
  const ends = [...new Intl.Segmenter('und', { granularity }).segment(text)].map(({ index }) => index);
  return ends.findLast((end) => end >= SHORTEST_CUT && end <= LONGEST_TITLE);
}

/** Whether a title only says what the text says at once; other servers' titles of this kind often end with dots. */
export function repeatsText({ title, content }: { readonly title: string; readonly content: string }): boolean {
  const said = beginningOf(title).replace(/(?:\u2026|\.\.\.)$/, '');
  const text = beginningOf(content);
  return said !== '' && (said === text || (said.length >= SHORTEST_CUT && text.startsWith(said)));
}
