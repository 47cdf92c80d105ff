import type { Catalogue, Key, Plural } from './catalogue.ts';
import { core } from './en/core.ts';
import { languages } from './index.ts';

const catalogues: Record<string, Partial<Catalogue>> = { en: core };
const language = (locale: string) => locale.slice(0, 2).toLowerCase();

export const hasWords = (locale: string): boolean => language(locale) in catalogues;

/** Code that needs more English than a line of stars brings it along. */
export const addEnglish = (words: Partial<Catalogue>) => Object.assign(core, words);

/** What is made of a locale costs more than what is then done with it: one of a kind for each. */
export function cached<Value>(make: (locale: string) => Value): (locale: string) => Value {
  const kept: Record<string, Value> = {};
  return (locale) => (kept[locale] ??= make(locale));
}

/**
 * The locale to use: the one asked for, the nearest `lang`, or English where we have no words for it. Not by
 * `Intl.Locale`, which takes sixty lines of stars longer than all else before they ask.
 */
export function usableLocale(element: Element, asked: string | null | undefined): string {
  for (let node: Element | undefined = element; node && !asked; node = (node.getRootNode() as ShadowRoot).host) {
    asked = node.closest<HTMLElement>('[lang]')?.lang;
  }
  const [locale = 'en'] = /^[a-z]{2}([-_][a-z]{2})?(?![a-z\d])/i.exec(asked!) ?? [];
  return hasWords(locale) || language(locale) in languages ? locale.replace('_', '-') : 'en';
}

/** Whether the words of a locale run from right to left, whatever the page around them does. */
export const isRightToLeft = (locale: string): boolean => language(locale) === 'ar';

/** Longer than this, in milliseconds, no shopper waits for words in their language. */
const PATIENCE_MS = 10_000;

/** Brings in the words of a locale, or English where they do not come. */
export async function loadWords(locale: string): Promise<void> {
  if (hasWords(locale)) return;
  const late = new Promise<never>((_resolve, reject) => setTimeout(reject, PATIENCE_MS));
  catalogues[language(locale)] = await Promise.race([languages[language(locale)]!().then(({ words }) => words), late])
    // To ask again at each update would never end.
    .catch(() => core);
}

const plurals = cached((locale) => new Intl.PluralRules(locale));
const averages = cached(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** The first formatter of a page costs a phone some 10 ms: a line of stars in English does without. */
const isPlain = (locale: string, number: number): boolean => language(locale) === 'en' && number < 1000;

export const formatNumber = (locale: string, number: number): string =>
  isPlain(locale, number) ? `${number}` : number.toLocaleString(locale);
export const formatAverage = (locale: string, average: number): string =>
  isPlain(locale, average) ? (Math.round(average * 10) / 10).toFixed(1) : averages(locale).format(average);
const pluralOf = (locale: string, number: number): Intl.LDMLPluralRule =>
  language(locale) === 'en' ? (number === 1 ? 'one' : 'other') : plurals(locale).select(number);

export type Values = Readonly<Record<string, string | number>>;

export function translate(locale: string, key: Key, values?: Values): string {
  const entry = catalogues[language(locale)]![key] as Plural | string;
  const text = typeof entry === 'string' ? entry : (entry[pluralOf(locale, values!['n'] as number)] ?? entry.other);
  return text.replace(/{(\w+)}/g, (_, name: string) => {
    const value = values![name];
    if (typeof value === 'number') return formatNumber(locale, value);
    // Isolated: the full stop behind the initial of a Latin name belongs to the name, also among Arabic words.
    return isRightToLeft(locale) ? `\u2068${value}\u2069` : value!;
  });
}
