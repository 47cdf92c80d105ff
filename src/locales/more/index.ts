/**
 * Words of features that load late: the guide through the form, and the dialogs that a shopper opens. Nothing that a
 * page loads at once contains them, so this module is free of imports like the lightbox, and fills in a text by itself
 * as `i18n.ts` does for the others.
 */
import type { Plural } from '../catalogue.ts';
import { lateState } from '../../late.ts';
import type { Values } from '../i18n.ts';
import type { DirectedWords, MoreWords } from './catalogue.ts';

/** Languages besides English, by primary subtag, loaded on demand. The build points these imports at files. */
export const moreLanguages: Readonly<Record<string, () => Promise<{ readonly words: DirectedWords }>>> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  pt: () => import('./pt.ts'),
};

/** Says a text of a feature, by its key. */
export type Say<Key> = (key: Key, values?: Values) => string;

/** Maximum time that shoppers wait for words in their language, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Loads the words of a late feature in a locale, or falls back to English.
 * @param english the English texts of the feature, which bring its keys
 */
export async function loadMoreWords<Key extends keyof MoreWords>(
  locale: string,
  english: Pick<MoreWords, Key>,
): Promise<Say<Key>> {
  const language = locale.slice(0, 2).toLowerCase();
  const own = lateState().words?.[language] as DirectedWords | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
  const loaded = await Promise.race([own ? { words: own } : moreLanguages[language]?.(), late]).catch(() => {});
  clearTimeout(timer);
  const words = { ...english, ...loaded?.words } as Pick<DirectedWords, Key | 'rtl'>;
  const used = loaded ? locale : 'en';
  const plurals = new Intl.PluralRules(used);
  // As in `i18n.ts`: a Latin name keeps its full stop within Arabic text.
  const isolate = (value: string) => (words.rtl ? `\u2068${value}\u2069` : value);
  return (key, values) => {
    const entry = words[key] as Plural | string;
    const text = typeof entry === 'string' ? entry : (entry[plurals.select(values!['n'] as number)] ?? entry.other);
    return text.replace(/{(\w+)}/g, (_, name: string) => {
      const value = values![name]!;
      return typeof value === 'number' ? value.toLocaleString(used) : isolate(value);
    });
  };
}

/** An element that says something. */
export interface Speaker {
  readonly usedLocale: string;
  requestUpdate(): void;
}

/**
 * The same in the locale that an element uses at the time. After a change, it says the earlier words until the others
 * are there.
 */
export async function followMoreWords<Key extends keyof MoreWords>(
  host: Speaker,
  english: Pick<MoreWords, Key>,
): Promise<Say<Key>> {
  let wanted = host.usedLocale;
  let say = await loadMoreWords(wanted, english);
  const follow = async (locale: string): Promise<void> => {
    wanted = locale;
    const other = await loadMoreWords(locale, english);
    if (locale !== wanted) return;
    say = other;
    host.requestUpdate();
  };
  return (key, values) => {
    if (host.usedLocale !== wanted) void follow(host.usedLocale);
    return say(key, values);
  };
}
