/** Faults in the texts of a language, measured by the English ones. */
import { isForms, type Forms } from './texts.ts';
import type { Text, Texts } from './words-script.ts';

export interface Fault {
  /** Null where all of a file is meant. */
  readonly key: string | null;
  readonly reason: string;
}

/** In UTF-16 code units; the longest that comes with the elements has about 170. */
const LONGEST_TEXT = 500;
/** Of what a file calls a key, this much is repeated. */
const LONGEST_KEY = 60;

/** Texts by key, or of a place by key, and so on. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/**
 * @param language - as a primary subtag that `Intl` knows.
 * @param english - all texts there are.
 */
export function findFaults(language: string, given: unknown, english: TextTree): Fault[] {
  if (!isObject(given)) return [{ key: null, reason: 'must be a JSON object of texts' }];
  const rules = new Intl.PluralRules(language);
  return Object.entries(given).flatMap(([key, text]) => {
    const meant = Object.hasOwn(english, key) ? english[key] : undefined;
    if (meant === undefined)
      return [
        { key: key.slice(0, LONGEST_KEY), reason: `no text has this key; the nearest is ${nearest(key, english)}` },
      ];
    if (typeof meant === 'object' && !isForms(meant))
      return findFaults(language, text, meant).map((fault) => ({
        ...fault,
        key: [key, fault.key ?? []].flat().join('.'),
      }));
    const reasons = typeof meant === 'string' ? faultsOfText(text, meant) : faultsOfForms(text, meant, rules);
    return reasons.map((reason) => ({ key, reason }));
  });
}

/** @returns the keys that a file does not have. */
export const missingIn = (given: Texts, english: Texts): string[] =>
  Object.keys(english).filter((key) => !Object.hasOwn(given, key));

/** The English text for forms of a language, to be translated. */
export function inFormsOf(language: string, text: Text): Text {
  if (typeof text === 'string') return text;
  return Object.fromEntries(
    categoriesOf(new Intl.PluralRules(language)).map((category) => [category, text[category] ?? text.other!]),
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const categoriesOf = (rules: Intl.PluralRules): Intl.LDMLPluralRule[] => rules.resolvedOptions().pluralCategories;

const placeholdersOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))];

/** @param mayLack - placeholders that the text may do without. */
function faultsOfText(text: unknown, english: string, mayLack?: string): string[] {
  if (typeof text !== 'string') return ['must be a text'];
  if (text.trim() === '') return ['is empty'];
  if (text.length > LONGEST_TEXT) return [`is longer than ${LONGEST_TEXT} characters`];
  const [wanted, found] = [placeholdersOf(english), placeholdersOf(text)];
  const unknown = found.filter((name) => !wanted.includes(name));
  const lacking = wanted.filter((name) => !found.includes(name) && name !== mayLack);
  return [
    ...(text === text.trim() ? [] : ['begins or ends with a space']),
    ...(hasHidden(text) ? ['has a control character, or one that turns the direction of writing'] : []),
    ...(/[{}]/.test(text.replaceAll(/\{\w+\}/g, '')) ? ['has a brace that belongs to no placeholder'] : []),
    ...unknown.map((name) => `has ${name}, which the English text does not have`),
    ...lacking.map((name) => `lacks ${name}`),
  ];
}

/** Overrides, embeddings and isolates would also turn what stands after the text. */
const hasHidden = (text: string): boolean =>
  !text.isWellFormed() || /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/u.test(text);

function faultsOfForms(given: unknown, english: Forms, rules: Intl.PluralRules): string[] {
  const categories = categoriesOf(rules);
  if (!isObject(given)) return [`must have the plural forms ${categories.join(', ')}`];
  const names = Object.keys(given);
  const { locale } = rules.resolvedOptions();
  const unknown = names
    .filter((name) => !(categories as string[]).includes(name))
    .map((name) => `has the plural form ${name.slice(0, LONGEST_KEY)}, which ${locale} does not have`);
  const lacking = categories
    .filter((name) => !Object.hasOwn(given, name))
    .map((name) => `lacks the plural form ${name}`);
  const wrong = categories
    .filter((category) => Object.hasOwn(given, category))
    .flatMap((category) => {
      const mayLack = isOfFew(category, rules) ? '{n}' : undefined;
      return faultsOfText(given[category], english.other, mayLack).map((reason) => `${category}: ${reason}`);
    });
  return [...unknown, ...lacking, ...wrong];
}

/**
 * “One star” needs no figure. But in Russian, say, `one` is also the form of 21, and in Latvian `zero` that of 11.
 * French has it for 0 and 1, where the figure is missed no more than “no”.
 */
const isOfFew = (category: Intl.LDMLPluralRule, rules: Intl.PluralRules): boolean =>
  ['zero', 'one', 'two'].includes(category) && !numbers.some((number) => rules.select(number) === category);
const numbers = Array.from({ length: 200 }, (_, index) => index + 3);

function nearest(key: string, english: TextTree): string {
  const wanted = key.slice(0, LONGEST_KEY).toLowerCase();
  const distances = Object.keys(english).map((name) => [distance(wanted, name.toLowerCase()), name] as const);
  return distances.reduce((best, one) => (one[0] < best[0] ? one : best))[1];
}

/** How many letters must be added, removed or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const above = row;
    row = [at + 1];
    for (let index = 1; index <= other.length; index++) {
      const replaced = above[index - 1]! + (letter === other[index - 1] ? 0 : 1);
      row.push(Math.min(replaced, above[index]! + 1, row[index - 1]! + 1));
    }
  }
  return row.at(-1)!;
}
