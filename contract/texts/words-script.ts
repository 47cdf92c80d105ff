/** How texts of further languages, and a shop's own, reach the elements of a page: by a script before theirs. */

/** A text of the elements. One that depends on a number has a form for each plural category of its language. */
export type Text = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** Texts of the elements by key, as files have them. */
export type Texts = Readonly<Record<string, Text>>;

/** The key, in the global symbol registry, of the state that copies of the elements' script share on a page. */
export const PAGE_KEY = 'plaudit.page.1';

/** Primary subtags of languages in use that are written from right to left. */
export const rightToLeft = /^(ar|dv|fa|he|ps|sd|ug|ur|yi)$/;

/** Under which codes pages may name a language: Norwegian Bokmål has two. */
export const codesOf = (language: string): readonly string[] => (language === 'nb' ? ['nb', 'no'] : [language]);

/**
 * A script that brings texts to a page, with all that the elements say. A key that elements of a later version ask for
 * is empty, which is better than an element that fails.
 */
export function wordsScript(language: string, texts: Texts): string {
  const all = JSON.stringify(texts);
  const place = `((globalThis[Symbol.for(${JSON.stringify(PAGE_KEY)})]??={}).words??={})`;
  const named = codesOf(language)
    .map((code) => `${code}:words`)
    .join();
  return `(words=>Object.assign(${place},{${named}}))(new Proxy(${all},{get:(texts,key)=>texts[key]??""}));\n`;
}
