import type { ShownProductReview } from '../../../../contract/digest.ts';
import type { Parts, Told } from './parts.ts';

/** What it takes to show a review by itself, also on a server. */
export interface Showing extends Pick<Told, 'host' | 'say'> {
  readonly parts: Pick<Parts, 'html' | 'stars' | 'authorOf' | 'formatDate'>;
}

/** A review by itself: who wrote it, with how many stars and when, its title and its text. */
export function renderWritten(
  { host, parts: { html, stars, authorOf, formatDate } }: Showing,
  { title, title_repeats, content, rating, user, publishedRFC, createdRFC, language }: ShownProductReview,
): unknown {
  const date = publishedRFC ?? createdRFC;
  return html`<div class="row">${stars(rating, host.t('rated', { n: rating }))}<b dir="auto">${authorOf(user, host)}</b>
    <time class="muted" datetime=${date}>${formatDate(host.usedLocale, date)}</time></div>
    <div dir="auto" lang=${language ?? ''}>${
      title && !title_repeats ? html`<h3>${title}</h3>` : null
    }<p class="content">${content}</p></div>`;
}
