import { html, render } from 'lit';
import type { ProductReview } from '../../../contract/entities.ts';
import { productQuery, type OfProduct } from '../../page/hub.ts';
import type { Source } from '../../source/source.ts';
import { safeUrl } from '../../source/url.ts';

interface Host extends OfProduct {
  readonly source: Source;
}

/** When the browser has time; in Safari, the next task. */
const idle = () => new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));

/** What search engines are told about a product, for as long as its reviews are on show. */
export class Description {
  readonly #host: Host;
  /** Which product. */
  #key: string | null = null;
  /** At first, what a server that rendered this said. */
  #takeBack: (() => void) | null | undefined = () => this.#host.querySelector('script')?.remove();

  constructor(host: Host) {
    this.#host = host;
  }

  /**
   * @param key which product is on show; null: none any more
   * @param reviews of it, once they are there
   */
  tell(key: string | null, reviews?: readonly ProductReview[]): void {
    if (key !== this.#key) {
      this.#takeBack?.();
      this.#takeBack = this.#key = null;
    }
    if (!reviews || this.#key) return;
    this.#key = key;
    if (reviews[0]) void this.#describe(key, reviews);
  }

  async #describe(key: string | null, reviews: readonly ProductReview[]): Promise<void> {
    const { source, itemGroup, sku } = this.#host;
    const query = productQuery(this.#host);
    // Not before the reviews are painted: search engines wait, shoppers do not.
    await idle();
    try {
      const [{ describeProduct }, { product_reviews_stats: statistics }] = await Promise.all([
        import('../../page/json-ld.ts'),
        source.ask('getProductReviewStats', query),
      ]);
      if (this.#key === key)
        this.#takeBack = describeProduct(itemGroup ? null : (sku ?? null), statistics, reviews, safeUrl, {
          html,
          render,
        });
    } catch {
      // Search engines do without.
    }
  }
}
