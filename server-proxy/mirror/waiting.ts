/**
 * Shoppers who wait for what is not mirrored yet, and what they wait for. Each waits for the walk where that will be
 * there in time, and for a look at one product where its turn will come; the rest is asked of the API, or refused.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../server-kit/clock.ts';
import { BudgetRefusal } from '../upstream/budget.ts';
import { BURST_WINDOW } from '../upstream/lanes.ts';
import type { PartName } from './parts.ts';

/** What became of it: the parts are mirrored, the product was read, or the API is to be asked after all. */
export type Outcome = 'mirrored' | 'read' | 'ask';

export interface Wish {
  /** Parts that answer it. */
  readonly needs: readonly PartName[];
  /** A product whose reviews alone would answer it as well. */
  readonly sku: string | null;
  /** Milliseconds that the shopper waits as a rule. */
  readonly timeout: number;
  /** Throws where this shopper may not cause a call. */
  allowCall(): void;
}

interface Shopper {
  readonly wish: Wish;
  /** Milliseconds since 1970; the second where it is likely that waiting helps. */
  readonly until: number;
  readonly atMostUntil: number;
  settle(outcome: Outcome): void;
  refuse(error: unknown): void;
}

/** What those who wait look like to whoever chooses the next call. */
export interface WaitingView {
  /** How many wait for the same parts. */
  readonly byNeeds: readonly { readonly needs: readonly PartName[]; readonly shoppers: number }[];
  /** Products that somebody waits for at this moment, the most wanted first. */
  readonly products: readonly { readonly sku: string; readonly wanted: number }[];
  /** How often any product was wanted that has not been read since. */
  readonly wanted: number;
}

/** When parts will be mirrored, in milliseconds since 1970; null where nobody can say. */
type Forecast = (needs: readonly PartName[]) => number | null;

/** Products that may hope for a look before the window is over, although nobody has promised it. */
const HOPEFUL = 4;
/** Products of which it is known how often they were wanted. */
const MOST_PRODUCTS = 20_000;

export class Waiting implements WaitingView {
  readonly #clock: Clock;
  readonly #shoppers = new Set<Shopper>();
  #wanted = 0;
  readonly #bySku = new LRUCache<string, number>({ max: MOST_PRODUCTS, dispose: (count) => { this.#wanted -= count; } });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#shoppers.size;
  }

  get wanted(): number {
    return this.#wanted;
  }

  get byNeeds(): { needs: readonly PartName[]; shoppers: number }[] {
    const groups = new Map<string, { needs: readonly PartName[]; shoppers: number }>();
    for (const { wish: { needs } } of this.#shoppers) {
      const group = groups.get(needs.join()) ?? { needs, shoppers: 0 };
      groups.set(needs.join(), { needs, shoppers: group.shoppers + 1 });
    }
    return [...groups.values()];
  }

  get products(): { sku: string; wanted: number }[] {
    const skus = new Set([...this.#shoppers].flatMap(({ wish: { sku } }) => sku ?? []));
    return [...skus].map((sku) => ({ sku, wanted: this.#bySku.peek(sku) ?? 1 })).toSorted((one, other) => other.wanted - one.wanted);
  }

  /** @param patient - false where the API fails: an error must not come late. */
  add(wish: Wish, patient: boolean): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const until = this.#clock.now() + wish.timeout;
    const end = new AbortController();
    const shopper: Shopper = {
      wish,
      until,
      atMostUntil: until + (patient ? BURST_WINDOW : 0),
      settle: (outcome) => { end.abort(); this.#shoppers.delete(shopper); resolve(outcome); },
      refuse: (error) => { end.abort(); this.#shoppers.delete(shopper); reject(error); },
    };
    this.#shoppers.add(shopper);
    if (wish.sku !== null) this.#want(wish.sku);
    void this.#giveUpInTime(shopper, end.signal);
    return promise;
  }

  /** Lets go of those whom waiting does not help. @param mayLook - whether looks at single products are made here. */
  review(isMirrored: (needs: readonly PartName[]) => boolean, comesBy: Forecast, mayLook: boolean): void {
    for (const { wish, atMostUntil, settle } of this.#shoppers) {
      const by = comesBy(wish.needs);
      if (isMirrored(wish.needs)) settle('mirrored');
      else if ((by === null || by > atMostUntil) && (wish.sku === null || !mayLook)) settle('ask');
    }
    this.#comesBy = comesBy;
  }

  /** True where one of those who wait for this product may cause a call; who may not is told so. */
  allow(sku: string): boolean {
    for (const { wish, refuse } of this.#shoppers) {
      if (wish.sku !== sku) continue;
      try {
        wish.allowCall();
        return true;
      } catch (error) {
        refuse(error);
      }
    }
    return false;
  }

  /** A look at a product came to an end. */
  looked(sku: string, outcome: Outcome): void {
    this.#bySku.delete(sku);
    for (const { wish, settle } of this.#shoppers) if (wish.sku === sku) settle(outcome);
  }

  failed(sku: string, error: unknown): void {
    for (const { wish, refuse } of this.#shoppers) if (wish.sku === sku) refuse(error);
  }

  refuseAll(error: unknown): void {
    for (const { refuse } of this.#shoppers) refuse(error);
  }

  #comesBy: Forecast = () => null;

  #want(sku: string): void {
    const count = (this.#bySku.get(sku) ?? 0) + 1;
    // Setting it disposes of what it was before.
    this.#bySku.set(sku, count);
    this.#wanted += count;
  }

  async #giveUpInTime(shopper: Shopper, signal: AbortSignal): Promise<void> {
    const { wish, until, atMostUntil } = shopper;
    await this.#sleepUntil(until, signal);
    if (signal.aborted) return;
    const by = this.#comesBy(wish.needs);
    const isHopeful = (by !== null && by <= atMostUntil) || this.products.slice(0, HOPEFUL).some(({ sku }) => sku === wish.sku);
    if (isHopeful) await this.#sleepUntil(atMostUntil, signal);
    if (!signal.aborted) shopper.refuse(new BudgetRefusal(RETRY_AFTER));
  }

  async #sleepUntil(moment: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#clock.now() < moment) await this.#clock.sleep(moment - this.#clock.now(), signal);
  }
}

/** Seconds. */
const RETRY_AFTER = 5;
