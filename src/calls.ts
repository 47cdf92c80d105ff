import { MOST_SKUS } from '../contract/limits.ts';
import type { AnswerOf, Refusal, Statistics } from '../contract/shopper.ts';
import { fail } from './failure.ts';
import { shared } from './shared.ts';
import type { Source } from './source.ts';

/** Where the opaque id of a shopper who voted or wrote is kept: see send.ts. */
export const VISITOR = 'plaudit-visitor';
/** A proxy that hangs is given up after this many milliseconds, body included. */
export const DEADLINE_MS = 20_000;
export const ANSWER_GOOD_MS = 60_000;
/** Star lines that ask within this time travel together. */
const GATHER_MS = 5;

/** Products whose statistics one call will ask for. */
interface Batch {
  readonly skus: Set<string>;
  readonly answer: Promise<Partial<AnswerOf<'getProductReviewStats'> & AnswerOf<'getStatsOfProducts'>>>;
}

/** Calls to one proxy about one business: one for all elements of a page that name the same. */
export class ProxyCalls {
  readonly proxy: string;
  readonly business: string;
  /** What elements other than lines of stars ask. */
  source: Source | undefined;
  readonly deadlineMs: number;
  /** Statistics that were asked for within the last minute, by sku. */
  readonly #kept = new Map<string, Promise<Statistics>>();
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
    return this.#kept.get(sku) ?? this.keep(sku, this.#ask(sku));
  }

  /** Whoever asks for them within a minute is given these. */
  keep(sku: string, statistics: Promise<Statistics>): Promise<Statistics> {
    this.#kept.set(sku, statistics);
    const drop = () => this.#kept.delete(sku);
    // A failure is never kept.
    statistics.catch(drop);
    setTimeout(drop, ANSWER_GOOD_MS);
    return statistics;
  }

  /** What nobody waits for any more is asked for anew. */
  drop(sku: string): void {
    this.#kept.delete(sku);
  }

  /** What was read may have changed. */
  forget(): void {
    this.#kept.clear();
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
    const batch: Batch = {
      skus,
      answer: new Promise((resolve) => setTimeout(resolve, GATHER_MS)).then(() => {
        if (this.#batch === batch) this.#batch = undefined;
        // In order, so that a cache in between knows the request again.
        const query = new URLSearchParams({ [name]: [...skus].sort().join() });
        const path = `v1/businesses/${encodeURIComponent(this.business)}/product/reviews/stats?${query}`;
        return this.fetch(new URL(path, this.proxy));
      }),
    };
    return batch;
  }

  /** @throws Failure */
  async fetch<Answer>(url: URL, init: RequestInit = {}): Promise<Answer> {
    const { method = '', signal = AbortSignal.timeout(this.deadlineMs) } = init;
    const silentMs = (this.#silentUntil[method] ?? 0) - Date.now();
    if (silentMs > 0) throw fail(429, 429, 'Retry-After', { retryAfter: silentMs / 1000 });
    // What a shopper has voted or written must come back: the browser then asks whether what it has still holds.
    const cache = hasActed() ? 'no-cache' : 'default';
    const response = await fetch(url, { credentials: 'omit', cache, signal, ...init });
    const body = (await response.json().catch(() => null)) as (Answer & { readonly success: true }) | Refusal | null;
    signal!.throwIfAborted();
    if (body?.success) return body;
    const { status, headers } = response;
    // Seconds. A browser hides the header from another origin unless the proxy exposes it.
    const asked = headers.get('Retry-After');
    const retryAfter = asked || status === 429 ? Math.max(1, Number(asked) || 30) : undefined;
    // What has to be proven first, whoever wrote can do: see proof/proof.ts.
    if (retryAfter && !body?.challenge) this.#silentUntil[method] = Date.now() + retryAfter * 1000;
    throw fail(body?.errorCode ?? 0, status, `${body?.errorReason}`, { ...body, status, retryAfter });
  }
}

function hasActed(): boolean {
  try {
    return VISITOR in localStorage;
  } catch {
    return false;
  }
}

const calls = (shared.calls ??= {});

/** Those of all elements of a page, whichever copy of the script they came with, that name this proxy and business. */
export const pageCalls = (proxy: string, business: string): ProxyCalls =>
  (calls[`${proxy} ${business}`] ??= new ProxyCalls(proxy, business));
