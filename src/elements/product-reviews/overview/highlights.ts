import type { ShownProductReview } from '../../../../contract/digest.ts';
import { linkTo } from './address.ts';
import type { Told } from './parts.ts';

/** The most helpful favourable and critical review, side by side where there is room. */
export function renderHighlights(told: Told): unknown {
  const {
    digest,
    host,
    parts: { html, stars, authorOf, formatDate },
    say,
  } = told;
  const card = (heading: 'favourable' | 'critical', review: ShownProductReview | null) => {
    if (!review) return null;
    const { title, content, rating, user, language } = review;
    const date = review.publishedRFC ?? review.createdRFC;
    return html`<div class="highlight ${heading}" part="highlight">
      <p class="muted">${say(heading)}</p>
      <div class="row">${stars(rating, host.t('rated', { n: rating }))}<b dir="auto">${authorOf(user, host)}</b>
        <time class="muted" datetime=${date}>${formatDate(host.usedLocale, date)}</time></div>
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
