import { html } from 'lit';
import type { Context } from './context.ts';

/** The name of a language in that of the shopper; its tag where the browser does not know it. */
export function nameOf(language: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}

/** The language of the shopper, as reviews have it. */
export const ownOf = ({ host }: Context): string => host.usedLocale.slice(0, 2).toLowerCase();

/** That reviews in the language of the shopper come first, or that there are no others, and a way to change it. */
export function renderLanguages(context: Context): unknown {
  const {
    digest: { languages },
    host,
  } = context;
  const own = ownOf(context);
  const isMixed = languages.length > 1 && languages.some(({ language }) => language === own);
  const isOnly = host.chosen.languages === own;
  // The orders that let them come first.
  const isRanked = host.order === 'relevant' || host.order === 'helpful';
  if (!isMixed || !(isOnly || (isRanked && !host.chosen.languages))) return null;
  const toggle = () => host.choose({ languages: isOnly ? null : own });
  return html`<p class="muted languages">${host.t(isOnly ? 'onlyInYours' : 'firstInYours')}
    <button class="link" @click=${toggle}>${
      isOnly ? host.t('allLanguages') : host.t('onlyLanguage', { language: nameOf(own, host.usedLocale) })
    }</button></p>`;
}
