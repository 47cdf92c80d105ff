import { html, render } from 'lit';
import type { ProductReview } from '../../../contract/entities.ts';
import { productQuery, type OfProduct } from '../../page/hub.ts';
import type { Source } from '../../source/source.ts';
import { safeUrl } from '../../source/url.ts';

interface Host extends OfProduct {
  readonly source: Source;
}

/** Waits until the browser is idle; in Safari, until the next task. */
const idle = () => new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));

/** Describes a product to search engines while its reviews are displayed. */
export class Description {
  readonly #host: Host;
  /** Key of the described product. */
  #key: string | null = null;
  /** Initially removes the description that the server rendered. */
  #takeBack: (() => void) | null | undefined = () => this.#host.querySelector('script')?.remove();

  constructor(host: Host) {
    this.#host = host;
  }

  /**
   * @param key the displayed product; null if there no longer is one
   * @param reviews its reviews, once loaded
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
    // Let the reviews paint first: search engines can wait, shoppers cannot.
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
      // The description is optional.
    }
  }
}
