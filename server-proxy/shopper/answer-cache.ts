/**
 * The one cache of answers: bytes and ETag under the question as it was understood. An answer from the mirror is good
 * for one version of it. One from the API, which is asked until a business is mirrored and has few calls, is still
 * given while a new one is fetched once it is no longer fresh, and for a day where that fails. Each answer is made
 * once, however many wait for it. Failures are not kept.
 */
import type { ApiError } from '../../contract/endpoints/errors.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { WeighedCache } from '../../server-kit/weighed-cache.ts';
import { BudgetRefusal } from '../../api-client/budget.ts';
import { isKept, weightOf, type CachedAnswer } from './cached-answer.ts';

interface Kept<Answer extends object = object> {
  /** The business that it is about. */
  readonly domain: string;
  readonly answer: CachedAnswer<Answer>;
  /** The version of the mirror that it was made from; null where the API gave it, for which the rest is. */
  readonly version: number | null;
  /** By `Clock.elapsed`, as `goodUntil`. */
  readonly freshUntil: number;
  /** Nobody gets it any later, whatever happens. */
  readonly goodUntil: number;
  /** A write may have changed it: the next reader waits for a new one. */
  outdated: boolean;
}

interface Making<Answer extends object = object> {
  readonly domain: string;
  readonly version: number | null;
  readonly answer: Promise<CachedAnswer<Answer>>;
}

export interface ReadOptions<Answer extends object> {
  readonly domain: string;
  readonly freshMs: number;
  /** How long the asker waits, by `Clock.elapsed`. */
  readonly until: number;
  /** Asks the API. @returns `goodUntil` in milliseconds since 1970, where the answer itself has an end. */
  load(): Promise<{ answer: CachedAnswer<Answer>; goodUntil: number | null }>;
  /** Throws where the asker has caused too many calls. */
  allowCall(): void;
}

/** As in the `Cache-Control` of the answers. */
const STALE_WHILE_REVALIDATE_MS = 600_000;
const STALE_IF_ERROR_MS = 86_400_000;
const RETRY_AFTER_SECONDS = 5;

export class AnswerCache {
  readonly #clock: Clock;
  readonly #entries = new WeighedCache<Kept>({
    maxBytes: 48 * 1024 * 1024,
    weigh: ({ answer }) => weightOf(answer),
  });
  /** No more than requests are being answered. */
  readonly #making = new Map<string, Making>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** An answer from this version of the mirror that was given before. */
  find<Answer extends object>(key: string, version: number): CachedAnswer<Answer> | null {
    // A key names the operation, and with it the kind of the answer.
    const found = this.#entries.get(key) as Kept<Answer> | undefined;
    return found?.version === version ? found.answer : null;
  }

  async make<Answer extends object>(
    key: string,
    about: { readonly domain: string; readonly version: number },
    make: () => Promise<CachedAnswer<Answer>>,
  ): Promise<CachedAnswer<Answer>> {
    const joined = this.#making.get(key) as Making<Answer> | undefined;
    if (joined?.version === about.version) return joined.answer;
    const ever = { freshUntil: Infinity, goodUntil: Infinity };
    return this.#keep(key, about, async () => ({ ...ever, answer: await make() }));
  }

  /** Gives what the API says, as it was kept or anew. */
  async readThrough<Answer extends object>(key: string, options: ReadOptions<Answer>): Promise<CachedAnswer<Answer>> {
    const now = this.#clock.elapsed();
    const found = this.#entries.get(key) as Kept<Answer> | undefined;
    const entry = found && now < found.goodUntil ? found : undefined;
    if (entry && !entry.outdated && now < entry.freshUntil) return entry.answer;
    const stale = entry && !entry.outdated && now < entry.freshUntil + STALE_WHILE_REVALIDATE_MS;
    try {
      const loading = this.#load(key, options);
      if (!stale) return await this.#inTime(loading, options.until);
      loading.catch(() => {});
    } catch (error) {
      if (!entry || (error as ApiError).http < 500) throw error;
    }
    return entry.answer;
  }

  /** True where asking the API again would bring nothing new. */
  isFresh(key: string): boolean {
    const entry = this.#entries.get(key);
    const now = this.#clock.elapsed();
    return entry !== undefined && !entry.outdated && now < Math.min(entry.freshUntil, entry.goodUntil);
  }

  /** The answers of the API that are kept about this business may have changed. */
  outdate(domain: string): void {
    for (const entry of this.#entries.values()) if (entry.domain === domain) entry.outdated = true;
    // A request from now on must not get an answer from before.
    for (const [key, making] of this.#making) if (making.domain === domain) this.#making.delete(key);
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

  #load<Answer extends object>(key: string, options: ReadOptions<Answer>): Promise<CachedAnswer<Answer>> {
    const joined = this.#making.get(key)?.answer as Promise<CachedAnswer<Answer>> | undefined;
    if (joined) return joined;
    options.allowCall();
    return this.#keep(key, { domain: options.domain, version: null }, async () => {
      const { answer, goodUntil } = await options.load();
      const leftMs = goodUntil === null ? Infinity : goodUntil - this.#clock.now();
      const until = (ms: number) => this.#clock.elapsed() + Math.min(ms, leftMs);
      return { answer, freshUntil: until(options.freshMs), goodUntil: until(STALE_IF_ERROR_MS) };
    });
  }

  /** Keeps what is made, unless it was outdated meanwhile. */
  #keep<Answer extends object>(
    key: string,
    about: Pick<Kept, 'domain' | 'version'>,
    make: () => Promise<Pick<Kept<Answer>, 'answer' | 'freshUntil' | 'goodUntil'>>,
  ): Promise<CachedAnswer<Answer>> {
    const isCurrent = () => this.#making.get(key)?.answer === answer;
    const answer = make().then((made) => {
      if (isCurrent() && isKept(key)) this.#entries.set(key, { ...about, ...made, outdated: false });
      return made.answer;
    });
    this.#making.set(key, { ...about, answer });
    const done = () => {
      if (isCurrent()) this.#making.delete(key);
    };
    answer.then(done, done);
    return answer;
  }
}
