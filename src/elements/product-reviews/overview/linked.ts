import type { ShownProductReview } from '../../../../contract/digest.ts';
import { renderWritten, type Showing } from './written.ts';

/** The review that a permanent link names. */
export interface Linked {
  review: ShownProductReview | null;
  /** A server closes nothing. */
  close?: () => void;
}

export function renderLinked(showing: Showing, linked: Linked): unknown {
  const {
    parts: { html },
    say,
  } = showing;
  return html`<section class="linked" part="linked" tabindex="-1" aria-label=${say('linked')}>
    <p class="muted">${say('linked')}</p>
    ${renderWritten(showing, linked.review!)}
    <button class="link" @click=${linked.close}>${say('allReviews')}</button>
  </section>`;
}
