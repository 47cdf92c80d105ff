/** Texts that come as data: those of further languages, and a shop's own over those that are built in. */
import type { Texts } from '../../contract/texts/words-script.ts';
import english from '../locales/en/core.json' with { type: 'json' };
import { languages } from '../locales/index.ts';

/**
 * Uses texts for a language, by its primary subtag, in place of those that are built in: all that the elements say.
 * Call it before anything loads the words of that language.
 */
export function useWords(language: string, texts: Texts): void {
  if (language !== 'en') Object.assign(languages, { [language]: async () => ({ default: texts }) });
  else
    // English is there from the start. Code that loads later adds its texts, and must not take these away.
    for (const [key, text] of Object.entries(texts))
      Object.defineProperty(english, key, { get: () => text, set() {}, configurable: true });
}
