import type { ShownProductReview } from '../../../../contract/digest.ts';
import type { Parts, Told } from './parts.ts';

/** The review that a permanent link names. */
export interface Linked {
  review: ShownProductReview | null;
}

/** What it takes, also on a server. */
interface Showing extends Pick<Told, 'host' | 'say'> {
  readonly parts: Pick<Parts, 'html' | 'stars' | 'authorOf' | 'formatDate'>;
}

export function renderLinked(
  { host, parts: { html, stars, authorOf, formatDate }, say }: Showing,
  linked: Linked,
): unknown {
  const { title, content, rating, user, publishedRFC, createdRFC, language } = linked.review!;
  const date = publishedRFC ?? createdRFC;
  const close = () => {
    linked.review = null;
    host.requestUpdate();
  };
  return html`<section class="linked" part="linked" tabindex="-1" aria-label=${say('linked')}>
    <p class="muted">${say('linked')}</p>
    <div class="row">${stars(rating, host.t('rated', { n: rating }))}<b dir="auto">${authorOf(user, host)}</b>
      <time class="muted" datetime=${date}>${formatDate(host.usedLocale, date)}</time></div>
    ${title ? html`<h3 dir="auto" lang=${language ?? ''}>${title}</h3>` : null}
    <p class="content" dir="auto" lang=${language ?? ''}>${content}</p>
    <button class="link" @click=${close}>${say('allReviews')}</button>
  </section>`;
}
