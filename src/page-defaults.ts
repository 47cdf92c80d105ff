import { codesOf, type Texts } from '../contract/texts/words-script.ts';
import type { PageDefaults } from './page/defaults.ts';
import { shared } from './page/shared.ts';

export type { PageDefaults } from './page/defaults.ts';

/**
 * Sets the defaults of the page, such as the proxy, that otherwise come from the script tag. For pages that bundle the
 * elements; call it before the page contains the first of them.
 */
export function setDefaults(defaults: PageDefaults): void {
  shared.defaults = defaults;
}

/**
 * Uses texts for a language, in place of those that the elements have, if any. Call it in a module that is imported
 * before the elements are.
 * @param language primary subtag, such as `sv`
 * @param texts all that the elements say, as in `plaudit-elements/words/sv.json`
 */
export function addWords(language: string, texts: Texts): void {
  shared.words = { ...shared.words, ...Object.fromEntries(codesOf(language).map((code) => [code, texts])) };
}
