import { html, type TemplateResult } from 'lit';
import type { PlauditElement } from '../../element/element.ts';
import { findBeside, type OfProduct } from '../../page/hub.ts';
import { renderEmpty } from '../../templates/empty.ts';
import { star } from '../../templates/star.ts';
import type { ReviewForm } from '../review-form/review-form.ts';

/** A button that leads to the form, where that is on the page. */
export function renderWrite(host: PlauditElement & OfProduct, look = ''): TemplateResult | undefined {
  const form = findBeside('plaudit-review-form', host);
  const write = () => {
    void host.reveal(form!, 'nearest');
    form!.focus({ preventScroll: true });
  };
  return form && html`<button class="button ${look}" part="button" @click=${write}>${host.t('write')}</button>`;
}

/** Five stars to press, which are chosen in the form then. */
function renderStars({ t }: PlauditElement, form: ReviewForm): TemplateResult {
  const press = (rating: number) => customElements.whenDefined(form.localName).then(() => form.rate(rating));
  return html`<div class="row pick" role="group" aria-label=${t('write')}>${[1, 2, 3, 4, 5].map(
    (n) => html`<button aria-label=${t('stars', { n })} @click=${() => press(n)}>${star()}</button>`,
  )}</div>`;
}

/** What a product without reviews shows. */
export function renderInvitation(host: PlauditElement & OfProduct): TemplateResult {
  const { t } = host;
  const form = findBeside('plaudit-review-form', host) as ReviewForm | undefined;
  return renderEmpty(
    t('noReviews'),
    html`<div><p class="muted">${t('beFirst')}</p>${renderWrite(host, 'primary')}</div>`,
    form && renderStars(host, form),
  );
}
