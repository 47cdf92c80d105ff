import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { roundAverage, sumOf } from '../../../contract/averages.ts';
import type { AspectRating, Business } from '../../../contract/entities/entities.ts';
import type { Statistics } from '../../../contract/shopper/shopper.ts';
import { define } from '../../element/define.ts';
import { PlauditElement } from '../../element/element.ts';
import type { ReviewsElement } from '../../element/reviews.ts';
import { formatAverage } from '../../locales/i18n.ts';
import { emit } from '../../page/events.ts';
import { findBeside, productKey, productQuery, setStarFilter, starFilter } from '../../page/hub.ts';
import { content } from '../../styles/content.ts';
import { css } from '../../styles/css.ts';
import { star } from '../../templates/star.ts';
import { stars } from '../../templates/stars.ts';

/** Statistics about the reviews of a product or business. */
interface Summary extends Pick<Statistics, 'total' | 'average_rating'> {
  /** Number of reviews per star rating, from one to five; null until the proxy knows it. */
  readonly ratings: Readonly<Record<number, { readonly num_reviews: number }>> | null;
  /** Average aspect ratings of a business. */
  readonly aspects?: readonly AspectRating[];
}

function readBusiness({ numReviews, averageRating }: Business): Summary {
  const [total, ...counts] = (['total', 'oneStar', 'twoStars', 'threeStars', 'fourStars', 'fiveStars'] as const).map(
    (name) => numReviews.find(({ type }) => type === name)?.rating ?? 0,
  );
  return {
    total: total!,
    average_rating: averageRating.find(({ type }) => type === 'overall')?.rating ?? 0,
    ratings: counts.map((num_reviews) => ({ num_reviews })),
    aspects: averageRating.filter(({ type, rating }) => rating && type !== 'overall'),
  };
}

/**
 * The average, number and distribution of reviews of a product or, without `sku` and `item-group`, of the business.
 * Beside a `plaudit-product-reviews` of the same product, a row of the distribution filters that list.
 *
 * @element plaudit-star-summary
 * @slot - Shown until the summary is ready, when it fails to load, and when JavaScript is off.
 * @fires {CustomEvent} plaudit-ready - The summary is displayed; `detail.total` is the number of reviews.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail`: `code`, `status`, `reason`, `retryAfter` (seconds).
 * @fires {CustomEvent} plaudit-filter - The shopper selected a row; `detail.ratings` holds the filter's star ratings.
 * @csspart base - The whole element.
 * @csspart average - The average as a number.
 * @csspart stars - The five stars.
 * @csspart count - The number of reviews.
 * @csspart row - One row of the distribution.
 * @csspart bar - The bar of a row.
 * @csspart aspects - The average aspect ratings of a business.
 * @cssprop [--plaudit-star-color=#c2660a] - Filled stars and bars.
 */
export class StarSummary extends PlauditElement {
  static override styles = [
    ...PlauditElement.styles,
    content,
    css`
      :host {
        min-height: 9.5em;
      }
      /* A business summary has its aspects below. */
      @media (width < 33em) {
        :host(:not([sku], [item-group])) {
          min-height: 20.5em;
        }
      }
      .summary {
        display: grid;
        grid-template-columns: max-content minmax(0, 24em);
        justify-content: start;
        /* No centring: rendered HTML arrives in pieces, and the earlier pieces must not move. */
        align-items: start;
        gap: clamp(1em, 6cqi, 3em);
      }
      .summary > div {
        padding-top: 1.5em;
      }
      .average {
        font-size: 3em;
        font-weight: 600;
        line-height: 1.15;
      }
      .line {
        display: grid;
        grid-template-columns: 2em 1fr 3em;
        align-items: center;
        gap: 0.6em;
        width: 100%;
        min-height: max(1.9em, 24px);
        padding: 0 0.4em;
        border: 0;
        text-align: start;
        font-variant-numeric: tabular-nums;
      }
      button:hover,
      [aria-pressed='true'] {
        background: var(--fill);
      }
      [aria-pressed='true'] {
        box-shadow: inset 0 0 0 1px var(--edge);
      }
      /* Also rows that filter nothing: whether there is a list beside them is known late. */
      @media (pointer: coarse) {
        :host(:is([sku], [item-group])) {
          min-height: max(9.5em, 220px);
        }
        :host(:is([sku], [item-group])) .line {
          min-height: 44px;
        }
      }
      .line .row {
        flex-wrap: nowrap;
        gap: 0.25em;
      }
      .line .muted {
        text-align: right;
      }
      dl {
        grid-column: 1 / -1;
        /* Fills the columns without widening them. */
        width: 0;
        min-width: 100%;
        columns: 15em;
        column-gap: 2em;
      }
      dl .line {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        padding: 0;
        break-inside: avoid;
      }
      dd {
        width: 7.5em;
        height: 1.5em;
      }
      .bar {
        width: 100%;
        height: 0.5em;
      }
      @media (prefers-reduced-motion: no-preference) {
        .bar .on {
          transition: width 0.18s;
        }
      }
      .bone {
        background:
          linear-gradient(var(--fill) 0 0) 0 1.9em / 5em 5em no-repeat,
          linear-gradient(#0000 0.7em, var(--fill) 0 1.2em, #0000 0) 8em 0 / 24em 1.9em repeat-y;
      }
      @container (width < 17em) {
        .summary {
          grid-template-columns: 1fr;
        }
      }
      /* The aspects are beside the bars, at the same height. */
      @container (width > 50em) {
        .detailed {
          grid-template-columns: max-content minmax(0, 24em) minmax(12em, 18em);
        }
        dl {
          grid-column: auto;
        }
      }
    `,
  ];

  static override properties: PropertyDeclarations = {
    sku: {},
    itemGroup: { attribute: 'item-group' },
  };

  /** SKU of the product. */
  declare sku: string | null;
  /** Identifier of the product group; takes precedence over `sku`. */
  declare itemGroup: string | null;

  readonly #load = this.loading<Summary>(
    () => [`${productKey(this)}`],
    async (signal) =>
      productKey(this) ? this.#statistics(signal) : readBusiness(await this.source.ask('getBusiness', {}, signal)),
    ({ total }) => total,
  );

  async #statistics(signal: AbortSignal): Promise<Summary> {
    const { product_reviews_stats: known } = await this.source.ask('getProductReviewStats', productQuery(this), signal);
    // A list of skus takes none with a comma.
    if (known.ratings || this.itemGroup || this.sku!.includes(',')) return known;
    // While its mirror is cold, the proxy has distributions for a few products at a time, but not for many.
    return this.source.ask('getStatsOfProducts', { skus: this.sku! }, signal).then(
      ({ stats }) => stats[this.sku!]!,
      () => known,
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // As servers that render React write the property.
    this.itemGroup ??= this.getAttribute('itemgroup');
  }

  #choose(rating: number): void {
    const ratings = starFilter(this).join() === `${rating}` ? [] : [rating];
    setStarFilter(this, ratings);
    emit(this, 'plaudit-filter', { sku: this.sku, itemGroup: this.itemGroup, ratings });
    const list = findBeside('plaudit-product-reviews', this) as ReviewsElement<unknown> | undefined;
    if (!list) return;
    // Its code may be on its way, once it is near.
    void this.reveal(list, 'nearest');
    void customElements
      .whenDefined(list.localName)
      .then(() => list.loadFilters())
      .then(({ lead }) => lead(list))
      .catch(() => {});
  }

  #row(rating: number, count: number, share: number, filters: boolean): TemplateResult {
    const label = `${this.t('stars', { n: rating })}: ${this.t('reviews', { n: count })}`;
    const line = html`
      <span class="sr">${label}</span>
      <span class="row" aria-hidden="true">${this.number(rating)}${star()}</span>
      <svg class="bar flip" part="bar" aria-hidden="true"><rect class="off" width="100%" height="100%" rx="4" /><rect
          class="on" width="${share * 100}%" height="100%" rx="4" /></svg>
      <span class="muted" aria-hidden="true">${this.number(count)}</span>`;
    return html`<li>${
      filters
        ? html`<button class="line" part="row"
            aria-pressed=${starFilter(this).includes(rating) ? 'true' : 'false'}
            @click=${() => this.#choose(rating)}>${line}</button>`
        : html`<div class="line" part="row">${line}</div>`
    }</li>`;
  }

  #aspect({ type, rating }: AspectRating): TemplateResult {
    const n = formatAverage(this.usedLocale, rating!);
    return html`<div class="line">
      <dt>${this.t(type as 'service')}</dt>
      <dd class="row">${stars(roundAverage(rating!), this.t('rated', { n }))}<span class="muted"
          aria-hidden="true">${n}</span></dd>
    </div>`;
  }

  protected override renderContent(): unknown {
    return this.renderLoad(this.#load, ({ total, average_rating: average, ratings, aspects = [] }) => {
      const figure = formatAverage(this.usedLocale, average);
      const number = total ? this.t('reviews', { n: total }) : this.t('noReviews');
      const filters = !!findBeside('plaudit-product-reviews', this);
      // The star counts may not add up to the total.
      const counts = Object.values(ratings ?? {}).map(({ num_reviews }) => num_reviews);
      const sum = sumOf(counts) || 1;
      const rows = counts.map((count, index) => this.#row(index + 1, count, count / sum, filters));
      return html`<div class="summary ${aspects[0] ? 'detailed' : ''}">
        <div>
          <div class="average" part="average" aria-hidden="true">${total ? figure : ''}</div>
          ${stars(roundAverage(average), total ? this.t('rated', { n: figure }) : number)}
          <div class="muted" part="count">${number}</div>
        </div>
        ${total ? html`<ul>${rows.reverse()}</ul>` : null}
        ${aspects[0] && html`<dl part="aspects">${aspects.map((aspect) => this.#aspect(aspect))}</dl>`}
      </div>`;
    });
  }
}

define('plaudit-star-summary', StarSummary);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-star-summary': StarSummary;
  }
}
