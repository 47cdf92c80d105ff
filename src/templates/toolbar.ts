import { html, type TemplateResult } from 'lit';
import type { Shown } from '../element/list.ts';
import type { ReviewsElement } from '../element/reviews.ts';
import type { Key } from '../locales/catalogue.ts';
import { fresh } from '../element/fresh.ts';
import { chevron, search } from './icons.ts';

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
  const sort = ({ currentTarget }: Event) => {
    host.order = (currentTarget as HTMLSelectElement).value;
    host.tell();
  };
  return html`<div class="row bar" part="toolbar">
    <h2 tabindex="-1" aria-live="polite">${fresh(t('reviews', { n: total ?? items.length }))}</h2>
    <label class="field"><input type="search" value=${host.chosen.q ?? ''} aria-label=${t('search')}
        placeholder=${t('search')}
        @input=${host.search} />${search()}</label>
    <label class="field sort"><select aria-label=${t('sort')} @change=${sort}>
      ${Object.entries(orders).map(
        ([order, name]) => html`<option value=${order} ?selected=${host.order === order}>${t(name)}</option>`,
      )}
    </select>${chevron()}</label>
    ${chips}
  </div>`;
}
