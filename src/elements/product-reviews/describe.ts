import type { ProductReview } from '../../../contract/entities/entities.ts';
import { productQuery } from '../../page/hub.ts';
import type { OfProduct } from '../../page/hub.ts';
import { describeProduct } from './json-ld.ts';
import type { Source } from '../../source/source.ts';

interface Host extends OfProduct {
  readonly source: Source;
}

interface Described {
  /** The product that is described; null for none. */
  key: string | null;
  takeBack?: (() => void) | undefined;
}

/** The product that each element has described to search engines. */
const described = new WeakMap<Host, Described>();

/** The server's description, from before our code ran. */
const byServer = (host: Host): Described => ({ key: null, takeBack: () => host.querySelector('script')?.remove() });

/** Waits until the browser is idle; in Safari, until the next task. */
const idle = () => new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));

/**
 * Describes a product to search engines while its reviews are displayed. Loaded with the first of them.
 * @param key the displayed product; null if there no longer is one
 * @param reviews its reviews, once loaded
 */
export async function describe(
  host: Host,
  key: string | null,
  reviews: readonly ProductReview[] | undefined,
): Promise<void> {
  let now = described.get(host) ?? byServer(host);
  if (key !== now.key) {
    now.takeBack?.();
    now = { key: null };
  }
  described.set(host, now);
  if (!reviews || now.key) return;
  now.key = key;
  if (!reviews[0]) return;
  const { source, itemGroup, sku } = host;
  const query = productQuery(host);
  // Let the reviews paint first: search engines can wait, shoppers cannot.
  await idle();
  try {
    const { product_reviews_stats: statistics } = await source.ask('getProductReviewStats', query);
    if (described.get(host) === now)
      now.takeBack = describeProduct(itemGroup ? null : (sku ?? null), statistics, reviews);
  } catch {
    // The description is optional.
  }
}
