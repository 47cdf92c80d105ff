import { html } from 'lit';
import type { ShownProductReview } from '../../../../../contract/entities/digest.ts';
import type { PlauditElement } from '../../../../element/element.ts';
import { formatDate } from '../../../../locales/dates.ts';
import { authorOf } from '../../../../templates/author.ts';
import { stars } from '../../../../templates/stars.ts';

/**
 * The review that a permanent link names: who wrote it, with how many stars and when, its title and its text.
 * @param close a server closes nothing
 */
export function renderLinked(
  host: PlauditElement,
  { title, title_repeats, content, rating, user, publishedRFC, createdRFC, language }: ShownProductReview,
  close?: () => void,
): unknown {
  const date = publishedRFC ?? createdRFC;
  return html`<section class="linked" part="linked" tabindex="-1" aria-label=${host.t('linked')}>
    <p class="muted">${host.t('linked')}</p>
    <div class="row">${stars(rating, host.t('rated', { n: rating }))}<b dir="auto">${authorOf(user, host)}</b>
      <time class="muted" datetime=${date}>${formatDate(host.usedLocale, date)}</time></div>
    <div dir="auto" lang=${language ?? ''}>${
      title && !title_repeats ? html`<h3>${title}</h3>` : null
    }<p class="content">${content}</p></div>
    <button class="link" @click=${close}>${host.t('allReviews')}</button>
  </section>`;
}
