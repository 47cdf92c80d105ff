/**
 * Shoppers who wait for what is not mirrored yet, and what they wait for. Each waits for the first walk where that will
 * be in time, or for a look at one product where one will be made; otherwise the API is asked, or they are refused.
 */
import type { Clock } from '../../../server-kit/clock.ts';
import { WeighedCache } from '../../../server-kit/weighed-cache.ts';
import { BudgetRefusal } from '../../upstream/budget.ts';
import type { PartName } from '../parts/parts.ts';

/** The parts are mirrored, the product was read, or the API must be asked after all. */
export type WaitOutcome = 'mirrored' | 'read' | 'ask';

export interface Wish {
  /** Parts that answer it. */
  readonly needs: readonly PartName[];
  /** A product whose reviews alone would be enough. */
  readonly sku: string | null;
  /** How long the shopper usually waits, and how long where waiting is likely to help. */
  readonly timeoutMs: number;
  readonly atMostMs: number;
  /** Whether the API has an answer, too. */
  readonly canAsk: boolean;
  /** Throws where this shopper may not cause a call. */
  allowCall(): void;
}

interface Shopper {
  readonly wish: Wish;
  /** By `Clock.elapsed`. */
  readonly until: number;
  readonly atMostUntil: number;
  settle(outcome: WaitOutcome): void;
  refuse(error: unknown): void;
}

/** What those who wait want, for whoever chooses the next call. */
export interface Demand {
  /** How many wait for the same parts. */
  readonly byNeeds: readonly { readonly needs: readonly PartName[]; readonly shoppers: number }[];
  /** Products that somebody waits for, the most wanted first. */
  readonly products: readonly { readonly sku: string; readonly wanted: number }[];
  /** How often products were wanted that have not been read since. */
  readonly wanted: number;
  /** How many wait. */
  readonly size: number;
}

/** When parts will be mirrored, by `Clock.elapsed`; null where that is unknown. */
type Forecast = (needs: readonly PartName[]) => number | null;

/** What those who wait may hope for. */
interface Prospects {
  isMirrored(needs: readonly PartName[]): boolean;
  readonly comesBy: Forecast;
  /** Whether this instance looks at single products. */
  readonly mayLook: boolean;
  /** Until then everybody waits for the walk, by `Clock.elapsed`. */
  readonly soonUntil: number;
  /** How many may ask now what would come later. */
  readonly spareCalls: number;
}

/** For a shopper who has waited in vain. */
const RETRY_AFTER_SECONDS = 5;
/** This many products may hope for a look before the window is over, although none is certain. */
const HOPEFUL = 4;
/** For some twenty thousand products it is counted how often they were wanted. */
const MOST_BYTES = 5 * 1024 * 1024;

export class WaitingShoppers implements Demand {
  readonly #clock: Clock;
  readonly #shoppers = new Set<Shopper>();
  /** Counted as they come and go: each plan asks for it several times. */
  readonly #byNeeds = new Map<string, Demand['byNeeds'][number]>();
  #wanted = 0;
  readonly #bySku = new WeighedCache<number>({
    maxBytes: MOST_BYTES,
    weigh: () => 0,
    onGone: (count) => {
      this.#wanted -= count;
    },
  });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#shoppers.size;
  }

  get wanted(): number {
    return this.#wanted;
  }

  get byNeeds(): Demand['byNeeds'] {
    return [...this.#byNeeds.values()];
  }

  get products(): { sku: string; wanted: number }[] {
    const skus = new Set([...this.#shoppers].flatMap(({ wish: { sku } }) => sku ?? []));
    return [...skus]
      .map((sku) => ({ sku, wanted: this.#bySku.get(sku) ?? 1 }))
      .toSorted((one, other) => other.wanted - one.wanted);
  }

  /** @param patient - false while the API fails: an error must not come late. */
  add(wish: Wish, patient: boolean): Promise<WaitOutcome> {
    const { promise, resolve, reject } = Promise.withResolvers<WaitOutcome>();
    const now = this.#clock.elapsed();
    const until = now + wish.timeoutMs;
    const end = new AbortController();
    const shopper: Shopper = {
      wish,
      until,
      atMostUntil: patient ? now + wish.atMostMs : until,
      settle: (outcome) => {
        leave();
        resolve(outcome);
      },
      refuse: (error) => {
        leave();
        reject(error);
      },
    };
    const leave = () => {
      end.abort();
      if (this.#shoppers.delete(shopper)) this.#countNeeds(wish.needs, -1);
    };
    this.#shoppers.add(shopper);
    this.#countNeeds(wish.needs, 1);
    if (wish.sku !== null) this.#want(wish.sku);
    void this.#giveUpInTime(shopper, end.signal);
    return promise;
  }

  /** Ends waits that are over, in vain, or longer than they have to be. */
  review({ isMirrored, comesBy, mayLook, soonUntil, spareCalls }: Prospects): void {
    let spare = spareCalls;
    for (const { wish, atMostUntil, settle } of this.#shoppers) {
      const by = comesBy(wish.needs);
      if (isMirrored(wish.needs)) settle('mirrored');
      else if (wish.sku !== null && mayLook) continue;
      else if (by === null || by > atMostUntil) settle('ask');
      else if (by > soonUntil && wish.canAsk && spare > 0) {
        spare -= 1;
        settle('ask');
      }
    }
    this.#comesBy = comesBy;
  }

  /** True where one of those who wait for this product may cause a call; those who may not are refused. */
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

  /** A look at a product has ended. */
  looked(sku: string, outcome: WaitOutcome): void {
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

  #countNeeds(needs: readonly PartName[], more: 1 | -1): void {
    const key = needs.join();
    const shoppers = (this.#byNeeds.get(key)?.shoppers ?? 0) + more;
    if (shoppers > 0) this.#byNeeds.set(key, { needs, shoppers });
    else this.#byNeeds.delete(key);
  }

  #want(sku: string): void {
    const count = (this.#bySku.get(sku) ?? 0) + 1;
    // Setting it also disposes of the earlier count.
    this.#bySku.set(sku, count);
    this.#wanted += count;
  }

  /** Whether a product is one of the most wanted; asked for each shopper, so it does not sort the products of all. */
  #isAmongFirst(sku: string): boolean {
    const wantedOf = (one: string) => this.#bySku.get(one) ?? 1;
    const wanted = wantedOf(sku);
    const ahead = new Set<string>();
    let isEarlier = true;
    for (const {
      wish: { sku: other },
    } of this.#shoppers) {
      if (other === sku) isEarlier = false;
      else if (other !== null && wantedOf(other) >= wanted + (isEarlier ? 0 : 1)) ahead.add(other);
      if (ahead.size >= HOPEFUL) return false;
    }
    return true;
  }

  async #giveUpInTime(shopper: Shopper, signal: AbortSignal): Promise<void> {
    const { wish, until, atMostUntil } = shopper;
    await this.#sleepUntil(until, signal);
    if (signal.aborted) return;
    const by = this.#comesBy(wish.needs);
    const isHopeful = (by !== null && by <= atMostUntil) || (wish.sku !== null && this.#isAmongFirst(wish.sku));
    if (isHopeful) await this.#sleepUntil(atMostUntil, signal);
    if (!signal.aborted) shopper.refuse(new BudgetRefusal(RETRY_AFTER_SECONDS));
  }

  async #sleepUntil(moment: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#clock.elapsed() < moment)
      await this.#clock.sleep(moment - this.#clock.elapsed(), signal);
  }
}
