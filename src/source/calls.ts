import { MOST_SKUS } from '../../contract/limits.ts';
import type { AnswerOf, Refusal, Statistics } from '../../contract/shopper.ts';
import { fail } from './failure.ts';
import type { Source } from './source.ts';

/** A proxy that hangs is given up after this many milliseconds, body included. */
export const DEADLINE_MS = 20_000;
export const ANSWER_GOOD_MS = 60_000;
type Answers = Partial<AnswerOf<'getProductReviewStats'> & AnswerOf<'getStatsOfProducts'>>;

/** Products whose statistics one call will ask for: those that are asked about in one task. */
interface Batch {
  readonly skus: Set<string>;
  readonly answer: Promise<Answers>;
}

/** Calls to one proxy about one business: one for all elements of a page that name the same. */
export class ProxyCalls {
  declare readonly proxy: string;
  declare readonly business: string;
  /** What elements other than lines of stars ask. */
  declare source: Source | undefined;
  declare readonly deadlineMs: number;
  /** What a browser's cache may answer. */
  cache: RequestCache = 'default';
  /** Statistics that were asked for within the last minute, by sku. */
  readonly kept = new Map<string, Promise<Statistics>>();
  #batch: Batch | undefined;
  /** Until when the proxy asked to be left alone, in milliseconds since 1970, by method. */
  readonly #silentUntil: Record<string, number> = {};

  constructor(proxy: string, business: string, deadlineMs = DEADLINE_MS) {
    this.proxy = proxy;
    this.business = business;
    this.deadlineMs = deadlineMs;
  }

  /** The statistics of one product, out of those of all that are asked about at this moment. */
  statistics(sku: string): Promise<Statistics> {
    return this.kept.get(sku) ?? this.keep(sku, this.#ask(sku));
  }

  /** Whoever asks for them within a minute is given these. */
  keep(sku: string, statistics: Promise<Statistics>): Promise<Statistics> {
    if (!this.kept.size) setTimeout(() => this.kept.clear(), ANSWER_GOOD_MS);
    this.kept.set(sku, statistics);
    // A failure is never kept.
    statistics.catch(() => this.kept.delete(sku));
    return statistics;
  }

  async #ask(sku: string): Promise<Statistics> {
    // A comma separates the skus of a call for many: one that holds a comma travels alone.
    const batch = sku.includes(',') ? this.#gather('sku') : (this.#batch ??= this.#gather('skus'));
    if (batch.skus.add(sku).size === MOST_SKUS) this.#batch = undefined;
    const { stats, product_reviews_stats: alone } = await batch.answer;
    return alone ?? stats![sku]!;
  }

  #gather(name: 'sku' | 'skus'): Batch {
    const skus = new Set<string>();
    const ask = () => {
      this.#batch = undefined;
      // In order, so that a cache in between knows the request again.
      const query = new URLSearchParams({ [name]: [...skus].sort().join() });
      return this.fetch<Answers>(
        `${this.proxy}v1/businesses/${encodeURIComponent(this.business)}/product/reviews/stats?${query}`,
      );
    };
    return { skus, answer: new Promise((resolve) => setTimeout(resolve)).then(ask) };
  }

  /** @throws Failure */
  async fetch<Answer>(url: URL | string, init: RequestInit = {}): Promise<Answer> {
    const { method = '', signal = AbortSignal.timeout(this.deadlineMs) } = init;
    const silentMs = this.#silentUntil[method]! - Date.now();
    if (silentMs > 0) throw fail('Retry-After', { code: 429, status: 429, retryAfter: silentMs / 1000 });
    const response = await fetch(url, { credentials: 'omit', cache: this.cache, signal, ...init });
    const body = (await response.json().catch(() => null)) as (Answer & { readonly success: true }) | Refusal | null;
    signal!.throwIfAborted();
    if (body?.success) return body;
    const { status, headers } = response;
    // Seconds. A browser hides the header from another origin unless the proxy exposes it.
    const asked = headers.get('Retry-After');
    const retryAfter = asked || status === 429 ? Number(asked) || 30 : undefined;
    // What has to be proven first, whoever wrote can do: see proof/proof.ts.
    if (retryAfter && !body?.challenge) this.#silentUntil[method] = Date.now() + retryAfter * 1000;
    throw fail(`${body?.errorReason}`, { ...body, code: body?.errorCode ?? 0, status, retryAfter });
  }
}
