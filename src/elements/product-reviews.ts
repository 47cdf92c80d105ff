import { html, render, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { ProductReview } from '../../contract/entities.ts';
import { client, type ReviewPage } from '../client.ts';
import { define } from '../define.ts';
import { PlauditElement } from '../element.ts';
import { emit, type EventDetails } from '../events.ts';
import { toFailure, type Failure } from '../failure.ts';
import { findBeside, listen, productKey, setStarFilter, starFilter, tellOthers, unlisten } from '../hub.ts';
import { addEnglish } from '../i18n.ts';
import { later } from '../later.ts';
import type { Photo } from '../lightbox.ts';
import { common } from '../locales/en/common.ts';
import { list } from '../locales/en/list.ts';
import { content } from '../styles/content.ts';
import { reviews } from '../styles/reviews.ts';
import { camera, chevron, search } from '../templates/icons.ts';
import { authorOf, renderReview, type Reading, type Vote } from '../templates/review.ts';
import { oneStar, stars } from '../templates/stars.ts';
import { safeUrl } from '../url.ts';
import { randomId, write } from '../writes.ts';

addEnglish({ ...common, ...list });

interface Shown extends ReviewPage {
  /** Where the next page starts: how many the proxy has given, repetitions included. */
  readonly next: number;
  readonly complete: boolean;
}

/** HTML of our own making, by way of Lit's Trusted Types policy: the only one that a strict page has to allow. */
function parse(text: string): Element {
  const strings = Object.assign([text], { raw: [text] });
  const parent = document.createElement('div');
  render(html(strings), parent);
  return parent.firstElementChild!;
}

/** Rest of typing after which a search begins, in milliseconds. */
const TYPING_MS = 350;

/**
 * The reviews of one product, or of a group of products, with photos and votes.
 *
 * @element plaudit-product-reviews
 * @slot - Shown until the reviews are ready, when they cannot load, and where there is no JavaScript.
 * @slot empty - Replaces what is shown where there are no reviews.
 * @fires {CustomEvent} plaudit-ready - The reviews are on show; `detail.total` is the number of reviews.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail` holds `code`, `status`, `reason`, `retryAfter` (seconds).
 * @fires {CustomEvent} plaudit-filter - The shopper filtered, searched or sorted; `detail` holds the new query.
 * @fires {CustomEvent} plaudit-vote - A vote was counted; `detail` holds `reviewId`, `vote`, `queued`.
 * @csspart base - The whole.
 * @csspart toolbar - Number, search, sort and filters.
 * @csspart review - One review.
 * @csspart author - Name of the author.
 * @csspart verified - Mark of a verified buyer.
 * @csspart stars - The stars of a review.
 * @csspart title - Title of a review.
 * @csspart content - Text of a review.
 * @csspart attributes - Custom attributes of a review.
 * @csspart photos - Photos of a review.
 * @csspart votes - Votes on a review.
 * @csspart empty - What is shown where there are no reviews.
 * @csspart failure - What is shown where loading failed.
 * @csspart button - Buttons.
 * @csspart lightbox - The dialog that shows photos.
 * @cssprop [--plaudit-star-color=#c2660a] - Filled stars.
 * @cssprop [--plaudit-accent=#23201d] - Focus rings and primary buttons.
 * @cssprop [--plaudit-radius=0.5em] - Rounding of corners.
 */
export class ProductReviews extends PlauditElement {
  static override styles = [...PlauditElement.styles, content, reviews];

  static override properties: PropertyDeclarations = {
    sku: {},
    itemGroup: { attribute: 'item-group' },
    pageSize: { type: Number, attribute: 'page-size' },
    order: {},
  };

  /** Which product. */
  declare sku: string | null;
  /** Which group of products; wins over `sku`. */
  declare itemGroup: string | null;
  /** How many reviews are shown at first and added at a time, 1 to 100; by default 10. */
  declare pageSize: number | null;
  /** `created` (newest first, the default) or `relevant`. */
  declare order: string | null;

  #photos = false;
  #text = '';
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** Loading the next page: not, under way, or why it failed. */
  #adding: boolean | Failure = false;
  /** The product that search engines are told about, and how to take it back. */
  #described: string | null = null;
  #undescribe: (() => void) | undefined;
  readonly #readings = new Map<number, Reading>();
  readonly #broken = new Set<string>();

  readonly #load = this.loading<Shown>(
    () => {
      const key = productKey(this);
      return key ? [key, JSON.stringify(this.#query)] : null;
    },
    (signal) => {
      this.#adding = false;
      return this.#page(0, signal);
    },
    ({ total }) => total,
  );

  readonly #refresh = () => this.requestUpdate();
  /** A review that the shopper has just written belongs on show. */
  readonly #onSubmit = ({ detail }: CustomEvent<EventDetails['plaudit-submit']>) => {
    if (this.itemGroup || detail.sku === this.sku) this.#load.reload();
  };

  override connectedCallback(): void {
    super.connectedCallback();
    listen(this.#refresh);
    document.addEventListener('plaudit-submit', this.#onSubmit);
    tellOthers();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    unlisten(this.#refresh);
    document.removeEventListener('plaudit-submit', this.#onSubmit);
    clearTimeout(this.#typing);
    queueMicrotask(() => this.isConnected || this.#describe(null));
    tellOthers();
  }

  get #query() {
    return {
      ...(this.itemGroup ? { item_group: this.itemGroup } : { sku: this.sku }),
      count: Math.min(100, Math.max(1, Math.trunc(this.pageSize!) || 10)),
      order: this.order === 'relevant' ? 'relevant' : 'created',
      ratings: starFilter(this).join() || null,
      only_photos: this.#photos ? 1 : null,
      q: this.#text || null,
    };
  }

  get #filtered(): boolean {
    const { ratings, only_photos, q } = this.#query;
    return !!(ratings || only_photos || q);
  }

  async #page(start: number, signal?: AbortSignal): Promise<Shown> {
    const query = this.#query;
    const answer = await client.get(this.source, '/businesses/{business}/product/reviews', { ...query, start: start || null }, signal);
    const { product_reviews: reviews = [], total = null } = answer as { product_reviews?: ProductReview[]; total?: number };
    const next = start + reviews.length;
    return { reviews, total, next, complete: total === null ? reviews.length < query.count : next >= total || !reviews.length };
  }

  protected override updated(): void {
    const { data, phase } = this.#load;
    const key = `${this.proxy} ${this.business} ${productKey(this)}`;
    if (this.#described !== key) this.#describe(null);
    if (phase === 'ready' && !this.#described && !this.#filtered) this.#describe(key, data);
  }

  #describe(key: string | null, data?: Shown): void {
    this.#described = key;
    this.#undescribe?.();
    this.#undescribe = undefined;
    if (!data?.reviews[0]) return;
    Promise.all([later.jsonLd(), client.ratings(this.source, this.sku, this.itemGroup)]).then(
      ([{ describeProduct }, ratings]) => {
        if (this.#described === key) this.#undescribe = describeProduct(this.itemGroup ? null : this.sku, ratings, data.reviews, safeUrl, parse);
      },
      // Search engines do without.
      () => {},
    );
  }

  // ---- what the shopper does ----------------------------------------------------------------------------------------

  #tell(): void {
    this.requestUpdate();
    const { order } = this.#query;
    emit(this, 'plaudit-filter', { sku: this.sku, itemGroup: this.itemGroup, ratings: starFilter(this), order, photos: this.#photos, text: this.#text });
  }

  #setStars(ratings: readonly number[]): void {
    setStarFilter(this, ratings);
    this.#tell();
  }

  #search({ currentTarget }: Event): void {
    const { value } = currentTarget as HTMLInputElement;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => {
      this.#text = value.trim();
      this.#tell();
    }, TYPING_MS);
  }

  #clear(): void {
    const box = this.renderRoot.querySelector('input')!;
    box.value = this.#text = '';
    this.#photos = false;
    this.#setStars([]);
    // The button that was pressed goes away.
    box.focus();
  }

  async #more(): Promise<void> {
    const { data, signal } = this.#load;
    if (this.#adding === true || !data) return;
    this.#adding = true;
    this.requestUpdate();
    try {
      const page = await this.#page(data.next, signal);
      if (signal!.aborted) return;
      this.#adding = false;
      // A review that came in since pushes others onto the next page: they are shown once.
      const known = new Set(data.reviews.map(({ id }) => id));
      this.#load.data = { ...page, reviews: [...data.reviews, ...page.reviews.filter(({ id }) => !known.has(id))] };
      this.requestUpdate();
      await this.updateComplete;
      // The button is gone: go on with the first review that it brought.
      if (page.complete) this.renderRoot.querySelectorAll('article')[data.reviews.length]?.focus({ preventScroll: true });
    } catch (error) {
      if (signal!.aborted) return;
      this.#adding = toFailure(error);
      this.requestUpdate();
    }
  }

  /** Notes what the shopper did with a review. @internal */
  note({ id }: ProductReview, reading: Reading): void {
    this.#readings.set(id, { ...this.#readings.get(id), ...reading });
    this.requestUpdate();
  }

  /** @internal */
  async vote(review: ProductReview, vote: Vote): Promise<void> {
    const { id: reviewId } = review;
    if (this.#readings.get(reviewId)?.vote) return;
    this.note(review, { vote, before: review[`num_${vote}_votes`], note: undefined });
    try {
      const queued = await write(this.source, '/businesses/{business}/product/reviews/vote', new URLSearchParams({ review_id: `${reviewId}`, vote }), randomId(), client.deadlineMs);
      this.note(review, { note: 'voted' });
      emit(this, 'plaudit-vote', { reviewId, vote, queued });
    } catch (error) {
      const { code, status } = toFailure(error);
      this.note(review, { vote: undefined, note: code === 404 || status === 409 ? 'votedBefore' : 'voteFailed' });
    }
  }

  /** @internal */
  async enlarge(photo: Photo, opener: HTMLElement): Promise<void> {
    const all = this.#load.data!.reviews.flatMap((review) => this.#photosOf(review));
    const { openLightbox } = await later.lightbox();
    if (this.isConnected) openLightbox(this.shadowRoot!, all, all.findIndex(({ small }) => small === photo.small), this.t, opener);
  }

  /** @internal */
  photoFailed({ small }: Photo): void {
    this.#broken.add(small);
    this.requestUpdate();
  }

  // ---- what is shown ------------------------------------------------------------------------------------------------

  #photosOf(review: ProductReview): Photo[] {
    const { proxy } = this.source;
    return review.images.flatMap(({ large: thumbnail, normal, original, caption }) => {
      const large = safeUrl(normal || original, proxy);
      const small = safeUrl(thumbnail, proxy) ?? large;
      return small && large && !this.#broken.has(small) ? [{ small, large, caption, author: authorOf(review, this) }] : [];
    });
  }

  #empty(): TemplateResult {
    const form = findBeside('plaudit-review-form', this);
    return html`<slot name="empty"><div class="panel" part="empty">
      ${stars(0, '')}
      <h2>${this.t('noReviews')}</h2>
      <p class="muted">${this.t('beFirst')}</p>
      ${form && html`<button class="button primary" part="button" type="button" @click=${() => (form.scrollIntoView({ block: 'nearest' }), form.focus())}>${this.t('write')}</button>`}
    </div></slot>`;
  }

  #toolbar({ total, reviews }: Shown): TemplateResult {
    const { t } = this;
    const ratings = starFilter(this);
    const chip = (pressed: boolean, toggle: () => void, label: string, content: unknown) =>
      html`<button class="button chip" type="button" aria-label=${label} aria-pressed=${pressed ? 'true' : 'false'} @click=${toggle}>${content}</button>`;
    return html`<div class="row bar" part="toolbar">
      <h2 aria-live="polite">${t('reviews', { n: total ?? reviews.length })}</h2>
      <label class="field"><input type="search" aria-label=${t('search')} placeholder=${t('search')} @input=${this.#search} />${search()}</label>
      <label class="field">
        <select aria-label=${t('sort')} @change=${({ currentTarget }: Event) => ((this.order = (currentTarget as HTMLSelectElement).value), this.#tell())}>
          <option value="created">${t('newest')}</option>
          <option value="relevant" ?selected=${this.order === 'relevant'}>${t('relevant')}</option>
        </select>${chevron()}
      </label>
      <div class="row chips" role="group" aria-label=${t('filter')}>
        ${[5, 4, 3, 2, 1].map((rating) => {
          const on = ratings.includes(rating);
          return chip(on, () => this.#setStars(on ? ratings.filter((other) => other !== rating) : [...ratings, rating]), t('stars', { n: rating }), [this.number(rating), oneStar()]);
        })}
        ${chip(this.#photos, () => ((this.#photos = !this.#photos), this.#tell()), t('photos'), [camera(), t('photos')])}
        ${this.#filtered ? html`<button class="link" type="button" @click=${this.#clear}>${t('clear')}</button>` : null}
      </div>
    </div>`;
  }

  #foot({ reviews, total, complete }: Shown): TemplateResult {
    const adding = this.#adding;
    return html`<div class="foot">
      <p class="muted" aria-live="polite">${total === null ? null : this.t('shown', { n: reviews.length, total })}</p>
      ${typeof adding === 'object'
        ? this.renderFailure(adding, () => void this.#more())
        : complete
          ? null
          : html`<button class="button" part="button" type="button" aria-disabled=${adding ? 'true' : 'false'} @click=${this.#more}>${this.t(adding ? 'loading' : 'more')}</button>`}
      <p class="muted">${this.t('verifiedNote')}</p>
    </div>`;
  }

  protected override renderContent(): unknown {
    const { phase, failure } = this.#load;
    return this.renderLoad(this.#load, (data) =>
      data.reviews[0] || this.#filtered
        ? html`${this.#toolbar(data)}${this.renderFailure(failure, () => this.#load.reload())}
          <div class="list" aria-busy=${phase === 'loading' ? 'true' : 'false'}>
            ${data.reviews.map((review) => renderReview(this, review, this.#readings.get(review.id) ?? {}, this.#photosOf(review)))}
            ${data.reviews[0] ? null : html`<p class="foot">${this.t('noMatch')}</p>`}
          </div>
          ${this.#foot(data)}`
        : this.#empty(),
    );
  }
}

define('plaudit-product-reviews', ProductReviews);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-product-reviews': ProductReviews;
  }
}
