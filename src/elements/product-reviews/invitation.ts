import { html, type TemplateResult } from 'lit';
import type { PlauditElement } from '../../element/element.ts';
import { findBeside, type OfProduct } from '../../page/hub.ts';
import { renderEmpty } from '../../templates/empty.ts';

/** A button that leads to the form, where that is on the page. */
export function renderWrite(host: PlauditElement & OfProduct, look = ''): TemplateResult | undefined {
  const form = findBeside('plaudit-review-form', host);
  const write = () => {
    void host.reveal(form!, 'nearest');
    form!.focus({ preventScroll: true });
  };
  return form && html`<button class="button ${look}" part="button" @click=${write}>${host.t('write')}</button>`;
}

/** What a product without reviews shows. */
export function renderInvitation(host: PlauditElement & OfProduct): TemplateResult {
  const { t } = host;
  return renderEmpty(
    t('noReviews'),
    html`<div><p class="muted">${t('beFirst')}</p>${renderWrite(host, 'primary')}</div>`,
  );
}
