import { css, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Business } from '../../contract/entities.ts';
import { client, type Ratings } from '../client.ts';
import { define } from '../define.ts';
import { PlauditElement } from '../element.ts';
import { emit } from '../events.ts';
import { findBeside, listen, productKey, setStarFilter, starFilter, unlisten } from '../hub.ts';
import { addEnglish, formatAverage } from '../i18n.ts';
import { common } from '../locales/en/common.ts';
import { content } from '../styles/content.ts';
import { star } from '../templates/star.ts';
import { stars } from '../templates/stars.ts';

addEnglish(common);

function readBusiness({ numReviews = [], averageRating = [] }: Partial<Business>): Ratings {
  const counts = ['total', 'oneStar', 'twoStars', 'threeStars', 'fourStars', 'fiveStars'].map((name) => numReviews.find(({ type }) => type === name)?.rating ?? 0);
  return { total: counts[0]!, average: averageRating.find(({ type }) => type === 'overall')?.rating ?? 0, counts };
}

/**
 * Average, number and distribution of the reviews of a product or, without `sku` and `item-group`, of the business.
 * Beside a `plaudit-product-reviews` of the same product, a row of the distribution filters that list.
 *
 * @element plaudit-star-summary
 * @slot - Shown until the summary is ready, when it cannot load, and where there is no JavaScript.
 * @fires {CustomEvent} plaudit-ready - The summary is on show; `detail.total` is the number of reviews.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail` holds `code`, `status`, `reason`, `retryAfter` (seconds).
 * @fires {CustomEvent} plaudit-filter - The shopper chose a row; `detail.ratings` holds the stars now filtered by.
 * @csspart base - The whole.
 * @csspart average - The average as a figure.
 * @csspart stars - The five stars.
 * @csspart count - The number of reviews.
 * @csspart row - One row of the distribution.
 * @csspart bar - The bar of a row.
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
      .summary {
        display: grid;
        grid-template-columns: max-content minmax(0, 24em);
        align-items: center;
        gap: clamp(1em, 6cqi, 3em);
        min-height: 9.5em;
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
        height: max(1.9em, 24px);
        padding: 0 0.4em;
        border: 0;
        font-size: 1em;
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
      .line .row {
        flex-wrap: nowrap;
        gap: 0.25em;
      }
      .line .muted {
        text-align: end;
      }
      .bar {
        width: 100%;
        height: 0.5em;
      }
      .bone {
        min-height: 9.5em;
      }
    `,
  ];

  static override properties: PropertyDeclarations = {
    sku: {},
    itemGroup: { attribute: 'item-group' },
  };

  /** Which product. */
  declare sku: string | null;
  /** Which group of products; wins over `sku`. */
  declare itemGroup: string | null;

  readonly #load = this.loading(
    () => [`${productKey(this)}`],
    async (signal) =>
      productKey(this) ? client.ratings(this.source, this.sku, this.itemGroup) : readBusiness((await client.get(this.source, '/businesses/{business}', {}, signal)) as Partial<Business>),
    ({ total }) => total,
  );
  readonly #refresh = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    listen(this.#refresh);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    unlisten(this.#refresh);
  }

  #choose(rating: number): void {
    const ratings = starFilter(this).join() === `${rating}` ? [] : [rating];
    setStarFilter(this, ratings);
    emit(this, 'plaudit-filter', { sku: this.sku, itemGroup: this.itemGroup, ratings });
    findBeside('plaudit-product-reviews', this)?.scrollIntoView({ block: 'nearest' });
  }

  #row(rating: number, count: number, share: number, filters: boolean): TemplateResult {
    const label = `${this.t('stars', { n: rating })}: ${this.t('reviews', { n: count })}`;
    const line = html`
      <span class="sr">${label}</span>
      <span class="row" aria-hidden="true">${this.number(rating)}${star()}</span>
      <svg class="bar flip" part="bar" aria-hidden="true"><rect class="off" width="100%" height="100%" rx="4" /><rect class="on" width="${share * 100}%" height="100%" rx="4" /></svg>
      <span class="muted" aria-hidden="true">${this.number(count)}</span>`;
    return html`<li>${filters
      ? html`<button class="line" part="row" type="button" aria-pressed=${starFilter(this).includes(rating) ? 'true' : 'false'} @click=${() => this.#choose(rating)}>${line}</button>`
      : html`<div class="line" part="row">${line}</div>`}</li>`;
  }

  protected override renderContent(): unknown {
    return this.renderLoad(this.#load, ({ total, average, counts }) => {
      const figure = formatAverage(this.usedLocale, average);
      const number = total ? this.t('reviews', { n: total }) : this.t('noReviews');
      const filters = !!findBeside('plaudit-product-reviews', this);
      // Star counts need not add up to the total.
      const sum = counts?.reduce((all, count, stars) => all + (stars && count), 0) || 1;
      return html`<div class="summary">
        <div>
          <div class="average" part="average" aria-hidden="true">${total ? figure : '–'}</div>
          ${stars(average, total ? this.t('rated', { n: figure }) : number)}
          <div class="muted" part="count">${number}</div>
        </div>
        <ul>${counts && [5, 4, 3, 2, 1].map((rating) => this.#row(rating, counts[rating]!, counts[rating]! / sum, filters))}</ul>
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
