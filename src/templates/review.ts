import { html, type TemplateResult } from 'lit';
import type { Photo } from '../lightbox.ts';
import type { ReviewsElement } from '../reviews.ts';
import { byline, day } from './author.ts';
import { check } from './icons.ts';
import { renderPhotos } from './photos.ts';
import { stars } from './stars.ts';

/** What reviews of a product and of a business have in common. */
export interface Written {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly author: string;
  /** Beneath the name. */
  readonly place?: string | null;
  /** Whether the author was invited after a purchase. */
  readonly verified: boolean;
  /** 1 to 5; none, where a server left it out. */
  readonly rating: number | null | undefined;
  readonly date: string;
  /** Beside the date. */
  readonly beside?: unknown;
  /** Between text and photos. */
  readonly more?: unknown;
  readonly photos: readonly Photo[];
  /** Votes and the like. */
  readonly foot?: unknown;
}

/** A text longer than this, in UTF-16 code units, begins folded; so does one of many lines. */
const MOST_TEXT = 480;
const MOST_LINES = 9;

export function renderReview<Item>(host: ReviewsElement<Item>, review: Written): TemplateResult {
  const { t } = host;
  const { id, title, content, author, rating, date } = review;
  const long = content.length >= MOST_TEXT || content.split('\n', MOST_LINES + 1).length > MOST_LINES;
  const { open = !long } = host.reading(id);
  return html`<article part="review" class="review" tabindex="-1" aria-label=${title || author}>
    ${byline(author, [review.place && html`<span class="muted"><bdi>${review.place}</bdi></span>`, review.verified ? html`<span class="verified" part="verified">${check()}${t('verified')}</span>` : null])}
    <div class="what">
      <div class="row">${rating ? stars(rating, t('rated', { n: rating })) : null}<span class="row facts muted">${day(host, date)}${review.beside}</span></div>
      ${title ? html`<h3 part="title" dir="auto">${title}</h3>` : null}
      <p part="content" class="content ${open ? '' : 'folded'}" dir="auto">${content}</p>
      ${long ? html`<button class="link" type="button" aria-expanded=${open ? 'true' : 'false'} @click=${() => host.note(id, { open: !open })}>${t(open ? 'readLess' : 'readMore')}</button>` : null}
      ${review.more}${renderPhotos(host, review.photos)}${review.foot}
    </div>
  </article>`;
}
