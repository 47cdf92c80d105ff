/**
 * Answers that were read through, until a business is mirrored. Each is asked for once, however many wait for it. When
 * it is no longer fresh it is still given while a new one is fetched, and for a day where that fails. Failures are not
 * kept.
 */
import { LRUCache } from 'lru-cache';
import type { ApiError } from '../../contract/errors.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { Rendered } from './rendering.ts';

interface Entry<Answer extends object = object> {
  readonly rendered: Rendered<Answer>;
  readonly freshUntil: number;
  /** Nobody gets it after this moment, whatever happens. */
  readonly goodUntil: number;
  /** A write may have changed it: the next reader waits for a new one. */
  outdated: boolean;
}

export interface ReadOptions<Answer extends object> {
  readonly freshMs: number;
  /** Asks the API. */
  load(): Promise<{ rendered: Rendered<Answer>; goodUntil: number | null }>;
  /** Throws where the asker has caused too many calls. */
  allowCall(): void;
}

/** As in the `Cache-Control` of the answers. */
const STALE_WHILE_REVALIDATE_MS = 600_000;
const STALE_IF_ERROR_MS = 86_400_000;

export class ReadThrough {
  readonly #clock: Clock;
  readonly #entries = new LRUCache<string, Entry>({
    max: 1_000,
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ rendered }) => rendered.json.length + 500,
  });
  readonly #loading = new Map<string, Promise<Rendered>>();

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
      if (!stale) return await loading;
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

  /** Entries whose keys begin like this may have changed. */
  outdate(prefix: string): void {
    for (const [key, entry] of this.#entries.entries()) if (key.startsWith(prefix)) entry.outdated = true;
    // Whoever asks from now on must not get what was asked for before.
    for (const key of this.#loading.keys()) if (key.startsWith(prefix)) this.#loading.delete(key);
  }

  #load<Answer extends object>(key: string, options: ReadOptions<Answer>): Promise<Rendered<Answer>> {
    const joined = this.#loading.get(key) as Promise<Rendered<Answer>> | undefined;
    if (joined) return joined;
    options.allowCall();
    const loading = options.load().then(({ rendered, goodUntil }) => {
      const now = this.#clock.now();
      if (this.#loading.get(key) === loading) {
        this.#entries.set(key, {
          rendered,
          freshUntil: Math.min(now + options.freshMs, goodUntil ?? Number.POSITIVE_INFINITY),
          goodUntil: Math.min(now + STALE_IF_ERROR_MS, goodUntil ?? Number.POSITIVE_INFINITY),
          outdated: false,
        });
      }
      return rendered;
    });
    this.#loading.set(key, loading);
    const done = () => {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    };
    loading.then(done, done);
    return loading;
  }
}
