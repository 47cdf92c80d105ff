import { html, type TemplateResult } from 'lit';
import { fresh } from '../element/fresh.ts';
import type { Shown } from '../element/list.ts';
import type { ReviewsElement } from '../element/reviews.ts';
import { chevron, icon, search } from '../styles/icons.ts';

/** Below this number of reviews, a shopper asks for filters and orders by a button. */
const FEW = 5;

const sliders = () =>
  icon('M4 7h10m4 0h2M4 17h2m4 0h10M14 7a2 2 0 1 0 4 0 2 2 0 0 0-4 0M6 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0');

const renderSearch = <Item>(host: ReviewsElement<Item>): TemplateResult =>
  html`<label class="field"><input type="search" value=${host.chosen.q ?? ''} aria-label=${host.t('search')}
      placeholder=${host.t('search')} @input=${host.search} />${search()}</label>`;

function renderSort<Item>(host: ReviewsElement<Item>): TemplateResult {
  const { t } = host;
  const sort = ({ currentTarget }: Event) => {
    host.order = (currentTarget as HTMLSelectElement).value;
    host.tell();
  };
  return html`<label class="field sort"><select aria-label=${t('sort')} @change=${sort}>
    ${Object.entries(host.orders).map(
      ([order, name]) => html`<option value=${order} ?selected=${host.order === order}>${t(name)}</option>`,
    )}
  </select>${chevron()}</label>`;
}

const isFew = <Item>({ all }: ReviewsElement<Item>): boolean => all !== null && all < FEW;

/** Opens the filters and, where there are few reviews, the search and the order. */
export async function openFilters<Item>(host: ReviewsElement<Item>, { currentTarget }: Event): Promise<void> {
  const opener = currentTarget as HTMLElement;
  const { openSheet } = await host.loadFilters();
  const controls = () => [isFew(host) ? [renderSearch(host), renderSort(host)] : null, host.renderFilters()];
  if (host.isConnected) openSheet(host, controls, opener);
}

/**
 * The number of reviews, search, sort order and filters.
 * @param beside what stands beside the number
 * @param below lines that stand below the filters
 */
export function renderToolbar<Item>(
  host: ReviewsElement<Item>,
  { total, items }: Shown<Item>,
  beside?: unknown,
  below?: unknown,
): TemplateResult {
  const { t, choices } = host;
  const few = isFew(host);
  const button = (look: string) => html`<button class="button ${look}" part="button" aria-haspopup="dialog"
      @click=${(event: Event) => void openFilters(host, event).catch(() => {})}>${sliders()}${t('filter')}${
        choices ? ` · ${host.number(choices)}` : null
      }</button>`;
  return html`<div class="row bar" part="toolbar">
    <h2 tabindex="-1" aria-live="polite">${fresh(t('reviews', { n: total ?? items.length }))}</h2>${beside}
    ${
      few
        ? button('')
        : html`<div class="row find">${renderSearch(host)}${button('filter')}${renderSort(
            host,
          )}</div>${host.renderFilters()}`
    }${below}
  </div>${host.filters?.renderChoices(host)}`;
}
