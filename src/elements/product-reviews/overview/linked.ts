import type { ShownProductReview } from '../../../../contract/digest.ts';
import type { Parts } from '../parts.ts';
import type { Told } from './parts.ts';

/** What it takes to show a review by itself, also on a server. */
interface Showing extends Pick<Told, 'host' | 'say'> {
  readonly parts: Pick<Parts, 'html' | 'stars' | 'authorOf' | 'formatDate'>;
}

/**
 * The review that a permanent link names: who wrote it, with how many stars and when, its title and its text.
 * @param close a server closes nothing
 */
export function renderLinked(
  { host, parts: { html, stars, authorOf, formatDate }, say }: Showing,
  { title, title_repeats, content, rating, user, publishedRFC, createdRFC, language }: ShownProductReview,
  close?: () => void,
): unknown {
  const date = publishedRFC ?? createdRFC;
  return html`<section class="linked" part="linked" tabindex="-1" aria-label=${say('linked')}>
    <p class="muted">${say('linked')}</p>
    <div class="row">${stars(rating, host.t('rated', { n: rating }))}<b dir="auto">${authorOf(user, host)}</b>
      <time class="muted" datetime=${date}>${formatDate(host.usedLocale, date)}</time></div>
    <div dir="auto" lang=${language ?? ''}>${
      title && !title_repeats ? html`<h3>${title}</h3>` : null
    }<p class="content">${content}</p></div>
    <button class="link" @click=${close}>${say('allReviews')}</button>
  </section>`;
}
