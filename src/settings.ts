import { usableLocale } from './i18n.ts';
import { pageCalls, type ProxyCalls } from './calls.ts';
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

/** The locale to use, whether its words are here or not. */
export const localeOf = (element: Settings): string => usableLocale(element, element.locale || shared.defaults?.locale);

/** The class that an element's content has because of its theme. */
export function themeOf({ theme: own }: Pick<Settings, 'theme'>): string {
  const theme = own || shared.defaults?.theme;
  return /^(light|dark)$/.test(theme!) ? `base themed ${theme}` : 'base';
}
