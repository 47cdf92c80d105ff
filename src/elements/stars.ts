import { css, html, type PropertyDeclarations } from 'lit';
import { define } from '../define.ts';
import { PlauditElement } from '../element.ts';
import { formatAverage } from '../i18n.ts';
import { stars } from '../templates/stars.ts';

/** Whether a line has come near the viewport. The first brings all along: one request, not one a screenful. */
let begun = false;

/**
 * One line of stars and the number of reviews, for product cards. All the lines of a page share one request.
 *
 * @element plaudit-stars
 * @slot - Shown until the stars are ready, when they cannot load, and where there is no JavaScript.
 * @fires {CustomEvent} plaudit-ready - The stars are on show; `detail.total` is the number of reviews.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail` holds `code`, `status`, `reason`, `retryAfter` (seconds).
 * @csspart base - The line.
 * @csspart stars - The five stars.
 * @csspart count - The number of reviews.
 * @cssprop [--plaudit-star-color=#c2660a] - Filled stars.
 */
export class Stars extends PlauditElement {
  static override styles = [
    ...PlauditElement.styles,
    css`
      :host {
        min-height: 1.5em;
      }
      .line {
        display: flex;
        align-items: center;
        gap: 0.45em;
        height: 1.5em;
      }
      .themed {
        width: fit-content;
        padding: 0 0.4em;
      }
      .bone {
        width: 7em;
      }
      .failure {
        padding: 0;
      }
      .failure span {
        display: none;
      }
      .button {
        min-height: 24px;
        padding: 0;
        border: 0;
        color: var(--muted);
        font-weight: 400;
        text-decoration: underline;
      }
    `,
  ];

  static override properties: PropertyDeclarations = { sku: {} };

  /** Which product. */
  declare sku: string | null;

  readonly #load = this.loading(
    () => (this.sku ? [this.sku] : null),
    async (signal) => (await this.source.ask('getProductReviewStats', { sku: this.sku }, signal)).product_reviews_stats,
    ({ total }) => total,
  );

  protected override willUpdate(): void {
    super.willUpdate();
    if (begun) this.near = true;
    else if (this.near) {
      begun = true;
      document.querySelectorAll('plaudit-stars').forEach((line) => line.requestUpdate());
    }
  }

  protected override renderContent(): unknown {
    return this.renderLoad(this.#load, ({ total, average_rating: average }) => html`<div class="line">
      ${stars(average, total ? this.t('rated', { n: formatAverage(this.usedLocale, average) }) : this.t('noReviews'))}
      <span class="muted" part="count" role="img" aria-label=${this.t('reviews', { n: total })}>(${this.number(total)})</span>
    </div>`);
  }
}

define('plaudit-stars', Stars);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-stars': Stars;
  }
}
