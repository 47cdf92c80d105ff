import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { ProductReview } from '../../../contract/entities.ts';
import { MAX_COUNT } from '../../../contract/limits.ts';
import type { QueryOf } from '../../../contract/shopper.ts';
import type { LoadKey } from '../../controllers/load.ts';
import type { Photo } from '../../dialogs/lightbox.ts';
import { define } from '../../element/define.ts';
import { PlauditElement } from '../../element/element.ts';
import type { Page, Shown } from '../../element/list.ts';
import { ReviewsElement } from '../../element/reviews.ts';
import { common } from '../../locales/en/common.ts';
import { list } from '../../locales/en/list.ts';
import { addEnglish } from '../../locales/i18n.ts';
import { emit, type EventDetails } from '../../page/events.ts';
import {
  findBeside,
  listen,
  productKey,
  productQuery,
  setStarFilter,
  starFilter,
  tellOthers,
  unlisten,
} from '../../page/hub.ts';
import { content } from '../../styles/content.ts';
import { reviews } from '../../styles/reviews.ts';
import { authorOf } from '../../templates/author.ts';
import { renderEmpty } from '../../templates/empty.ts';
import { camera, search } from '../../templates/icons.ts';
import { renderPhotos } from '../../templates/photos.ts';
import { renderReview } from '../../templates/review.ts';
import { renderSort } from '../../templates/sort.ts';
import { star } from '../../templates/star.ts';
import { Description } from './description.ts';
import { renderVotes } from './votes.ts';

addEnglish({ ...common, ...list });

/** Below this number, the photos in the reviews suffice. */
const FEWEST_PHOTOS = 3;
/** Photos beyond this number appear only in the dialog. */
const MOST_PHOTOS = 60;
/** Pause in typing, in milliseconds, after which a search starts. */
const TYPING_MS = 350;

/**
 * The reviews of one product or product group, with photos and votes.
 *
 * @element plaudit-product-reviews
 * @slot - Shown until the reviews are ready, when they fail to load, and when JavaScript is off.
 * @slot empty - Replaces the message that there are no reviews.
 * @fires {CustomEvent} plaudit-ready - The reviews are displayed; `detail.total` is the number of reviews.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail`: `code`, `status`, `reason`, `retryAfter` (seconds).
 * @fires {CustomEvent} plaudit-filter - The shopper filtered, searched or sorted; `detail` holds the new query.
 * @fires {CustomEvent} plaudit-vote - A vote was counted; `detail` holds `reviewId`, `vote`, `queued`.
 * @csspart base - The whole element.
 * @csspart toolbar - The number of reviews, search, sort order and filters.
 * @csspart review - One review.
 * @csspart author - The author's name.
 * @csspart verified - The badge of a verified buyer.
 * @csspart stars - The stars of a review.
 * @csspart title - The title of a review.
 * @csspart content - The text of a review.
 * @csspart attributes - The custom attributes of a review.
 * @csspart strip - The customer photos above the list.
 * @csspart photos - The photos of a review.
 * @csspart votes - The votes on a review.
 * @csspart empty - The message when there are no reviews.
 * @csspart failure - The message when loading fails.
 * @csspart button - Buttons.
 * @csspart lightbox - The dialog that shows photos.
 * @cssprop [--plaudit-star-color=#c2660a] - Filled stars.
 * @cssprop [--plaudit-accent=#23201d] - Focus rings and primary buttons.
 * @cssprop [--plaudit-radius=0.5em] - Corner radius.
 */
export class ProductReviews extends ReviewsElement<ProductReview> {
  static override styles = [...PlauditElement.styles, content, reviews];

  static override properties: PropertyDeclarations = {
    sku: {},
    itemGroup: { attribute: 'item-group' },
    order: {},
  };

  /** SKU of the product. */
  declare sku: string | null;
  /** Identifier of the product group; takes precedence over `sku`. */
  declare itemGroup: string | null;
  /** Sort order: `created` (newest first, the default) or `relevant`. */
  declare order: string | null;

  /** All reviews with photos, and the key they belong to; empty until a shopper opens a photo. */
  #pictured: readonly [key: string | undefined, reviews: readonly ProductReview[]] = [undefined, []];
  #photos = false;
  #text = '';
  #typing: ReturnType<typeof setTimeout> | undefined;
  readonly #description = new Description(this);
  readonly #refresh = () => this.requestUpdate();
  /** Reloads so that shoppers see the review they have just written. */
  readonly #onSubmit = ({ detail }: CustomEvent<EventDetails['plaudit-submit']>) => {
    if (this.itemGroup || detail.sku === this.sku) this.load.reload();
  };

  override connectedCallback(): void {
    super.connectedCallback();
    // As servers that render React write the property.
    this.itemGroup ??= this.getAttribute('itemgroup');
    listen(this.#refresh);
    document.addEventListener('plaudit-submit', this.#onSubmit);
    tellOthers();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    unlisten(this.#refresh);
    document.removeEventListener('plaudit-submit', this.#onSubmit);
    clearTimeout(this.#typing);
    queueMicrotask(() => this.isConnected || this.#description.tell(null));
    tellOthers();
  }

  protected key(): LoadKey {
    const key = productKey(this);
    return key ? [key, JSON.stringify(this.#query)] : null;
  }

  protected idOf({ id }: ProductReview): number {
    return id;
  }

  get #query() {
    return {
      ...productQuery(this),
      count: this.count,
      order: this.order === 'relevant' ? ('relevant' as const) : ('created' as const),
      ratings: starFilter(this).join() || null,
      only_photos: this.#photos ? (1 as const) : null,
      q: this.#text || null,
    };
  }

  get #filtered(): boolean {
    const { ratings, only_photos, q } = this.#query;
    return !!(ratings || only_photos || q);
  }

  protected async page(start: number, signal?: AbortSignal): Promise<Page<ProductReview>> {
    return this.#ask({ ...this.#query, start: start || null }, signal);
  }

  async #ask(query: QueryOf<'listProductReviews'>, signal?: AbortSignal): Promise<Page<ProductReview>> {
    const { product_reviews: items, total } = await this.source.ask('listProductReviews', query, signal);
    return { items, total };
  }

  /** All customer photos, regardless of filters; requested when a shopper opens a photo. */
  protected override async otherPhotos(): Promise<readonly Photo[]> {
    const key = this.key()![0];
    const found: ProductReview[] = [];
    // Nobody pages through more than a few hundred photos.
    for (let start = 0; start < 500; start += MAX_COUNT) {
      const { items } = await this.#ask({
        ...productQuery(this),
        only_photos: 1,
        count: MAX_COUNT,
        start: start || null,
      });
      found.push(...items);
      if (items.length < MAX_COUNT) break;
    }
    this.#pictured = [key, found];
    this.requestUpdate();
    return found.flatMap((review) => this.photosOf(review));
  }

  /** Photos above the list: those of the displayed reviews, then all others once they are known. */
  get #strip(): readonly Photo[] {
    const [key, found] = this.#pictured;
    const reviews = new Map(
      [...this.load.data!.items, ...(key === this.key()![0] ? found : [])].map((review) => [review.id, review]),
    );
    return [...reviews.values()].flatMap((review) => this.photosOf(review));
  }

  protected override updated(): void {
    const { data, phase } = this.load;
    const key = `${this.proxy} ${this.business} ${productKey(this)}`;
    this.#description.tell(key, phase === 'ready' && !this.#filtered ? data!.items : undefined);
  }

  // ---- shopper actions ----------------------------------------------------------------------------------------------

  #tell(): void {
    this.requestUpdate();
    const { order } = this.#query;
    emit(this, 'plaudit-filter', {
      sku: this.sku,
      itemGroup: this.itemGroup,
      ratings: starFilter(this),
      order,
      photos: this.#photos,
      text: this.#text,
    });
  }

  #setStars(ratings: readonly number[]): void {
    setStarFilter(this, ratings);
    this.#tell();
  }

  readonly #togglePhotos = () => {
    this.#photos = !this.#photos;
    this.#tell();
  };

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
    // The pressed button disappears.
    box.focus();
  }

  // ---- rendering ----------------------------------------------------------------------------------------------------

  protected photosOf({ images, user }: ProductReview): Photo[] {
    return this.toPhotos(images, authorOf(user, this));
  }

  #empty(): TemplateResult {
    const form = findBeside('plaudit-review-form', this);
    const write = () => {
      form!.scrollIntoView({ block: 'nearest' });
      form!.focus();
    };
    return renderEmpty(
      this.t('noReviews'),
      html`<div><p class="muted">${this.t('beFirst')}</p>${
        form && html`<button class="button primary" part="button" @click=${write}>${this.t('write')}</button>`
      }</div>`,
    );
  }

  #toolbar({ total, items }: Shown<ProductReview>): TemplateResult {
    const { t } = this;
    const ratings = starFilter(this);
    const chip = (pressed: boolean, toggle: () => void, label: string, content: unknown) =>
      html`<button class="button chip" aria-label=${label} aria-pressed=${pressed ? 'true' : 'false'}
          @click=${toggle}>${content}</button>`;
    return html`<div class="row bar" part="toolbar">
      <h2 aria-live="polite">${t('reviews', { n: total ?? items.length })}</h2>
      <label class="field"><input type="search" aria-label=${t('search')} placeholder=${t('search')}
          @input=${this.#search} />${search()}</label>
      ${renderSort(this, { created: 'newest', relevant: 'relevant' }, () => this.#tell())}
      <div class="row chips" role="group" aria-label=${t('filter')}>
        ${[5, 4, 3, 2, 1].map((rating) => {
          const on = ratings.includes(rating);
          return chip(
            on,
            () => this.#setStars(on ? ratings.filter((other) => other !== rating) : [...ratings, rating]),
            t('stars', { n: rating }),
            [this.number(rating), star()],
          );
        })}
        ${chip(this.#photos, this.#togglePhotos, t('photos'), [camera(), t('photos')])}
        ${this.#filtered ? html`<button class="link" @click=${this.#clear}>${t('clear')}</button>` : null}
      </div>
    </div>`;
  }

  #findPhotos(): void {
    if (this.#pictured[0] !== this.key()![0]) this.otherPhotos().catch(() => {});
  }

  #photoStrip(): unknown {
    const photos = this.#strip;
    return photos.length < FEWEST_PHOTOS
      ? null
      : html`<div class="strip" part="strip" @pointerenter=${this.#findPhotos}
          @focusin=${this.#findPhotos}>${renderPhotos(this, photos.slice(0, MOST_PHOTOS), photos)}</div>`;
  }

  #review(review: ProductReview): TemplateResult {
    const { attributes } = review;
    return renderReview(this, {
      ...review,
      of: review,
      author: authorOf(review.user, this),
      place: review.user_location,
      verified: review.solicited === 'Yes',
      date: review.publishedRFC ?? review.createdRFC,
      more:
        attributes[0] &&
        html`<dl part="attributes">${attributes.map(
          ({ name, value }) => html`<div dir="auto"><dt
            class="muted">${name}</dt> <dd>${value}</dd></div>`,
        )}</dl>`,
      photos: this.photosOf(review),
      foot: renderVotes(this, review),
    });
  }

  protected override renderContent(): unknown {
    return this.renderLoad(this.load, (data) =>
      data.items[0] || this.#filtered
        ? html`${this.#toolbar(data)}${this.#photoStrip()}
          ${this.renderItems(
            data.items[0]
              ? data.items.map((review) => this.#review(review))
              : html`<p
              class="foot">${this.t('noMatch')}</p>`,
          )}
          ${this.renderEnd(data)}`
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
