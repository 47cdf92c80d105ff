/**
 * Reads of what is not mirrored yet. A shopper waits for a refresh of the product in question, or for the first walk
 * where that comes soon. Otherwise the API is asked.
 */
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { WeighedCache } from '../../../server-kit/weighed-cache.ts';
import { LeaseLost } from '../../state/lease.ts';
import type { Known } from './known.ts';
import { hasMoreThan, lastRefreshAt, refreshProduct } from '../walk/refresh.ts';
import { nothingNew, type News, type PageTools } from '../walk/pages.ts';
import { isMirrored } from '../plan/planned.ts';
import { lastReadAt } from '../parts/progress.ts';
import type { Tracked } from './tracked.ts';
import type { Wish } from './waiting-shoppers.ts';

/** How long what was read of one product, or of the head, is fresh before everything is mirrored. */
const FRESH_MS = 60_000;
/** For each page of a refresh that somebody waits for. */
const LOOK_TIMEOUT_MS = 5_000;

/** A product with more is asked about: its newest reviews and its statistics take two calls as well. */
const REFRESH_PAGES = 2;

/** Some two thousand products. */
const MOST_BYTES = 1024 * 1024;

interface Lately {
  /** When the product was found to have no reviews (ms since 1970); null where a refresh does not show them all. */
  readonly emptyAt: number | null;
  /** By `Clock.elapsed`. */
  readonly until: number;
}

export interface ColdReadTools extends PageTools {
  readonly known: Known;
}

export class ColdReads {
  readonly #tools: ColdReadTools;
  /** Items that refreshes have found and that the mirror does not show. */
  readonly #lately = new WeighedCache<Lately>({ maxBytes: MOST_BYTES, weigh: () => 50 });

  constructor(tools: ColdReadTools) {
    this.#tools = tools;
  }

  /**
   * Waits until the mirror can answer.
   * @returns how current its answer is, in milliseconds since 1970; null where the API must be asked.
   * @throws ApiError where it takes too long.
   */
  async read(tracked: Tracked, wish: Wish): Promise<number | null> {
    const { sku, needs } = wish;
    const readAt = async () => {
      const refreshedAt = sku === null ? null : await this.#readAt(tracked, sku);
      return refreshedAt ?? (isMirrored(tracked, needs) ? oldestOf(tracked, wish) : null);
    };
    const before = await readAt();
    if (before !== null || this.#tools.signal.aborted) return before;
    const singly = sku !== null && !(await this.#isMore(tracked, sku));
    return (await this.#wait(tracked, singly ? wish : { ...wish, sku: null })) ? readAt() : null;
  }

  /** Reads a product that shoppers wait for, and lets them go on. */
  async refresh(tracked: Tracked, sku: string): Promise<News> {
    const { clock } = this.#tools;
    tracked.refreshing.add(sku);
    try {
      // Products may have been listed only since somebody waits for this one.
      if (await this.#isMore(tracked, sku)) tracked.waiting.refreshed(sku, false);
      if (!tracked.waiting.allow(sku)) return nothingNew;
      const { sweep } = tracked.progress.get('productReviews')!;
      const startedAt = clock.now();
      const until = clock.elapsed() + FRESH_MS;
      const refresh = await refreshProduct(this.#tools, tracked.business, {
        lane: 'shopper',
        sku,
        sweep,
        maxPages: REFRESH_PAGES,
        timeoutMs: LOOK_TIMEOUT_MS,
      });
      if (!refresh.complete) tracked.toRefresh.add(sku);
      this.#lately.set(keyOf(tracked, sku), { emptyAt: refresh.complete ? startedAt : null, until });
      tracked.waiting.refreshed(sku, refresh.complete);
      return refresh;
    } catch (error) {
      // Another operation may show what this listing does not.
      const another = error instanceof LeaseLost || (error instanceof ApiError && error.http === 502);
      if (another) tracked.waiting.refreshed(sku, false);
      else tracked.waiting.failed(sku, error);
      return nothingNew;
    } finally {
      tracked.refreshing.delete(sku);
    }
  }

  #wait({ waiting }: Tracked, wish: Wish): Promise<boolean> {
    const isThere = waiting.add(wish, this.#tools.client.lastFailure === null);
    // A plan for each of a crowd would look at the whole crowd again, and have no call for the newest.
    if (waiting.areFew) this.#tools.known.wakeUp();
    return isThere;
  }

  /** When the mirror has read all of one product; null where it has not. */
  async #readAt(tracked: Tracked, sku: string): Promise<number | null> {
    const { db, clock } = this.#tools;
    const refreshedAt =
      (await lastRefreshAt(db, tracked.business.domain, sku)) ?? this.#late(tracked, sku)?.emptyAt ?? null;
    if (refreshedAt === null) return null;
    const readAt = Math.max(refreshedAt, tracked.progress.get('productReviews')!.headReadAt ?? 0);
    if (readAt + FRESH_MS < clock.now()) tracked.toRefresh.add(sku);
    return readAt;
  }

  /** True where a product is known to have more reviews than a refresh shows. */
  async #isMore(tracked: Tracked, sku: string): Promise<boolean> {
    if (this.#late(tracked, sku)?.emptyAt === null) return true;
    if (!(await hasMoreThan(REFRESH_PAGES, this.#tools.db, tracked.business.domain, sku))) return false;
    tracked.toRefresh.add(sku);
    return true;
  }

  #late(tracked: Tracked, sku: string): Lately | undefined {
    const late = this.#lately.get(keyOf(tracked, sku));
    return late && late.until > this.#tools.clock.elapsed() ? late : undefined;
  }
}

const keyOf = ({ business }: Tracked, sku: string): string => `${business.domain} ${sku}`;

const oldestOf = ({ progress }: Tracked, { needs }: Wish): number =>
  Math.min(...needs.map((name) => lastReadAt(progress.get(name)!)));
