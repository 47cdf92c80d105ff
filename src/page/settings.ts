import { canLoadWords, loadWords } from '../locales/i18n.ts';
import { ProxyCalls } from '../source/calls.ts';
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

const settingOf = <Name extends keyof PageDefaults & keyof Settings>(element: Pick<Settings, Name>, name: Name) =>
  element[name] || shared.defaults?.[name];

/**
 * The calls for an element's proxy and business, shared by all copies of the script on a page.
 * @throws TypeError if the URL of the proxy is invalid
 */
export function callsOf(element: Pick<Settings, 'proxy' | 'business'>): ProxyCalls {
  const proxy = settingOf(element, 'proxy') || '/';
  const business = settingOf(element, 'business') || '-';
  return ((shared.calls ??= {})[`${proxy} ${business}`] ??= new ProxyCalls(proxy, business));
}

/** Languages by the codes that some systems still use, as they are called today (IANA language subtag registry). */
const today: Readonly<Record<string, string>> = { iw: 'he', in: 'id' };

/**
 * The locale that an element asks for, else that of the nearest `lang`; English if we lack its words. They may be on
 * their way. Does not use `Intl.Locale`, which would take sixty lines of stars longer than everything else before their
 * request.
 */
export function localeOf(element: Settings): string {
  let asked = settingOf(element, 'locale');
  let node: Element | undefined = element;
  while (node && !(asked ||= node.closest<HTMLElement>('[lang]')?.lang)) node = (node.getRootNode() as ShadowRoot).host;
  const [, language = 'en', region = ''] =
    /^([a-z]{2})(?:-[a-z]{4})?(-(?:[a-z]{2}|\d{3}))?\b/i.exec(`${asked}`.replaceAll('_', '-')) ?? [];
  const locale = (today[language.toLowerCase()] ?? language) + region;
  return canLoadWords(locale) ? locale : 'en';
}

/** Loads the words of an element's locale. */
export const loadWordsOf = (element: Settings): Promise<void> => loadWords(localeOf(element));

/** The CSS classes for an element's theme. */
export function themeOf(element: Pick<Settings, 'theme'>): string {
  const theme = settingOf(element, 'theme');
  return /^(light|dark)$/.test(theme!) ? `base themed ${theme}` : 'base';
}
