import { MOST_SKUS } from '../../contract/endpoints/limits.ts';
import type { AnswerOf, Refusal, Statistics } from '../../contract/shopper/shopper.ts';
import { fail } from './failure.ts';
import type { Source } from './source.ts';

/** Time limit for an answer of the proxy in milliseconds, body included. */
export const DEADLINE_MS = 20_000;
export const ANSWER_GOOD_MS = 60_000;
type Answers = Partial<AnswerOf<'getProductReviewStats'> & AnswerOf<'getStatsOfProducts'>>;

/** Begins the key of an item group; that of a product is its SKU, which no attribute lets begin like this. */
export const GROUP = '\0';

/** The products and item groups whose statistics are requested within one task; they share a call. */
interface Batch {
  readonly keys: Set<string>;
  readonly answer: Promise<Answers>;
}

/** Calls to one proxy about one business, shared by all elements of the page that use the same two. */
export class ProxyCalls {
  declare readonly proxy: string;
  declare readonly business: string;
  /** Source of all elements except `plaudit-stars`. */
  declare source: Source | undefined;
  /** Cache mode of the requests; until it is set, the browser's default. */
  declare cache: RequestCache;
  /** Time limit for an answer, body included. */
  deadlineMs = DEADLINE_MS;
  /** Statistics requested within the last minute, by SKU or `GROUP` and item group. */
  readonly kept = new Map<string, Promise<Statistics>>();
  #batch: Batch | undefined;
  /** Consecutive failures after which the proxy asked for time: each doubles what it asked for. */
  #failures = 0;
  /** Moments until which the proxy wants no further requests, by method. */
  readonly #silentUntil: Record<string, number> = {};

  /** @throws TypeError if the URL of the proxy is invalid */
  constructor(proxy: string, business: string) {
    const { href } = new URL(proxy, document.baseURI);
    // A `data:` URL could supply forged answers.
    if (!href.startsWith('http')) throw new TypeError(href);
    this.proxy = href.replace(/(?<!\/)\/*$/, '/');
    this.business = business;
  }

  /** Keeps statistics for a minute. */
  keep(key: string, statistics: Promise<Statistics>): Promise<Statistics> {
    if (!this.kept.size) setTimeout(() => this.kept.clear(), ANSWER_GOOD_MS);
    this.kept.set(key, statistics);
    // Do not keep failures.
    statistics.catch(() => this.kept.delete(key));
    return statistics;
  }

  /**
   * The statistics of one product or item group, requested together with those of others.
   * @param soon whether the request leaves before the next task
   */
  statistics(key: string, soon?: boolean): Promise<Statistics> {
    return this.kept.get(key) ?? this.keep(key, this.#ask(key, soon));
  }

  /** @throws Failure */
  async fetch<Answer>(url: URL | string, init: RequestInit = {}): Promise<Answer> {
    const { method = '', signal = AbortSignal.timeout(this.deadlineMs) } = init;
    const silentMs = this.#silentUntil[method]! - Date.now();
    if (silentMs > 0) throw fail('Retry-After', { code: 429, status: 429, retryAfter: silentMs / 1000 });
    const response = await fetch(url, { cache: this.cache, signal, ...init });
    const body = (await response.json().catch(() => null)) as (Answer & { readonly success: true }) | Refusal | null;
    signal!.throwIfAborted();
    if (body?.success) {
      this.#failures = 0;
      return body;
    }
    const { status, headers } = response;
    // In seconds. Across origins, browsers hide this header unless the proxy exposes it.
    const asked = headers.get('Retry-After');
    const retryAfter = asked || status === 429 ? (Number(asked) || 30) * 2 ** this.#failures++ : undefined;
    // A challenge is no reason to wait: proof/proof.ts solves it and retries at once.
    if (retryAfter && !body?.challenge) this.#silentUntil[method] = Date.now() + retryAfter * 1000;
    throw fail(String(body?.errorReason), { ...body, code: body?.errorCode ?? 0, status, retryAfter });
  }

  async #ask(key: string, soon?: boolean): Promise<Statistics> {
    // Commas separate the names of a batch, so a name that contains a comma needs its own call.
    const batch = key.includes(',') ? this.#gather('', soon) : (this.#batch ??= this.#gather('s', soon));
    if (batch.keys.add(key).size === MOST_SKUS) this.#batch = undefined;
    const { stats, group_stats: groups, product_reviews_stats: alone } = await batch.answer;
    return alone ?? stats![key] ?? groups![key.slice(1)]!;
  }

  #gather(plural: '' | 's', soon?: boolean): Batch {
    const keys = new Set<string>();
    const ask = () => {
      this.#batch = undefined;
      // Sorted, so that the same set has the same URL in caches.
      const names = [...keys].sort();
      const groups = names.filter((key) => key[0] === GROUP).map((key) => key.slice(1));
      const list = (name: string, of: string[]) =>
        of.length ? [`${name}${plural}=${encodeURIComponent(of.join(','))}`] : [];
      const query = [...list('sku', names.slice(groups.length)), ...list('item_group', groups)].join('&');
      return this.fetch<Answers>(
        `${this.proxy}v1/businesses/${encodeURIComponent(this.business)}/product/reviews/stats?` + query,
      );
    };
    return { keys, answer: new Promise<void>((resolve) => (soon ? resolve() : setTimeout(resolve))).then(ask) };
  }
}
