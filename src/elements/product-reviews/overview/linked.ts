import type { ShownProductReview } from '../../../../contract/digest.ts';
import { renderByline, type Showing } from './byline.ts';

/** The review that a permanent link names. */
export interface Linked {
  review: ShownProductReview | null;
}

export function renderLinked(showing: Showing, linked: Linked): unknown {
  const {
    host,
    parts: { html },
    say,
  } = showing;
  const review = linked.review!;
  const { title, content, language } = review;
  const close = () => {
    linked.review = null;
    host.requestUpdate();
  };
  return html`<section class="linked" part="linked" tabindex="-1" aria-label=${say('linked')}>
    <p class="muted">${say('linked')}</p>
    ${renderByline(showing, review)}
    ${title ? html`<h3 dir="auto" lang=${language ?? ''}>${title}</h3>` : null}
    <p class="content" dir="auto" lang=${language ?? ''}>${content}</p>
    <button class="link" @click=${close}>${say('allReviews')}</button>
  </section>`;
}
