/** The pages of a list, and what stands in place of one that has nothing, for readers without JavaScript. */
import { html, type TemplateResult } from 'lit';
import { themeOf } from '../../page/settings.ts';
import { isNarrowed } from './lists.ts';
import { directionOf, chosenNames, link, linkToAll, type PlainTold } from './told.ts';
import { sayPlain } from './words.ts';

/** Number of linked pages before and after the open one, in addition to the first and the last. */
const AROUND = 2;
/** The default `page-size` of the elements. */
const PAGE_SIZE = 10;

export function renderPages(told: PlainTold, total: number | null): TemplateResult | null {
  const { element, order, list, plain } = told;
  const size = Math.trunc(Number(order.attributes['page-size'])) || PAGE_SIZE;
  const here = Math.floor(plain.start / size);
  const last = total === null ? here : Math.ceil(total / size) - 1;
  if (last < 1) return null;
  const pages = Array.from({ length: last + 1 }, (_, page) => page).filter(
    (page) => page === 0 || page === last || Math.abs(page - here) <= AROUND,
  );
  const isWhole = !isNarrowed(list, { ...plain, start: 0 });
  return html`<nav class="${themeOf(element)} plain"
      lang=${element.usedLocale} dir=${directionOf(element)}
      aria-label=${element.t(list.name, { n: total ?? 0 })}>
    ${pages.map((page, index) => {
      const isAfterGap = index && page - pages[index - 1]! > 1;
      const address = order.link(order.attributes, { ...plain, start: page * size, review: null });
      const number = element.number(page + 1);
      const current = page === here ? 'true' : 'false';
      // Of the whole list, robots may read every page.
      return [
        isAfterGap ? '…' : null,
        isWhole ? html`<a href=${address} aria-current=${current}>${number}</a>` : link(address, page === here, number),
      ];
    })}
  </nav>`;
}

/** Names in full what was asked for, with a way back. */
export function renderNoMatch(told: PlainTold): TemplateResult {
  const { element, list, plain, say } = told;
  const names = chosenNames(told);
  const filters = names.map((name, index) => (index ? [' · ', html`<bdi>${name}</bdi>`] : html`<bdi>${name}</bdi>`));
  const key = plain.text ? (names[0] ? 'nothingForIn' : 'nothingFor') : 'nothingIn';
  const words =
    names[0] || plain.text ? sayPlain(element.usedLocale, key, { text: plain.text, filters }) : element.t('noMatch');
  const back = list.orders && html`<a href=${linkToAll(told)}>${say('allReviews')}</a>`;
  return html`<div class=${themeOf(element)}
      lang=${element.usedLocale} dir=${directionOf(element)}><p class="nothing">${words} ${back}</p></div>`;
}
