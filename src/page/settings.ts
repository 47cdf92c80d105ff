import { hasWords, loadWords, usableLocale } from '../locales/i18n.ts';
import type { ProxyCalls } from '../source/calls.ts';
import { pageCalls } from './page-calls.ts';
import type { PageDefaults } from './defaults.ts';
import { shared } from './shared.ts';

/** Attributes common to all elements. The page's defaults apply to those that are missing. */
export interface Settings extends Element {
  /** URL of the proxy; by default, the one that served the script. */
  proxy: string | null;
  /** Domain of the business; by default, the first that the proxy serves. */
  business: string | null;
  /** Language tag; by default, the nearest `lang`. */
  locale: string | null;
  /** `auto` (the shop's own colours), `light` or `dark`. */
  theme: string | null;
}

/** The calls for an element's proxy and business. @throws TypeError if the URL of the proxy is invalid */
export function callsOf(element: Settings): ProxyCalls {
  const { proxy, business } = shared.defaults ?? ({} as Partial<PageDefaults>);
  const { href, protocol } = new URL(element.proxy || proxy || '/', document.baseURI);
  // A `data:` URL could supply forged answers.
  if (!protocol.startsWith('http')) throw new TypeError(protocol);
  return pageCalls(href.replace(/(?<!\/)\/*$/, '/'), element.business || business || '-');
}

const localeOf = (element: Settings): string => usableLocale(element, element.locale || shared.defaults?.locale);

/** Loads the words of an element's locale. */
export const loadWordsOf = (element: Settings): Promise<void> => loadWords(localeOf(element));

/**
 * The locale to use: the element's own, or the current one until its own words are loaded.
 * @param again called once the words are loaded
 */
export function localeWithWords(element: Settings, used: string, again: () => void): string {
  const locale = localeOf(element);
  if (hasWords(locale)) return locale;
  void loadWords(locale).then(again);
  return used;
}

/** The CSS classes for an element's theme. */
export function themeOf({ theme: own }: Pick<Settings, 'theme'>): string {
  const theme = own || shared.defaults?.theme;
  return /^(light|dark)$/.test(theme!) ? `base themed ${theme}` : 'base';
}
