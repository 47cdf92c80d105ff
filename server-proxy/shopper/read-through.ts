/**
 * Answers that were read through, for as long as a business is not mirrored: each is asked for once, however many
 * wait; past its freshness it is still given out while a new one is fetched, and where that fails, for a day.
 * Failures are not kept.
 */
import { LRUCache } from 'lru-cache';
import type { ApiError } from '../../contract/errors.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { Rendered } from './rendering.ts';

interface Entry<Answer extends object = object> {
  readonly rendered: Rendered<Answer>;
  readonly freshUntil: number;
  /** Past this moment nobody gets it, whatever happens. */
  readonly goodUntil: number;
  /** Something was written that may have changed it: the next reader waits for a new one. */
  outdated: boolean;
}

export interface Reading<Answer extends object> {
  /** Milliseconds. */
  readonly fresh: number;
  /** Asks the API. */
  load(): Promise<{ rendered: Rendered<Answer>; goodUntil: number | null }>;
  /** Throws where the one who asks has caused enough calls. */
  allowCall(): void;
}

/** Milliseconds, as the `Cache-Control` of the answers says it. */
const STALE_WHILE_REVALIDATE = 600_000;
const STALE_IF_ERROR = 86_400_000;

export class ReadThrough {
  readonly #clock: Clock;
  readonly #entries = new LRUCache<string, Entry>({ max: 1_000, maxSize: 32 * 1024 * 1024, sizeCalculation: ({ rendered }) => rendered.json.length + 500 });
  readonly #loading = new Map<string, Promise<Rendered>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async get<Answer extends object>(key: string, reading: Reading<Answer>): Promise<Rendered<Answer>> {
    const now = this.#clock.now();
    // A key names the operation, and with it the kind of the answer.
    const found = this.#entries.get(key) as Entry<Answer> | undefined;
    // What lasts longer than anything does was kept by a clock that was wrong.
    const isOfNow = found && found.freshUntil <= now + reading.fresh && found.goodUntil <= now + STALE_IF_ERROR;
    const entry = found && isOfNow && now < found.goodUntil ? found : undefined;
    if (entry && !entry.outdated && now < entry.freshUntil) return entry.rendered;
    const stale = entry && !entry.outdated && now < entry.freshUntil + STALE_WHILE_REVALIDATE;
    try {
      const loading = this.#load(key, reading);
      if (!stale) return await loading;
      loading.catch(() => {});
    } catch (error) {
      if (!entry || (error as ApiError).http < 500) throw error;
    }
    return entry.rendered;
  }

  /** What begins with this may have changed. */
  outdate(prefix: string): void {
    for (const [key, entry] of this.#entries.entries()) if (key.startsWith(prefix)) entry.outdated = true;
    // Whoever comes from now on does not want what was asked for before.
    for (const key of this.#loading.keys()) if (key.startsWith(prefix)) this.#loading.delete(key);
  }

  #load<Answer extends object>(key: string, reading: Reading<Answer>): Promise<Rendered<Answer>> {
    const joined = this.#loading.get(key) as Promise<Rendered<Answer>> | undefined;
    if (joined) return joined;
    reading.allowCall();
    const loading = reading.load().then(({ rendered, goodUntil }) => {
      const now = this.#clock.now();
      if (this.#loading.get(key) === loading) {
        this.#entries.set(key, {
          rendered,
          freshUntil: Math.min(now + reading.fresh, goodUntil ?? Number.POSITIVE_INFINITY),
          goodUntil: Math.min(now + STALE_IF_ERROR, goodUntil ?? Number.POSITIVE_INFINITY),
          outdated: false,
        });
      }
      return rendered;
    });
    this.#loading.set(key, loading);
    const done = () => { if (this.#loading.get(key) === loading) this.#loading.delete(key); };
    loading.then(done, done);
    return loading;
  }
}
