import { hasWords, loadWords, usableLocale } from '../locales/i18n.ts';
import type { ProxyCalls } from '../source/calls.ts';
import { pageCalls } from './page-calls.ts';
import { shared, type PageDefaults } from './shared.ts';

/** What every element can be told by its attributes. Where it is told nothing, the page's defaults count. */
export interface Settings extends Element {
  /** Address of the proxy; by default the one that the script came from. */
  proxy: string | null;
  /** Site domain of the business; by default the first that the proxy serves. */
  business: string | null;
  /** Language tag; by default the nearest `lang`. */
  locale: string | null;
  /** `auto` (the shop's own colours), `light` or `dark`. */
  theme: string | null;
}

/** The way to its proxy. @throws TypeError where the address of the proxy is none */
export function callsOf(element: Settings): ProxyCalls {
  const { proxy, business } = shared.defaults ?? ({} as Partial<PageDefaults>);
  const { href, protocol } = new URL(element.proxy || proxy || '/', document.baseURI);
  // A `data:` address would bring answers of its own.
  if (!protocol.startsWith('http')) throw new TypeError(protocol);
  return pageCalls(href.replace(/(?<!\/)\/*$/, '/'), element.business || business || '-');
}

const localeOf = (element: Settings): string => usableLocale(element, element.locale || shared.defaults?.locale);

/** Brings in the words that an element needs. */
export const loadWordsOf = (element: Settings): Promise<void> => loadWords(localeOf(element));

/**
 * The locale to use: the element's own, or until its words are here the one in use.
 * @param again called once they are
 */
export function localeWithWords(element: Settings, used: string, again: () => void): string {
  const locale = localeOf(element);
  if (hasWords(locale)) return locale;
  void loadWords(locale).then(again);
  return used;
}

/** The class that an element's content has because of its theme. */
export function themeOf({ theme: own }: Pick<Settings, 'theme'>): string {
  const theme = own || shared.defaults?.theme;
  return /^(light|dark)$/.test(theme!) ? `base themed ${theme}` : 'base';
}
