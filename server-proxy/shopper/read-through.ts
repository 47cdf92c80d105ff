/**
 * Answers that were read through, until a business is mirrored. Each is asked for once, however many wait for it. When
 * it is no longer fresh it is still given while a new one is fetched, and for a day where that fails. Failures are not
 * kept.
 */
import type { ApiError } from '../../contract/endpoints/errors.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { WeighedCache, bytesOf } from '../../server-kit/weighed-cache.ts';
import { BudgetRefusal } from '../upstream/budget.ts';
import type { Rendered } from './rendering.ts';

interface Entry<Answer extends object = object> {
  /** The business that it is about. */
  readonly domain: string;
  readonly rendered: Rendered<Answer>;
  readonly freshUntil: number;
  /** Nobody gets it after this moment, whatever happens. */
  readonly goodUntil: number;
  /** A write may have changed it: the next reader waits for a new one. */
  outdated: boolean;
}

interface Loading {
  readonly domain: string;
  readonly rendered: Promise<Rendered>;
}

export interface ReadOptions<Answer extends object> {
  readonly domain: string;
  readonly freshMs: number;
  /** How long the asker waits, by `Clock.elapsed`. */
  readonly until: number;
  /** Asks the API. */
  load(): Promise<{ rendered: Rendered<Answer>; goodUntil: number | null }>;
  /** Throws where the asker has caused too many calls. */
  allowCall(): void;
}

/** As in the `Cache-Control` of the answers. */
const STALE_WHILE_REVALIDATE_MS = 600_000;
const STALE_IF_ERROR_MS = 86_400_000;
const RETRY_AFTER_SECONDS = 5;

export class ReadThrough {
  readonly #clock: Clock;
  readonly #entries = new WeighedCache<Entry>({
    maxBytes: 8 * 1024 * 1024,
    weigh: ({ rendered }) => bytesOf(rendered.json) + 500,
  });
  /** No more than requests are being answered. */
  readonly #loading = new Map<string, Loading>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async get<Answer extends object>(key: string, options: ReadOptions<Answer>): Promise<Rendered<Answer>> {
    const now = this.#clock.now();
    // A key names the operation, and with it the kind of the answer.
    const found = this.#entries.get(key) as Entry<Answer> | undefined;
    // An entry that seems good for longer than any can be was kept while the clock was wrong.
    const isOfNow = found && found.freshUntil <= now + options.freshMs && found.goodUntil <= now + STALE_IF_ERROR_MS;
    const entry = found && isOfNow && now < found.goodUntil ? found : undefined;
    if (entry && !entry.outdated && now < entry.freshUntil) return entry.rendered;
    const stale = entry && !entry.outdated && now < entry.freshUntil + STALE_WHILE_REVALIDATE_MS;
    try {
      const loading = this.#load(key, options);
      if (!stale) return await this.#inTime(loading, options.until);
      loading.catch(() => {});
    } catch (error) {
      if (!entry || (error as ApiError).http < 500) throw error;
    }
    return entry.rendered;
  }

  /** True where asking again would bring nothing new. */
  has(key: string): boolean {
    const entry = this.#entries.get(key);
    const now = this.#clock.now();
    return entry !== undefined && !entry.outdated && now < Math.min(entry.freshUntil, entry.goodUntil);
  }

  /** The answers kept about this business may have changed. */
  outdate(domain: string): void {
    for (const entry of this.#entries.values()) if (entry.domain === domain) entry.outdated = true;
    // A request from now on must not get an answer from before.
    for (const [key, loading] of this.#loading) if (loading.domain === domain) this.#loading.delete(key);
  }

  /** A request that joins others that came later, and may wait longer, does not wait as long as they do. */
  async #inTime<Result>(loading: Promise<Result>, until: number): Promise<Result> {
    const over = new AbortController();
    const late = this.#clock.sleep(until - this.#clock.elapsed(), over.signal).then(() => {
      throw new BudgetRefusal(RETRY_AFTER_SECONDS);
    });
    try {
      return await Promise.race([loading, late]);
    } finally {
      over.abort();
    }
  }

  #load<Answer extends object>(key: string, options: ReadOptions<Answer>): Promise<Rendered<Answer>> {
    const joined = this.#loading.get(key)?.rendered as Promise<Rendered<Answer>> | undefined;
    if (joined) return joined;
    options.allowCall();
    const { domain } = options;
    const loading = options.load().then(({ rendered, goodUntil }) => {
      const now = this.#clock.now();
      if (this.#loading.get(key)?.rendered === loading) {
        this.#entries.set(key, {
          domain,
          rendered,
          freshUntil: Math.min(now + options.freshMs, goodUntil ?? Number.POSITIVE_INFINITY),
          goodUntil: Math.min(now + STALE_IF_ERROR_MS, goodUntil ?? Number.POSITIVE_INFINITY),
          outdated: false,
        });
      }
      return rendered;
    });
    this.#loading.set(key, { domain, rendered: loading });
    const done = () => {
      if (this.#loading.get(key)?.rendered === loading) this.#loading.delete(key);
    };
    loading.then(done, done);
    return loading;
  }
}
