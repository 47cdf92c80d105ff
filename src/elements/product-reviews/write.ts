import { html, type TemplateResult } from 'lit';
import type { PlauditElement } from '../../element/element.ts';
import { findBeside, type OfProduct } from '../../page/hub.ts';

/** A button that leads to the form, where that is on the page. */
export function renderWrite(host: PlauditElement & OfProduct, look = ''): TemplateResult | undefined {
  const form = findBeside('plaudit-review-form', host);
  const write = () => {
    void host.reveal(form!, 'nearest');
    form!.focus({ preventScroll: true });
  };
  return form && html`<button class="button ${look}" part="button" @click=${write}>${host.t('write')}</button>`;
}
