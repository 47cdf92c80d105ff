import { html, nothing, type TemplateResult } from 'lit';
import { formatDate } from '../locales/dates.ts';
import type { Photo } from '../dialogs/lightbox.ts';
import type { ReviewsElement } from '../element/reviews.ts';
import { byline } from './author.ts';
import { renderPhotos } from './photos.ts';
import { stars } from './stars.ts';
import { renderText } from './text.ts';

/** Fields common to product reviews and business reviews. */
export interface ReviewContent {
  /** The review itself. */
  readonly of: object;
  /** The reason why it stands out, shown above it. */
  readonly mark?: string | undefined;
  readonly title: string;
  readonly title_repeats?: true | undefined;
  readonly content: string;
  readonly author: string;
  /** Below the name. */
  readonly place?: string | null;
  /** Whether the author is a verified buyer; the glossary has the definition. */
  readonly verified: boolean;
  /** 1 to 5; missing if the server omits it. */
  readonly rating: number | null | undefined;
  readonly date: string;
  /** Beside the date. */
  readonly beside?: unknown;
  /** Its language where that is known, so that title and text share a direction. */
  readonly language?: string | null;
  /** Between text and photos. */
  readonly more?: unknown;
  readonly photos: readonly Photo[];
  /** Votes and the like. */
  readonly foot?: unknown;
  /** The reply of the shop. */
  readonly reply?: unknown;
}

/** Renders a review with as few templates as possible, because Lit clones and walks each one separately. */
export function renderReview<Item>(host: ReviewsElement<Item>, review: ReviewContent): TemplateResult {
  const { t } = host;
  const { content, author, rating, date, language, mark } = review;
  const title = review.title_repeats ? '' : review.title;
  const dir = language ? (/^(ar|fa|he|ur)/.test(language) ? 'rtl' : 'ltr') : 'auto';
  return html`<article part=${mark ? 'review highlight' : 'review'} class="review" tabindex="-1"
      aria-label=${title || author}>
    ${mark && html`<p class="mark">${mark}</p>`}${byline(author, [
      review.place && html`<div class="muted"><bdi>${review.place}</bdi></div>`,
      review.verified
        ? html`<span class="verified" part="verified"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M5 12.5l4.5 4.5L19 7.5" /></svg>${t('verified')}</span>`
        : null,
    ])}
    <div class="what">
      <div class="row">${rating ? stars(rating, t('rated', { n: rating })) : null}<span class="row facts muted"><time
          datetime=${date}>${formatDate(host.usedLocale, date)}</time>${review.beside}</span></div>
      ${title ? html`<h3 part="title" dir=${dir} lang=${(language ?? nothing) as string}>${title}</h3>` : null}
      ${renderText(host, review.of, content, 'content', language, dir)}
      ${review.more}${renderPhotos(host, review.photos)}${review.foot}${review.reply}
    </div>
  </article>`;
}
