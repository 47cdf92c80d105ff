import { bytesOf, WeighedCache } from '../../../server-kit/weighed-cache.ts';

interface Viewed {
  readonly sku: string;
  /** Since the last refresh. */
  views: number;
  /** By `Clock.elapsed`. */
  refreshedAt: number;
}

/** Between two refreshes of the same product. */
const BETWEEN_LOOKS_MS = 600_000;
/** Some three thousand products. */
const MOST_BYTES = 1024 * 1024;

/** Which products shoppers view: those with the most views since they were last read are read first. */
export class Views {
  readonly #products = new WeighedCache<Viewed>({ maxBytes: MOST_BYTES, weigh: ({ sku }) => bytesOf(sku) + 50 });

  note(sku: string, views: number, now: number): void {
    const viewed = this.#products.get(sku);
    if (viewed) viewed.views += views;
    else this.#products.set(sku, { sku, views, refreshedAt: now });
  }

  refreshed(sku: string, now: number): void {
    this.#products.set(sku, { sku, views: 0, refreshedAt: now });
  }

  /** The product for which a refresh is worth most, if one is due. */
  mostWanted(now: number): string | undefined {
    let best: string | undefined;
    let most = 0;
    for (const { sku, views, refreshedAt } of this.#products.values()) {
      const age = now - refreshedAt;
      if (age < BETWEEN_LOOKS_MS || views * age <= most) continue;
      best = sku;
      most = views * age;
    }
    return best;
  }
}
