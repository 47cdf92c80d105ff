/**
 * How often one address may ask, counted in this process's memory: a limit against floods, not an exact account. It
 * counts in whole minutes and hours, so a burst across the end of one may be twice the limit.
 */
import { refuse } from '../../contract/endpoints/errors.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { WeighedCache } from '../../server-kit/weighed-cache.ts';

const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
/** Some fifty thousand addresses. */
const MOST_BYTES = 16 * 1024 * 1024;

interface Counted {
  count: number;
  /** By `Clock.elapsed`. */
  readonly until: number;
}

export class RateLimits {
  readonly #clock: Clock;
  readonly #counts = new WeighedCache<Counted>({ maxBytes: MOST_BYTES, weigh: () => 50 });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param what - one of a few names, each with counts of its own.
   * @param most - within this time, a minute by default.
   * @throws ApiError `tooManyRequests` with `Retry-After` past the limit.
   */
  count(what: string, network: string, most: number, withinMs = MINUTE_MS): void {
    const counted = this.#counted(what, network, withinMs);
    counted.count += 1;
    if (counted.count > most)
      throw refuse('tooManyRequests', undefined, {
        retryAfterSeconds: Math.ceil((counted.until - this.#clock.elapsed()) / 1_000),
      });
  }

  /** Counts a request within the limit. For one past it, returns false and leaves counting to `count`. */
  allows(what: string, network: string, most: number, withinMs = MINUTE_MS): boolean {
    const counted = this.#counted(what, network, withinMs);
    if (counted.count >= most) return false;
    counted.count += 1;
    return true;
  }

  #counted(what: string, network: string, withinMs: number): Counted {
    const key = `${what} ${network}`;
    const now = this.#clock.elapsed();
    const counted = this.#counts.get(key);
    if (counted && counted.until > now) return counted;
    const fresh = { count: 0, until: now + withinMs };
    this.#counts.set(key, fresh);
    return fresh;
  }
}
