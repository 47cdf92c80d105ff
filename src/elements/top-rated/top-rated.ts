import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { roundAverage } from '../../../contract/averages.ts';
import type { TopRatedProduct } from '../../../contract/entities/entities.ts';
import { firstLetter } from '../../../contract/first-letter.ts';
import { define } from '../../element/define.ts';
import { PlauditElement } from '../../element/element.ts';
import links from '../../locales/en/links.json' with { type: 'json' };
import { addEnglish, formatAverage, formatNumber } from '../../locales/i18n.ts';
import { safeUrl } from '../../source/url.ts';
import { content } from '../../styles/content.ts';
import { icon } from '../../styles/icons.ts';
import { renderEmpty } from '../../templates/empty.ts';
import { stars } from '../../templates/stars.ts';
import { shelf } from './styles.ts';

addEnglish(links);

const arrow = (back: boolean) => icon(back ? 'M15 5l-7 7 7 7' : 'M9 5l7 7-7 7', 'flip');

interface Picture {
  readonly src: string;
  readonly srcset?: string;
}

/**
 * A picture in the sizes that our service keeps, for one that it keeps; then as it is. An original is a hundred times
 * what a card shows.
 */
function picturesOf(url: string | null): readonly Picture[] {
  if (!url) return [];
  const [, path, extension] = /^(.*\/images\/[\w-]+\/)original(\.\w+)$/.exec(url) ?? [];
  const sized = (size: string) => `${path}${size}${extension}`;
  return [
    ...(path ? [{ src: sized('normal'), srcset: `${sized('large')} 160w, ${sized('normal')} 600w` }] : []),
    { src: url },
  ];
}

/** An unknown currency is shown unchanged beside the number. */
function formatPrice(locale: string, amount: number, currency: string): string {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);
  } catch {
    return `${formatNumber(locale, amount)} ${currency}`;
  }
}

/**
 * The top-rated product of each category, or those of one category, in a row that never scrolls by itself.
 *
 * @element plaudit-top-rated
 * @slot - Shown until the products are ready, when they fail to load, and when JavaScript is off.
 * @slot empty - Replaces the message that there are no products.
 * @fires {CustomEvent} plaudit-ready - The products are displayed; `detail.total` is the number of products.
 * @fires {CustomEvent} plaudit-error - Loading failed; `detail`: `code`, `status`, `reason`, `retryAfter` (seconds).
 * @csspart base - The whole element.
 * @csspart heading - The heading above the row.
 * @csspart products - The row.
 * @csspart product - One product.
 * @csspart picture - The picture of a product.
 * @csspart title - The name of a product.
 * @csspart price - The price of a product.
 * @csspart stars - The five stars.
 * @csspart empty - The message when there are no products.
 * @csspart failure - The message when loading fails.
 * @csspart button - Buttons.
 * @cssprop [--plaudit-star-color=#c2660a] - Filled stars.
 * @cssprop [--plaudit-accent=#23201d] - Focus rings.
 * @cssprop [--plaudit-radius=0.5em] - Corner radius.
 */
export class TopRated extends PlauditElement {
  static override styles = [...PlauditElement.styles, content, shelf];

  static override properties: PropertyDeclarations = {
    category: {},
    currency: {},
    overflows: { attribute: false },
  };

  /** Name of a category; without it, the row shows the best product of each. */
  declare category: string | null;
  /** Three-letter currency code; the row shows only products priced in this currency. */
  declare currency: string | null;
  /** Whether the row is wider than its visible area. */
  declare protected overflows: boolean;

  /** How many of the pictures of a product, from the smallest, do not load. */
  readonly #broken = new Map<number, number>();
  /** Garbage-collected with the row that it watches, so it needs no cleanup. */
  #sizes: ResizeObserver | undefined;
  #watched: HTMLElement | null = null;

  readonly #load = this.loading<readonly TopRatedProduct[]>(
    () => [JSON.stringify([this.category, this.currency])],
    async (signal) => {
      const query = { category_name: this.category || null, currency: this.currency || null };
      const { products } = await this.source.ask('listTopRatedProducts', query, signal);
      // A product may be the best of several categories.
      return products.filter(({ id }, index) => products.findIndex((other) => other.id === id) === index);
    },
    (products) => products.length,
  );

  get #row(): HTMLElement | null {
    return this.renderRoot.querySelector('ul');
  }

  protected override updated(): void {
    const row = this.#row;
    if (row === this.#watched) return;
    this.#watched = row;
    this.#sizes ??= new ResizeObserver(
      ([entry]) => (this.overflows = entry!.target.scrollWidth > entry!.target.clientWidth + 1),
    );
    this.#sizes.disconnect();
    if (row) this.#sizes.observe(row);
  }

  #scroll(direction: 1 | -1): void {
    const row = this.#row!;
    const forward = getComputedStyle(row).direction === 'rtl' ? -direction : direction;
    row.scrollBy({
      left: forward * row.clientWidth * 0.8,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
  }

  #drop({ id }: TopRatedProduct): void {
    this.#broken.set(id, (this.#broken.get(id) ?? 0) + 1);
    this.requestUpdate();
  }

  // ---- rendering ----------------------------------------------------------------------------------------------------

  #price({ price, retail_price: retail, currency }: TopRatedProduct): unknown {
    // A number alone is no price.
    if (price === null || !currency) return null;
    const format = (amount: number) => formatPrice(this.usedLocale, amount, currency);
    return html`<div class="price" part="price">
      <b>${format(price)}</b>
      ${
        retail && retail > price
          ? html`<s class="muted" aria-label=${this.t('before', { price: format(retail) })}>${format(retail)}</s>`
          : null
      }
    </div>`;
  }

  #product(product: TopRatedProduct): TemplateResult {
    const { id, title, sku, images, average_rating: average, num_reviews: total } = product;
    const picture = picturesOf(safeUrl(images?.[0]?.url, this.source.proxy))[this.#broken.get(id) ?? 0];
    const link = safeUrl(product.product_link, this.source.proxy);
    const name = title || sku;
    const words = html`<span class="picture" part="picture">${
      picture
        ? html`<img src=${picture.src} srcset=${(picture.srcset ?? nothing) as string}
          sizes="auto, 13em" alt="" loading="lazy"
            @error=${() => this.#drop(product)} />`
        : html`<span class="letter">${firstLetter(name)}</span>`
    }</span>
      <span class="name" part="title"><bdi>${name}</bdi></span>`;
    return html`<li class="product" part="product">
      ${link ? html`<a href=${link} rel="nofollow ugc noopener">${words}</a>` : html`<div>${words}</div>`}
      ${this.#price(product)}
      <div class="line">
        ${stars(
          roundAverage(average),
          total ? this.t('rated', { n: formatAverage(this.usedLocale, average) }) : this.t('noReviews'),
        )}
        <span class="muted" role="img" aria-label=${this.t('reviews', { n: total })}>(${this.number(total)})</span>
      </div>
    </li>`;
  }

  protected override renderContent(): unknown {
    const { t } = this;
    const title = this.category || t('topRated');
    const turn = (direction: 1 | -1, name: 'back' | 'forward') =>
      html`<button class="button turn" part="button" aria-label=${t(name)}
          @click=${() => this.#scroll(direction)}>${arrow(direction < 0)}</button>`;
    return this.renderLoad(this.#load, (products) =>
      products[0]
        ? html`<div class="row head">
            <h2 part="heading">${title}</h2>${this.overflows ? [turn(-1, 'back'), turn(1, 'forward')] : null}
          </div>
          <ul part="products" tabindex="0"
              aria-label=${title}>${products.map((product) => this.#product(product))}</ul>`
        : renderEmpty(t('noProducts')),
    );
  }
}

define('plaudit-top-rated', TopRated);

declare global {
  interface HTMLElementTagNameMap {
    'plaudit-top-rated': TopRated;
  }
}
