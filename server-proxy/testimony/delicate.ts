/**
 * What is not said together as other things are. A sentence about other shops or about prices is an advert, or out of
 * date. One about danger (an injury, a fire, an allergy) must neither be made up nor be left out. The words are in
 * delicate-words.json: each begins a word of the text, or is all of it where it ends with `$`.
 */
import words from './delicate-words.json' with { type: 'json' };

/** Languages that write without spaces: a word may begin anywhere. */
const unspaced: ReadonlySet<string> = new Set(['ja']);
const price = /[€$£¥₹₩]\s?\p{Nd}|\p{Nd}\s?(?:[€£¥₹₩]|\b(?:eur|usd|gbp|pln|zł|r\$)(?![\p{L}]))/iu;
/** The name of a site. A full stop without a space after it is rare otherwise. */
const site = /[\p{L}\p{N}][.．]\p{L}{2}/u;

type Kind = keyof typeof words;
const patterns = new Map<string, RegExp>();

function patternOf(kind: Kind, language: string): RegExp | null {
  const key = `${kind} ${language}`;
  const listed = new Map<string, readonly string[]>(Object.entries(words[kind])).get(language);
  if (!listed) return null;
  let pattern = patterns.get(key);
  if (!pattern) {
    const any = listed.map((word) => word.replace(/\$$/, '(?![\\p{L}\\p{M}])').replaceAll(' ', '\\s+')).join('|');
    const begin = unspaced.has(language) ? '' : '(?<![\\p{L}\\p{M}])';
    patterns.set(key, (pattern = new RegExp(`${begin}(?:${any})`, 'iu')));
  }
  return pattern;
}

/** About other shops, or what something costs. */
export const isElsewhere = (text: string, language: string): boolean =>
  price.test(text) || site.test(text) || (patternOf('elsewhere', language)?.test(text) ?? false);

/** Where in a text it speaks of danger; null where it does not. */
export function findDanger(text: string, language: string): readonly [start: number, end: number] | null {
  const found = patternOf('danger', language)?.exec(text);
  return found ? [found.index, found.index + found[0].length] : null;
}

/** So many verified customers must say that something is dangerous. */
export const FEWEST_WARNING = 2;
