/** One instance's knowledge of all businesses that it mirrors, and whether shoppers are active. */
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { Clock } from '../../../server-kit/clock.ts';
import { forgetFuture, type Tracked } from './tracked.ts';

/** A shop is quiet when no shopper has come for this long. */
const QUIET_AFTER_MS = 300_000;

export class Known {
  readonly #clock: Clock;
  readonly #businesses = new Map<string, Tracked>();
  #lastShopperAt = Number.NEGATIVE_INFINITY;
  #wake = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(tracked: Tracked): void {
    this.#businesses.set(tracked.business.domain, tracked);
  }

  /** @throws ApiError for a business that is not mirrored here. */
  of(domain: string): Tracked {
    const tracked = this.#businesses.get(domain);
    if (!tracked) throw refuse('businessNotAvailable');
    return tracked;
  }

  find(domain: string): Tracked | undefined {
    return this.#businesses.get(domain);
  }

  get all(): Tracked[] {
    return [...this.#businesses.values()];
  }

  get domains(): string[] {
    return [...this.#businesses.keys()];
  }

  noteShopper(): void {
    const wasQuiet = this.isQuiet;
    this.#lastShopperAt = this.#clock.elapsed();
    if (wasQuiet) this.wakeUp();
  }

  get isQuiet(): boolean {
    return this.#clock.elapsed() - this.#lastShopperAt > QUIET_AFTER_MS;
  }

  /** A read from while the clock was ahead counts as of now. */
  clockWasSetBack(): void {
    for (const tracked of this.#businesses.values()) forgetFuture(tracked, this.#clock.now());
    this.wakeUp();
  }

  /** Something has changed: the filler makes a new plan. */
  wakeUp(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  /** Aborted at the next `wakeUp`. */
  get woken(): AbortSignal {
    return this.#wake.signal;
  }
}
