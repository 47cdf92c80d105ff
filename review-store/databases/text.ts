/**
 * Text as the words that a search finds it by. The words that both databases index are made here; neither splits text
 * by itself, since they would find different things in "e-mail", "19.90" or "茶葉".
 *
 * A word is a run of letters and digits, in lower case and without diacritics. Scripts without spaces between words are
 * split into single characters and pairs of neighbours, so that any part of a run is found. Emoji are words.
 */
import { normalize } from '../../contract/normal-form.ts';

/** In UTF-16 code units; the rest of a text is not searched. PostgreSQL indexes at most 1 MB of words for a row. */
const MAX_TEXT_LENGTH = 50_000;
/** Longer words are cut: two that are the same so far are near enough. */
const MAX_WORD_LENGTH = 64;

/** Accents and vowel points that people leave out when they type: Latin, Greek, Cyrillic, Hebrew, Arabic. */
const diacritics = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/g;

/** Letters that people type as others, and that Unicode takes for letters of their own. */
const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ς: 'σ',
};

const scripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const ofScripts = scripts.map((name) => String.raw`\p{sc=${name}}`).join('');
const unspaced = String.raw`[[${ofScripts}ー]&&[\p{L}\p{M}\p{N}]]`;
const word = new RegExp(
  String.raw`(?<unspaced>${unspaced}+)|[[\p{L}\p{M}\p{N}]--${unspaced}]+|\p{Extended_Pictographic}`,
  'gv',
);

/** ASCII. */
const plain = /^[\0-\x7f]*$/;

function fold(text: string): string {
  const letters = normalize(text.slice(0, MAX_TEXT_LENGTH), 'NFKD').replace(diacritics, '');
  return normalize(letters, 'NFC')
    .toLowerCase()
    .replace(/[ßæœøđłıþς]/g, (letter) => spellings[letter]!)
    .slice(0, MAX_TEXT_LENGTH);
}

/**
 * The words of a row, each once, with spaces between them. One of them is the business, written with a character that
 * no text can bring into a word: so one business's words never lead through the rows of another.
 */
export function searchText(businessId: number, ...texts: readonly (string | null)[]): string {
  const words = new Set([businessWord(businessId)]);
  const text = texts.filter(Boolean).join('\n');
  // Most texts are plain, and in these nothing has to be folded.
  if (plain.test(text)) {
    for (const run of text
      .slice(0, MAX_TEXT_LENGTH)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [])
      words.add(cut(run));
    return [...words].join(' ');
  }
  for (const [run, { unspaced }] of runs(text)) {
    if (unspaced === undefined) words.add(cut(run));
    else for (const part of [...run, ...pairs(unspaced)]) words.add(part);
  }
  return [...words].join(' ');
}

export interface SearchTerms {
  /** All of these must be there. */
  readonly words: readonly string[];
  /** The last word, which may be unfinished: people search while they type. Null if nothing can follow it. */
  readonly prefix: string | null;
}

/** The terms of a search; null if the text contains no word, and so matches nothing. */
export function searchTerms(businessId: number, query: string): SearchTerms | null {
  const words: string[] = [];
  let prefix: string | null = null;
  for (const [run, { unspaced }] of runs(query)) {
    if (prefix !== null) words.push(prefix);
    prefix = unspaced === undefined && run.length > 1 ? cut(run) : null;
    if (prefix !== null) continue;
    const parts = unspaced === undefined ? [run] : pairs(unspaced);
    words.push(...(parts.length > 0 ? parts : [run]));
  }
  if (words.length === 0 && prefix === null) return null;
  return { words: [...new Set([businessWord(businessId), ...words])], prefix };
}

function* runs(text: string): Generator<[string, { unspaced?: string }]> {
  for (const match of fold(text).matchAll(word)) yield [match[0], match.groups ?? {}];
}

/** For private use: neither letter, mark, digit nor emoji. */
const businessWord = (businessId: number): string => `\u{e000}${businessId}`;

function pairs(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

const cut = (text: string): string =>
  text.length <= MAX_WORD_LENGTH ? text : [...text].slice(0, MAX_WORD_LENGTH).join('');
