import type { ShownProductReview } from '../../../../contract/digest.ts';
import type { Parts, Told } from './parts.ts';

/** What it takes, also on a server. */
export interface Showing extends Pick<Told, 'host' | 'say'> {
  readonly parts: Pick<Parts, 'html' | 'stars' | 'authorOf' | 'formatDate'>;
}

/** The stars, the author and the date of a review that is shown above the list. */
export function renderByline(
  { host, parts: { html, stars, authorOf, formatDate } }: Showing,
  { rating, user, publishedRFC, createdRFC }: ShownProductReview,
): unknown {
  const date = publishedRFC ?? createdRFC;
  return html`<div class="row">${stars(rating, host.t('rated', { n: rating }))}<b dir="auto">${authorOf(user, host)}</b>
    <time class="muted" datetime=${date}>${formatDate(host.usedLocale, date)}</time></div>`;
}
