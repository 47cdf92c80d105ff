/** Texts that come as data: those of further languages, and a shop's own over those that are built in. */
import { directed } from '../../contract/words-script.ts';
import type { Plural } from '../locales/catalogue.ts';
import { core } from '../locales/en/core.ts';
import { languages } from '../locales/index.ts';
import { moreLanguages } from '../locales/more/index.ts';

type Texts = Readonly<Record<string, string | Plural>>;
type Table = Record<string, () => Promise<{ readonly words: object }>>;

/**
 * Uses texts for a language, by its primary subtag, over those that are built in. What a new language lacks is in
 * English. Call it before anything loads the words of that language.
 * @returns for English, whose words are there from the start, a promise for the moment from which these are used
 */
export function useWords(language: string, load: () => Promise<Texts>): void | Promise<void> {
  let wanted: Promise<Texts> | undefined;
  const own = () => (wanted ??= load());
  const useOver = (table: Table, english: object) => {
    const builtIn = table[language];
    table[language] = async () => {
      // Whatever is wrong with own texts, those that are built in are better than English.
      const [known, texts] = await Promise.all([builtIn?.(), builtIn ? own().catch(() => ({})) : own()]);
      return { words: { __proto__: english, ...known?.words, ...directed(language, texts) } };
    };
  };
  useOver(moreLanguages as Table, {});
  if (language !== 'en') return useOver(languages as Table, core);
  return own().then((texts) => {
    // Code that loads later adds its English texts, and must not take these away.
    for (const [key, text] of Object.entries(texts))
      Object.defineProperty(core, key, { get: () => text, set() {}, configurable: true });
  });
}
