/**
 * How often one address may ask, counted in this process's memory: a limit against floods, not an exact account. It
 * counts in whole minutes, so a burst across the end of one may be twice the limit.
 */
import { LRUCache } from 'lru-cache';
import { refuse } from '../../contract/errors.ts';
import type { Clock } from '../../server-kit/clock.ts';

const MINUTE_MS = 60_000;

interface Counted {
  count: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export class RateLimits {
  readonly #clock: Clock;
  readonly #counts = new Map<string, LRUCache<string, Counted>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param what - one of a few names, each with counts of its own.
   * @throws ApiError `tooManyRequests` with `Retry-After` past the limit.
   */
  count(what: string, network: string, perMinute: number): void {
    const counted = this.#counted(what, network);
    counted.count += 1;
    if (counted.count > perMinute)
      throw refuse('tooManyRequests', undefined, {
        retryAfterSeconds: Math.ceil((counted.until - this.#clock.now()) / 1_000),
      });
  }

  /** Counts a request within the limit. For one past it, returns false and leaves counting to `count`. */
  allows(what: string, network: string, perMinute: number): boolean {
    const counted = this.#counted(what, network);
    if (counted.count >= perMinute) return false;
    counted.count += 1;
    return true;
  }

  #counted(what: string, network: string): Counted {
    const counts = this.#countsOf(what);
    const now = this.#clock.now();
    const counted = counts.get(network);
    if (counted && counted.until > now && counted.until <= now + MINUTE_MS) return counted;
    const fresh = { count: 0, until: now + MINUTE_MS };
    counts.set(network, fresh);
    return fresh;
  }

  #countsOf(what: string): LRUCache<string, Counted> {
    let counts = this.#counts.get(what);
    if (counts === undefined) this.#counts.set(what, (counts = new LRUCache({ max: 50_000 })));
    return counts;
  }
}
