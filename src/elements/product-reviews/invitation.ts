import { html, type TemplateResult } from 'lit';
import type { PlauditElement } from '../../element/element.ts';
import { findBeside, type OfProduct } from '../../page/hub.ts';
import { renderEmpty } from '../../templates/empty.ts';

/** What a product without reviews shows: a button where the form is on the page. */
export function renderInvitation(host: PlauditElement & OfProduct): TemplateResult {
  const { t } = host;
  const form = findBeside('plaudit-review-form', host);
  const write = () => {
    form!.scrollIntoView({ block: 'nearest' });
    form!.focus();
  };
  return renderEmpty(
    t('noReviews'),
    html`<div><p class="muted">${t('beFirst')}</p>${
      form && html`<button class="button primary" part="button" @click=${write}>${t('write')}</button>`
    }</div>`,
  );
}
