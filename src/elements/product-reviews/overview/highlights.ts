import type { ShownProductReview } from '../../../../contract/digest.ts';
import { linkTo, openFrom } from './address.ts';
import type { Told } from './parts.ts';
import { renderWritten } from './written.ts';

/** The most helpful favourable and critical review, side by side where there is room. */
export function renderHighlights(told: Told): unknown {
  const {
    digest: { favourable, critical },
    host,
    parts: { html },
    say,
  } = told;
  const card = (heading: 'favourable' | 'critical', review: ShownProductReview | null) =>
    review &&
    html`<div class="highlight" part="highlight">
      <p class="muted">${say(heading)}</p>
      ${renderWritten(told, review, 'excerpt')}
      <p class="muted">${say('foundHelpful', { n: review.num_positive_votes })}
        <a class="link" rel="nofollow" href=${linkTo(host, review.id)}
        @click=${openFrom(host, review.id)}>${host.t('readMore')}</a></p>
    </div>`;
  return (
    (favourable || critical) &&
    html`<div class="highlights">${card('favourable', favourable)}${card('critical', critical)}</div>`
  );
}
