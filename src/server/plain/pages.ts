/** The pages of a list, and what stands in place of one that has nothing, for readers without JavaScript. */
import { html, type TemplateResult } from 'lit';
import type { ProductReview } from '../../../contract/entities/entities.ts';
import type { RenderOrder } from '../../../contract/shopper/rendering.ts';
import { leadersOf } from '../../elements/product-reviews/overview/highlights.ts';
import { themeOf } from '../../page/settings.ts';
import { isNarrowed } from './lists.ts';
import { directionOf, chosenNames, link, linkToAll, type PlainContext } from './context.ts';
import { sayPlain } from './words.ts';

/** Number of linked pages before and after the open one, in addition to the first and the last. */
const AROUND = 2;
/** The default `page-size` of the elements. */
const PAGE_SIZE = 10;

const sizeOf = ({ attributes }: RenderOrder): number => Math.trunc(Number(attributes['page-size'])) || PAGE_SIZE;

/** The items of this page, without the reviews that stand before the first page. */
export function withoutLeaders<Item>(
  { order, list, plain, digest }: PlainContext,
  items: readonly Item[],
): readonly Item[] {
  const isLed = digest && plain.start && !order.attributes['order'] && !isNarrowed(list, { ...plain, start: 0 });
  const leaders = isLed ? leadersOf(digest, sizeOf(order)) : [];
  return items.filter((item) => leaders.every(({ id }) => id !== (item as ProductReview).id));
}

/** @param taken - how many places of the list this page has. */
export function renderPages(context: PlainContext, total: number | null, taken: number): TemplateResult | null {
  const { element, order, list, plain } = context;
  const size = sizeOf(order);
  // The first page is shorter where other reviews stand before it, and all others begin as much earlier.
  const first = (plain.start ? plain.start % size : taken) || size;
  const here = plain.start && Math.floor((plain.start - first) / size) + 1;
  const last = total === null ? here : Math.ceil(Math.max(0, total - first) / size);
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
      const address = order.link(order.attributes, {
        ...plain,
        start: page && first + (page - 1) * size,
        review: null,
      });
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
export function renderNoMatch(context: PlainContext): TemplateResult {
  const { element, list, plain } = context;
  const names = chosenNames(context);
  const filters = names.map((name, index) => (index ? [' · ', html`<bdi>${name}</bdi>`] : html`<bdi>${name}</bdi>`));
  const key = plain.text ? (names[0] ? 'nothingForIn' : 'nothingFor') : 'nothingIn';
  const words =
    names[0] || plain.text ? sayPlain(element.usedLocale, key, { text: plain.text, filters }) : element.t('noMatch');
  const back = list.orders && html`<a href=${linkToAll(context)}>${element.t('allReviews')}</a>`;
  return html`<div class=${themeOf(element)}
      lang=${element.usedLocale} dir=${directionOf(element)}><p class="nothing">${words} ${back}</p></div>`;
}
