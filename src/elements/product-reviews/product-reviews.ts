import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { ProductReview } from '../../../contract/entities/entities.ts';
import type { LoadKey } from '../../controllers/load.ts';
import type { Photo } from '../../dialogs/lightbox.ts';
import { define } from '../../element/define.ts';
import { PlauditElement } from '../../element/element.ts';
import type { Page, Shown } from '../../element/list.ts';
import { ReviewsElement } from '../../element/reviews.ts';
import { emit, type EventDetails } from '../../page/events.ts';
import { advise } from '../../page/failing.ts';
import { productKey, productQuery, starFilter, tellOthers } from '../../page/hub.ts';
import { patiently } from '../../page/patiently.ts';
import { hasActed } from '../../source/http-source.ts';
import { content } from '../../styles/content.ts';
import { camera } from '../../styles/icons.ts';
import { reviews } from '../../styles/reviews.ts';
import { authorOf } from '../../templates/author.ts';
import { renderChips } from '../../templates/chips.ts';
import { renderEmpty } from '../../templates/empty.ts';
import { renderReview, type ReviewContent } from '../../templates/review.ts';
import { renderToolbar } from '../../templates/toolbar.ts';
import { renderAttributes, renderOrigin, renderReply } from '../../templates/beside.ts';
import type { renderInvitation } from './invitation.ts';
import { orders } from './orders.ts';
import type { Overview } from './overview/overview.ts';
import { distinct, renderPhotoStrip } from './photo-strip.ts';
import { renderVotes } from './votes.ts';
import { renderWrite } from './write.ts';

const loadOverview = patiently(() => import('./overview/overview.ts'));
const loadInvitation = patiently(() => import('./invitation.ts'));
const loadPictured = patiently(() => import('./pictured.ts'));

/**
 * The reviews of one product or product group, with photos and votes.
 *
 * @element plaudit-product-reviews
 * @slot - Shown until the reviews are ready, when they fail to load, and when JavaScript is off.
 * @slot empty - Replaces the message that there are no reviews.
 * @fires {CustomEvent} plaudit-ready - The reviews are displayed; `detail.total` is the number of reviews.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail`: `code`, `status`, `reason`, `retryAfter` (seconds).
 * @fires {CustomEvent} plaudit-filter - The shopper filtered, searched or sorted; `detail` holds the new query.
 * @fires {CustomEvent} plaudit-translate - A review is to be translated, which the proxy or the browser gives if
 *   the page does not (`data-translate` on the script tag); `detail`: `texts`, `from`, `to`, `respondWith(translated)`.
 * @fires {CustomEvent} plaudit-vote - A vote was counted; `detail` holds `reviewId`, `vote`, `queued`.
 * @csspart base - The whole element.
 * @csspart toolbar - The number of reviews, search, sort order and filters.
 * @csspart choices - The filters that are on, each with a way to take it back.
 * @csspart sheet - The dialog with the filters.
 * @csspart list - The reviews, each of them a part `review`.
 * @csspart review - One review.
 * @csspart author - The author's name.
 * @csspart verified - The badge of a verified buyer.
 * @csspart reward - Said of a review for which its author was given something.
 * @csspart collected - Said of a review that another program collected.
 * @csspart reply - The shop's reply to a review.
 * @csspart shop - Said of the shop's reply.
 * @csspart stars - The stars of a review.
 * @csspart title - The title of a review.
 * @csspart content - The text of a review.
 * @csspart attributes - The custom attributes of a review.
 * @csspart overview - What all reviews say together, above the list.
 * @csspart recommend - How many would recommend the product.
 * @csspart scale - What reviewers chose on one of the shop's scales.
 * @csspart highlight - The most helpful favourable or critical review, above the list where nobody chose an order.
 * @csspart summary - What a language model wrote of all reviews, with a line that says so.
 * @csspart citation - A number in it that leads to a review.
 * @csspart quotes - Sentences that reviewers wrote.
 * @csspart quote - One of these sentences, with its stars.
 * @csspart mentions - The words that reviews speak of.
 * @csspart mention - One of these words.
 * @csspart linked - The review that a permanent link names.
 * @csspart link - The permanent link to a review.
 * @csspart translation - The offer to translate a review, and what became of it.
 * @csspart translate-all - The switch above the list that translates all reviews shown, or shows the originals.
 * @csspart summary-line - The line that stays in view while a long list scrolls by on a phone.
 * @csspart strip - The customer photos above the list.
 * @csspart all - The button beside them that shows all.
 * @csspart photos - The photos of a review.
 * @csspart votes - The votes on a review.
 * @csspart foot - The number of reviews that are shown, and the button for more.
 * @csspart empty - The message when there are no reviews.
 * @csspart failure - The message when loading fails.
 * @csspart button - Buttons.
 * @csspart lightbox - The dialog that shows photos.
 * @csspart report - The dialog that reports a review.
 * @cssprop [--plaudit-star-color=#c2660a] - Filled stars.
 * @cssprop [--plaudit-accent=#23201d] - Focus rings and primary buttons.
 * @cssprop [--plaudit-on-accent=white or black] - Text on the accent colour; by itself the one that can be read.
 * @cssprop [--plaudit-radius=0.5em] - Corner radius.
 * @cssprop [--plaudit-summary-line=flex] - `none` for no line while a long list scrolls by on a phone.
 * @cssprop [--plaudit-sticky-top=0px] - Height of a header of the page that stays: that line and links stop below it.
 */
export class ProductReviews extends ReviewsElement<ProductReview> {
  static override styles = [...PlauditElement.styles, content, reviews];

  static override properties: PropertyDeclarations = {
    sku: {},
    itemGroup: { attribute: 'item-group' },
    order: {},
    translated: { type: Boolean },
  };

  /** SKU of the product. */
  declare sku: string | null;
  /** Identifier of the product group; takes precedence over `sku`. */
  declare itemGroup: string | null;
  /**
   * Sort order: `created` (newest first, the default), `oldest`, `relevant`, `helpful`, `highest`, `lowest` or
   * `photos`.
   */
  declare order: string | null;
  /** Whether reviews in other languages are shown in the shopper's from the start; each original is a click away. */
  declare translated: boolean | null;

  /** All reviews of the product that have photos; undefined until a shopper turns to them. */
  #pictured: readonly ProductReview[] | undefined;
  readonly orders = orders;
  /** Undefined where the proxy has no digest. */
  #overview: Overview | null | undefined;
  #invite: typeof renderInvitation | undefined;
  /** How the shopper came to the address that the page has: a reload and the way back keep their place. @internal */
  arrival =
    (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type ?? 'navigate';
  /** Goes where the address leads, which makes it load. */
  readonly #come = (event?: Event) => {
    if (event) this.arrival = 'navigate';
    if (this.#isNamed && !this.near && this.arrival === 'navigate') void this.reveal(this);
    if (event) this.#overview?.follow(event);
  };
  /** Whether the address says something of this product. On a server there is none. */
  get #isNamed(): boolean {
    const named = new URLSearchParams(globalThis.location?.hash.slice(1)).get('plaudit');
    return !!named && named === productKey(this);
  }

  /** The product whose photos turned out to be missing, if any. */
  #product: string | null = null;
  /** Whether search engines were told of a product. */
  #isDescribed = false;
  /** Reloads so that shoppers see the review they have just written. */
  readonly #onSubmit = ({ detail }: CustomEvent<EventDetails['plaudit-submit']>) => {
    if (this.itemGroup || detail.sku === this.sku) this.load.reload();
  };

  override connectedCallback(): void {
    super.connectedCallback();
    // As servers that render React write the property.
    this.itemGroup ??= this.getAttribute('itemgroup');
    document.addEventListener('plaudit-submit', this.#onSubmit);
    addEventListener('hashchange', this.#come);
    this.#come();
    tellOthers();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('plaudit-submit', this.#onSubmit);
    removeEventListener('hashchange', this.#come);
    queueMicrotask(() => this.isConnected || this.#describe(null));
    tellOthers();
  }

  protected key(): LoadKey {
    const key = productKey(this);
    // An order that somebody chose is one without reviews before all others, though it may be the default.
    return key ? [key, JSON.stringify({ ...this.#query, chosen: !!this.order })] : null;
  }

  protected idOf({ id }: ProductReview): number {
    return id;
  }

  get #query() {
    const order = Object.hasOwn(orders, this.order!) ? (this.order as keyof typeof orders) : 'created';
    return {
      ...productQuery(this),
      count: this.count,
      order,
      // Dates and stars have an order of their own.
      prefer: (order === 'relevant' || order === 'helpful') && !this.chosen.languages ? this.language : null,
      ratings: starFilter(this).join() || null,
      ...this.chosen,
    };
  }

  protected async page(start: number, signal: AbortSignal): Promise<Page<ProductReview>> {
    const isFirst = !this.load.data;
    if (isFirst) this.all = null;
    const product = productKey(this);
    if (product !== this.#product) this.broken.clear();
    this.#product = product;
    if (isFirst && this.#isNamed) {
      // Without that code the reviews are there all the same, and all of them.
      await import('./overview/address/follower.ts').then(({ begin }) => begin(this)).catch(() => {});
      signal.throwIfAborted();
    }
    const query = {
      ...this.#query,
      start: start || null,
      digest: isFirst ? (1 as const) : null,
    };
    const answer = await this.source.ask('listProductReviews', query, signal);
    const { product_reviews: items, total, digest } = answer;
    if (hasActed()) import('./voting.ts').then(({ recall }) => recall(this)).catch(() => {});
    if (isFirst) {
      // Without the code of the overview, the reviews are there all the same.
      const overview =
        digest &&
        (await loadOverview()
          .then(({ overviewOf }) => overviewOf(this, answer))
          .catch(() => null));
      signal.throwIfAborted();
      this.#overview = overview;
      this.#pictured = undefined;
    }
    if (!items[0])
      this.#invite ??= await loadInvitation().then(
        (loaded) => loaded.renderInvitation,
        () => undefined,
      );
    if (!this.filtered) this.all = total;
    const first =
      start || this.order || this.filtered ? { items } : (this.#overview?.lead(items, this.count) ?? { items });
    await this.#overview?.before(first.items);
    return { ...first, total };
  }

  /** All customer photos, regardless of filters; requested when a shopper opens a photo. @internal */
  override async otherPhotos(): Promise<readonly Photo[]> {
    const { signal } = this.load;
    const product = productQuery(this);
    const found = await loadPictured().then(({ readPictured }) => readPictured(this.source, product));
    if (!signal!.aborted) {
      this.#pictured = found;
      this.requestUpdate();
    }
    return found.flatMap((review) => this.photosOf(review));
  }

  protected override updated(): void {
    if (this.order && !Object.hasOwn(orders, this.order)) advise(this);
    super.updated();
    this.#overview?.updated();
    const { data, phase } = this.load;
    const key = `${this.proxy} ${this.business} ${productKey(this)}`;
    this.#describe(key, phase === 'ready' && !this.filtered ? data!.items : undefined);
  }

  #describe(key: string | null, items?: readonly ProductReview[]): void {
    this.#isDescribed ||= !!items;
    if (this.#isDescribed) import('./describe.ts').then(({ describe }) => describe(this, key, items)).catch(() => {});
  }

  // ---- shopper actions ----------------------------------------------------------------------------------------------

  /** @internal */
  tell(): void {
    const { sku, itemGroup, chosen } = this;
    emit(this, 'plaudit-filter', {
      sku,
      itemGroup: itemGroup ?? undefined,
      ratings: starFilter(this),
      order: this.#query.order,
      photos: !!chosen.only_photos,
      text: chosen.q ?? '',
    });
  }

  // ---- rendering ----------------------------------------------------------------------------------------------------

  protected photosOf(review: ProductReview): Photo[] {
    return this.toPhotos(review, authorOf(review.user, this));
  }

  /** Those of the displayed reviews, then all others once they are known. */
  #photoStrip({ items }: Shown<ProductReview>): unknown {
    const reviews = new Map([...items, ...(this.#pictured ?? [])].map((review) => [review.id, review]));
    const photos = distinct([...reviews.values()].flatMap((review) => this.photosOf(review)));
    const here = items.slice(0, this.count).flatMap((review) => this.photosOf(review)).length;
    const find = () => void (this.#pictured || this.otherPhotos().catch(() => {}));
    const { pictures, all } = this.#overview ?? {};
    return renderPhotoStrip(this, here, pictures || here, photos, find, all?.(photos, !!this.#pictured));
  }

  #review(review: ProductReview): TemplateResult {
    const shown: ReviewContent = {
      ...review,
      of: review,
      author: authorOf(review.user, this),
      place: review.user_location,
      verified: !!review.verified,
      date: review.publishedRFC ?? review.createdRFC,
      beside: renderOrigin(this, review),
      more: renderAttributes(review),
      photos: this.photosOf(review),
      foot: renderVotes(this, review),
      reply: renderReply(this, review),
      mark: this.#overview?.mark(review),
    };
    return renderReview(this, this.#overview?.dress(shown) ?? shown);
  }

  /** The reviews, below those that come before all others. */
  #list({ items }: Shown<ProductReview>): unknown {
    const all = items.map((review) => this.#review(review));
    const { length } = items.filter((review) => this.#overview?.mark(review));
    return [
      length ? html`<div class="highlights ${length > 1 ? 'two' : ''}">${all.slice(0, length)}</div>` : null,
      this.renderItems(all.slice(length), this.#overview?.nothing()),
    ];
  }

  /** @internal */
  renderFilters(): unknown {
    return (
      this.#overview?.chips() ??
      renderChips(this, [{ name: 'only_photos', value: 1, content: [camera(), this.t('photos')] }])
    );
  }

  override nameOf(sent: string): string {
    return this.#overview?.nameOf(sent) ?? super.nameOf(sent);
  }

  protected override renderContent(): unknown {
    return this.renderLoad(this.load, (data) =>
      data.items[0] || this.filtered || this.load.phase !== 'ready'
        ? html`${this.#overview?.top()}${renderToolbar(
            this,
            data,
            renderWrite(this),
            this.#overview?.lines(data.items),
          )}${this.#photoStrip(data)}
          ${this.#list(data)}
          ${this.renderFoot(data, this.#overview?.line())}`
        : (this.#invite?.(this) ?? renderEmpty(this.t('noReviews'))),
    );
  }
}

define('plaudit-product-reviews', ProductReviews);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-product-reviews': ProductReviews;
  }
}
