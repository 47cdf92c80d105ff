import { roundAverage } from '../../contract/averages.ts';
import type { Forms } from '../../contract/texts/texts.ts';
import { rightToLeft } from '../../contract/texts/words-script.ts';
import { pageState } from '../page-state.ts';
import type { Key, Words } from './catalogue.ts';
import english from './en/core.json' with { type: 'json' };
import { languages } from './index.ts';

/** Texts that a script before ours has set, of further languages and of the shop's own, go first. */
const catalogues: Record<string, Partial<Words>> = { en: english, ...pageState.words };
const language = (locale: string) => locale.slice(0, 2).toLowerCase();

export const hasWords = (locale: string): boolean => language(locale) in catalogues;

/** Adds English texts. Code that needs more of them than a line of stars has its own. */
export const addEnglish = (words: Partial<Words>) => Object.assign(english, words);

/** Keeps one object per locale, because creating these objects costs more than using them. */
export function cached<Value>(make: (locale: string) => Value): (locale: string) => Value {
  const kept: Record<string, Value> = {};
  return (locale) => (kept[locale] ??= make(locale));
}

/** Whether we have the words of a locale; they may not be loaded. */
export const canLoadWords = (locale: string): boolean => hasWords(locale) || language(locale) in languages;

/** Whether the words of a locale are written from right to left; English in their place is not. */
export const isRightToLeft = (locale: string): boolean =>
  rightToLeft.test(language(locale)) && catalogues[language(locale)] !== english;

/** Maximum time that shoppers wait for words in their language, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Loads the words of a locale, or falls back to English. */
export async function loadWords(locale: string): Promise<void> {
  if (hasWords(locale)) return;
  const wanted = languages[language(locale)]!().then(({ default: words }) => words);
  const late = new Promise<Partial<Words>>((resolve) => setTimeout(resolve, PATIENCE_MS, english));
  // Without a fallback, every update would request them again, endlessly.
  catalogues[language(locale)] = await Promise.race([wanted, late]).catch(() => english);
}

const plurals = cached((locale) => new Intl.PluralRules(locale));
const averages = cached(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** The first formatter takes about 10 ms on a phone, so English lines of stars need none, for numbers or plurals. */
const isPlain = (locale: string, number: number): boolean => language(locale) === 'en' && number < 1000;

export const formatNumber = (locale: string, number: number): string =>
  isPlain(locale, number) ? `${number}` : number.toLocaleString(locale);
export function formatAverage(locale: string, average: number): string {
  const shown = roundAverage(average);
  return isPlain(locale, shown) ? shown.toFixed(1) : averages(locale).format(shown);
}
const pluralOf = (locale: string, number: number): Intl.LDMLPluralRule =>
  isPlain(locale, number) ? (number === 1 ? 'one' : 'other') : plurals(locale).select(number);

export type Values = Readonly<Record<string, string | number>>;

export function translate(locale: string, key: Key, values?: Values): string {
  const entry = catalogues[language(locale)]![key] as Forms | string;
  const text = typeof entry === 'string' ? entry : (entry[pluralOf(locale, values!['n'] as number)] ?? entry.other);
  return text.replace(/{(\w+)}/g, (_, name: string) => {
    const value = values![name];
    if (typeof value === 'number') return formatNumber(locale, value);
    // Isolated, so that the full stop after a Latin initial stays with the name within Arabic text.
    return isRightToLeft(locale) ? `\u2068${value}\u2069` : value!;
  });
}
