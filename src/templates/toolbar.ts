import { html, type TemplateResult } from 'lit';
import type { Shown } from '../element/list.ts';
import type { ReviewsElement } from '../element/reviews.ts';
import type { Key } from '../locales/catalogue.ts';
import { search } from './icons.ts';
import { renderSort } from './sort.ts';

/**
 * The number of reviews, search, sort order and filters.
 * @param orders the label of each sort order, the default first
 */
export function renderToolbar<Item>(
  host: ReviewsElement<Item>,
  { total, items }: Shown<Item>,
  orders: Readonly<Record<string, Key>>,
  chips: unknown,
): TemplateResult {
  const { t } = host;
  const sorted = () => {
    host.requestUpdate();
    host.tell();
  };
  return html`<div class="row bar" part="toolbar">
    <h2 aria-live="polite">${t('reviews', { n: total ?? items.length })}</h2>
    <label class="field"><input type="search" aria-label=${t('search')} placeholder=${t('search')}
        @input=${host.search} />${search()}</label>
    ${renderSort(host, orders, sorted)}
    ${chips}
  </div>`;
}
