import type { ShownProductReview } from '../../../../contract/digest.ts';
import { linkTo } from './address.ts';
import { renderByline } from './byline.ts';
import type { Told } from './parts.ts';

/** The most helpful favourable and critical review, side by side where there is room. */
export function renderHighlights(told: Told): unknown {
  const {
    digest,
    host,
    parts: { html },
    say,
  } = told;
  const card = (heading: 'favourable' | 'critical', review: ShownProductReview | null) => {
    if (!review) return null;
    const { title, content, language } = review;
    return html`<div class="highlight ${heading}" part="highlight">
      <p class="muted">${say(heading)}</p>
      ${renderByline(told, review)}
      <div dir="auto" lang=${language ?? ''}>${
        title ? html`<h3>${title}</h3>` : null
      }<p class="excerpt">${content}</p></div>
      <p class="muted">${say('foundHelpful', { n: review.num_positive_votes })}
        <a class="link" rel="nofollow" href=${linkTo(host, review.id)}>${host.t('readMore')}</a></p>
    </div>`;
  };
  const { favourable, critical } = digest;
  return (
    (favourable || critical) &&
    html`<div class="highlights">${card('favourable', favourable)}${card('critical', critical)}</div>`
  );
}
