/**
 * Texts in files, one for each language. The English file says which texts there are: its keys, its placeholders in
 * braces, and where a number decides, which takes a form for each plural category of the language.
 */

export type Forms = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** English has these two forms; reasons of which one is `other` are no forms. */
type EnglishForms = { readonly one: string; readonly other: string };

/** The texts of a language as its file has them: all that English has, with the forms of the language. */
export type Translation<English> = English extends string
  ? string
  : English extends EnglishForms
    ? Forms
    : { readonly [Key in keyof English]: Translation<English[Key]> };

/** The same texts for a program: forms are chosen by their number. */
export type Spoken<English> = English extends string
  ? string
  : English extends EnglishForms
    ? (n: number) => string
    : { readonly [Key in keyof English]: Spoken<English[Key]> };

const categories = ['zero', 'one', 'two', 'few', 'many', 'other'];

export const isForms = (text: object): text is Forms =>
  'other' in text && Object.keys(text).every((key) => categories.includes(key));

/** Fills the placeholders of a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

export function speak<English extends object>(language: string, texts: Translation<English>): Spoken<English> {
  const rules = new Intl.PluralRules(language);
  const spoken = (text: unknown): unknown => {
    if (typeof text !== 'object' || text === null) return text;
    if (isForms(text)) return (n: number) => fill(text[rules.select(n)] ?? text.other, { n });
    return Object.fromEntries(Object.entries(text).map(([key, one]) => [key, spoken(one)]));
  };
  return spoken(texts) as Spoken<English>;
}
