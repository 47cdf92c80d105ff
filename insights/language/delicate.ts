/**
 * Subjects that are not said together as other things are. A sentence about other shops or about prices is an advert,
 * or out of date. One about danger (an injury, a fire, an allergy) must neither be made up nor be left out. The words
 * are in delicate-words.json: each begins a word of the text, or is all of it where it ends with `$`.
 */
import words from './delicate-words.json' with { type: 'json' };

/** Languages that write without spaces: a word may begin anywhere. */
const unspaced: ReadonlySet<string> = new Set(['ja']);
const price = /[€$£¥₹₩]\s?\p{Nd}|\p{Nd}\s?(?:[€£¥₹₩]|\b(?:eur|usd|gbp|pln|zł|r\$)(?![\p{L}]))/iu;
/** The name of a site. A full stop without a space after it is rare otherwise. */
const site = /[\p{L}\p{N}][.．]\p{L}{2}/u;

type Kind = keyof typeof words;
const isLetter = /[\p{L}\p{M}]/u;

/** Where the first word of the list is that the text has; null where it has none. */
function findWord(kind: Kind, text: string, language: string): readonly [start: number, end: number] | null {
  const listed = new Map<string, readonly string[]>(Object.entries(words[kind])).get(language) ?? [];
  const lower = text.toLowerCase().replace(/\s/g, ' ');
  for (const entry of listed) {
    const isWhole = entry.endsWith('$');
    const word = isWhole ? entry.slice(0, -1) : entry;
    for (let start = lower.indexOf(word); start >= 0; start = lower.indexOf(word, start + 1)) {
      const end = start + word.length;
      const begins = unspaced.has(language) || !isLetter.test(lower[start - 1] ?? '');
      if (begins && !(isWhole && isLetter.test(lower[end] ?? ''))) return [start, end];
    }
  }
  return null;
}

/** About other shops, or what something costs. */
export const isElsewhere = (text: string, language: string): boolean =>
  price.test(text) || site.test(text) || findWord('elsewhere', text, language) !== null;

/** Where in a text it speaks of danger; null where it does not. */
export const findDanger = (text: string, language: string): readonly [start: number, end: number] | null =>
  findWord('danger', text, language);

/** So many verified customers must say that something is dangerous. */
export const FEWEST_WARNING = 2;
