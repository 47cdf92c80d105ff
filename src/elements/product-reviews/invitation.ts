/** The invitation to write, for products without reviews. Loaded for such products. */
import { html } from 'lit';
import type { PlauditElement } from '../../element/element.ts';
import { findBeside } from '../../page/hub.ts';
import type { OfProduct } from '../../page/hub.ts';
import { adopt } from '../../styles/adopt.ts';
import { cssText as css } from '../../styles/css-text.ts';
import { renderEmpty } from '../../templates/empty.ts';
import { star } from '../../templates/star.ts';
import type { ReviewForm } from '../review-form/review-form.ts';
import { renderWrite } from './write.ts';

const styles = css`
  .pick {
    gap: 0;
  }
  .pick button {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    border: 0;
    font-size: 1.75em;
  }
  .pick .star {
    fill: currentColor;
    opacity: 0.25;
  }
  .pick button:is(:hover, :focus-visible, :has(~ :is(:hover, :focus-visible))) .star {
    fill: var(--star);
    opacity: 1;
  }
`;

/** Five stars to press, which are chosen in the form then. */
function renderStars({ t, shadowRoot }: PlauditElement, form: ReviewForm): unknown {
  adopt(shadowRoot!, styles);
  const press = (rating: number) => customElements.whenDefined(form.localName).then(() => form.rate(rating));
  return html`<div class="row pick" role="group" aria-label=${t('write')}>${[1, 2, 3, 4, 5].map(
    (n) => html`<button aria-label=${t('stars', { n })} @click=${() => press(n)}>${star()}</button>`,
  )}</div>`;
}

export function renderInvitation(host: PlauditElement & OfProduct): unknown {
  const { t } = host;
  const form = findBeside('plaudit-review-form', host) as ReviewForm | undefined;
  return renderEmpty(
    t('noReviews'),
    html`<div><p class="muted">${t('beFirst')}</p>${renderWrite(host, 'primary')}</div>`,
    form && renderStars(host, form),
  );
}
