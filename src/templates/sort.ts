import { html, type TemplateResult } from 'lit';
import type { PlauditElement } from '../element/element.ts';
import type { Key } from '../locales/catalogue.ts';
import { chevron } from './icons.ts';

interface Sorted extends PlauditElement {
  order: string | null;
}

/** @param orders the label of each sort order, the default first */
export const renderSort = (
  host: Sorted,
  orders: Readonly<Record<string, Key>>,
  changed: () => void,
): TemplateResult => html`<label class="field sort">
  <select aria-label=${host.t('sort')}
      @change=${({ currentTarget }: Event) => ((host.order = (currentTarget as HTMLSelectElement).value), changed())}>
    ${Object.entries(orders).map(
      ([order, name]) => html`<option value=${order}
        ?selected=${host.order === order}>${host.t(name)}</option>`,
    )}
  </select>${chevron()}
</label>`;
