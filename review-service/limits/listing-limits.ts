/**
 * Limits of the listings of changes, for each token and business: they are not among the calls that the specification
 * limits. Each instance counts for itself.
 */
import { refuse } from '../../contract/endpoints/errors.ts';
import { changesLimits, longestOf } from './call-limits.ts';
import { RecentCalls } from './recent-calls.ts';

interface Asker {
  readonly tokenHash: string;
  readonly businessId: number;
}

const keyOf = ({ tokenHash, businessId }: Asker): string => `${businessId} ${tokenHash}`;

export class ListingLimits {
  readonly #pages = new RecentCalls(changesLimits);
  readonly #waiting = new Map<string, AbortController>();

  /**
   * @param elapsed - milliseconds of a clock that nobody sets.
   * @throws ApiError `tooManyRequests`
   */
  count(asker: Asker, elapsed: number): void {
    const key = keyOf(asker);
    this.#pages.forget(elapsed - longestOf(changesLimits));
    const wait = this.#pages.waitOf(key, elapsed);
    if (wait !== null) throw refuse('tooManyRequests', undefined, { retryAfterSeconds: wait / 1_000 });
    this.#pages.count(key, elapsed);
  }

  /** Waits alone: whoever waits already is to go on. */
  async wait<Result>(asker: Asker, work: (ended: AbortSignal) => Promise<Result>): Promise<Result> {
    const key = keyOf(asker);
    this.#waiting.get(key)?.abort();
    const mine = new AbortController();
    this.#waiting.set(key, mine);
    try {
      return await work(mine.signal);
    } finally {
      if (this.#waiting.get(key) === mine) this.#waiting.delete(key);
    }
  }
}
