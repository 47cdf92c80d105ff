/** Shoppers who wait for what is not mirrored yet: for the walk, for a refresh, or to be told to come back. */
import type { Clock } from '../../../server-kit/clock.ts';
import { BudgetRefusal } from '../../../api-client/budget.ts';
import type { PartName } from '../parts/parts.ts';

export interface Wish {
  /** Parts that answer it. */
  readonly needs: readonly PartName[];
  /** A product whose reviews alone would be enough. */
  readonly sku: string | null;
  /** How long the shopper usually waits, and how long where few do. */
  readonly timeoutMs: number;
  readonly atMostMs: number;
  /** Throws where this shopper may not cause a call. */
  allowCall(): void;
}

interface Shopper {
  readonly wish: Wish;
  /** @param isThere - false where the API must be asked after all. */
  settle(isThere: boolean): void;
  refuse(error: unknown): void;
}

/** For a shopper who has waited in vain. */
const RETRY_AFTER_SECONDS = 5;
/** With more, the next refresh is hardly for the shopper who has waited longest. */
const FEW = 20;

export class WaitingShoppers {
  readonly #clock: Clock;
  readonly #shoppers = new Set<Shopper>();
  readonly #bySku = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#shoppers.size;
  }

  get areFew(): boolean {
    return this.#shoppers.size <= FEW;
  }

  /** Products that somebody waits for, the most wanted first. */
  get products(): string[] {
    return [...this.#bySku].toSorted(([, one], [, other]) => other - one).map(([sku]) => sku);
  }

  /**
   * @param isPatient - false while the API fails: an error must not come late.
   * @returns false where the API must be asked after all.
   * @throws ApiError where it takes too long.
   */
  add(wish: Wish, isPatient: boolean): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const end = new AbortController();
    // At once: who is let go wants nothing any more.
    const leaving =
      <Reason>(then: (reason: Reason) => void) =>
      (reason: Reason) => {
        end.abort();
        if (this.#shoppers.delete(shopper)) this.#count(wish.sku, -1);
        then(reason);
      };
    const shopper: Shopper = { wish, settle: leaving(resolve), refuse: leaving(reject) };
    this.#shoppers.add(shopper);
    this.#count(wish.sku, 1);
    void this.#giveUpInTime(shopper, isPatient, end.signal);
    return promise;
  }

  /** @param isThere - null for who waits on. */
  review(isThere: (wish: Wish) => boolean | null): void {
    for (const { wish, settle } of this.#shoppers) {
      const there = isThere(wish);
      if (there !== null) settle(there);
    }
  }

  /** True where one of those who wait for this product may cause a call; those who may not are refused. */
  allow(sku: string): boolean {
    for (const { wish, refuse } of this.#of(sku)) {
      try {
        wish.allowCall();
        return true;
      } catch (error) {
        refuse(error);
      }
    }
    return false;
  }

  /** A refresh of a product has ended. */
  refreshed(sku: string, isThere: boolean): void {
    for (const { settle } of this.#of(sku)) settle(isThere);
  }

  failed(sku: string, error: unknown): void {
    for (const { refuse } of this.#of(sku)) refuse(error);
  }

  refuseAll(error: unknown): void {
    for (const { refuse } of this.#shoppers) refuse(error);
  }

  #of(sku: string): Shopper[] {
    return [...this.#shoppers].filter(({ wish }) => wish.sku === sku);
  }

  #count(sku: string | null, more: 1 | -1): void {
    if (sku === null) return;
    const count = (this.#bySku.get(sku) ?? 0) + more;
    if (count > 0) this.#bySku.set(sku, count);
    else this.#bySku.delete(sku);
  }

  async #giveUpInTime({ wish, refuse }: Shopper, isPatient: boolean, signal: AbortSignal): Promise<void> {
    await this.#clock.sleep(wish.timeoutMs, signal);
    if (!signal.aborted && isPatient && this.areFew) await this.#clock.sleep(wish.atMostMs - wish.timeoutMs, signal);
    if (!signal.aborted) refuse(new BudgetRefusal(RETRY_AFTER_SECONDS));
  }
}
