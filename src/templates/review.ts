import { html, type TemplateResult } from 'lit';
import type { ProductReview } from '../../contract/entities.ts';
import type { Photo } from '../lightbox.ts';
import type { ProductReviews } from '../elements/product-reviews.ts';
import { formatDate } from '../i18n.ts';
import type { Key } from '../locales/catalogue.ts';
import { check, thumb } from './icons.ts';
import { stars } from './stars.ts';

export type Vote = 'positive' | 'negative';

/** What a shopper did with a review. */
export interface Reading {
  open?: boolean;
  /** None once it was refused. */
  vote?: Vote | undefined;
  /** Votes of this kind before; an answer that came since may count the shopper's own. */
  before?: number;
  /** What came of the vote. */
  note?: Key | undefined;
}

/** A text longer than this, in UTF-16 code units, begins folded; so does one of many lines. */
const LONG = /[^]{480}|(\n[^]*){9}/;

export const authorOf = ({ user }: ProductReview, { t }: ProductReviews): string =>
  [user?.firstName, user?.lastName?.replace(/^(.)$/, '$1.')].filter(Boolean).join(' ') || user?.username || t('anonymous');

export function renderReview(host: ProductReviews, review: ProductReview, reading: Reading, photos: readonly Photo[]): TemplateResult {
  const { t, usedLocale } = host;
  const { title, content, open = !LONG.test(content) } = { ...review, ...reading };
  const author = authorOf(review, host);
  const date = review.publishedRFC ?? review.createdRFC;
  const vote = (kind: Vote) => {
    const counted = review[`num_${kind}_votes`];
    const chosen = reading.vote === kind;
    const count = chosen ? Math.max(counted, reading.before! + 1) : counted;
    return html`<button type="button" class="button chip" aria-pressed=${chosen ? 'true' : 'false'} aria-disabled=${reading.vote ? 'true' : 'false'} @click=${() => host.vote(review, kind)}>
      ${thumb(kind === 'negative')}${t(kind)} ${count ? html`<span class="muted">${host.number(count)}</span>` : null}
    </button>`;
  };
  return html`<article part="review" class="review" tabindex="-1" aria-label=${title}>
    <div class="who">
      <span class="monogram" aria-hidden="true">${[...author][0]}</span>
      <div>
        <b part="author" dir="auto">${author}</b>
        <bdi class="muted">${review.user_location}</bdi>
        ${review.solicited === 'Yes' ? html`<span class="verified" part="verified">${check()}${t('verified')}</span>` : null}
      </div>
    </div>
    <div class="what">
      <div class="row">${stars(review.rating, t('rated', { n: review.rating }))}<time class="muted" datetime=${date}>${formatDate(usedLocale, date)}</time></div>
      ${title ? html`<h3 part="title" dir="auto">${title}</h3>` : null}
      <p part="content" class="content ${open ? '' : 'folded'}" dir="auto">${content}</p>
      ${LONG.test(content) ? html`<button class="link" type="button" aria-expanded=${open ? 'true' : 'false'} @click=${() => host.note(review, { open: !open })}>${t(open ? 'readLess' : 'readMore')}</button>` : null}
      ${review.attributes[0] ? html`<dl part="attributes">${review.attributes.map(({ name, value }) => html`<div dir="auto"><dt class="muted">${name}</dt> <dd>${value}</dd></div>`)}</dl>` : null}
      ${photos[0]
        ? html`<ul class="row" part="photos">${photos.map((photo) => html`<li>
            <button type="button" class="frame" @click=${({ currentTarget }: Event) => host.enlarge(photo, currentTarget as HTMLElement)}>
              <img class="photo" src=${photo.small} alt=${photo.caption || t('photoBy', { name: author })} loading="lazy" @error=${() => host.photoFailed(photo)} />
            </button>
          </li>`)}</ul>`
        : null}
      <div class="row" part="votes">${vote('positive')}${vote('negative')}<span class="muted" role="status">${reading.note && t(reading.note)}</span></div>
    </div>
  </article>`;
}
