import type { EndpointName, endpoints } from '../contract/endpoints.ts';
import { MOST_SKUS } from '../contract/limits.ts';
import type { AnswerOf, QueryOf, Refusal, ShopperHeader, ShopperOperation, ShopperWrite } from '../contract/shopper.ts';
import { fail } from './failure.ts';
import { later } from './later.ts';
import { shared } from './shared.ts';
import type { Asked, Source } from './source.ts';

/** An answer that is kept, or under way. */
interface Kept {
  readonly promise: Promise<unknown>;
  readonly abort: AbortController;
  /** How many still want it; nobody: it is given up. */
  users: number;
  /** Milliseconds since 1970 until which it is as good as new; infinite while it is under way. */
  until: number;
}

/** A product whose statistics somebody waits for. */
interface Waiting {
  readonly sku: string;
  readonly resolve: (answer: AnswerOf<'getProductReviewStats'>) => void;
  readonly reject: (reason: unknown) => void;
}

type Path<Name extends ShopperOperation> = (typeof endpoints)[Name extends EndpointName ? Name : 'getProductReviewStats']['path'];

/** The API's table itself would weigh as much as all the elements. */
const paths: { readonly [Name in Asked | ShopperWrite]: Path<Name> } = {
  getBusiness: '/businesses/{business}',
  listQuestions: '/businesses/{business}/questions',
  listReviews: '/businesses/{business}/reviews',
  flagReview: '/businesses/{business}/reviews/flag',
  listComments: '/businesses/{business}/review/comments',
  listProducts: '/businesses/{business}/products',
  listProductQuestions: '/businesses/{business}/product/questions',
  listProductReviews: '/businesses/{business}/product/reviews',
  addProductReview: '/businesses/{business}/product/reviews/add',
  voteOnProductReview: '/businesses/{business}/product/reviews/vote',
  listTopRatedProducts: '/businesses/{business}/product/reviews/top-rated',
  getProductReviewStats: '/businesses/{business}/product/reviews/stats',
  getStatsOfProducts: '/businesses/{business}/product/reviews/stats',
  getWriteLink: '/partners/{business}/write-link/get',
  getEditLink: '/partners/{business}/edit-link/get',
};

/** Where the opaque id of a shopper who voted or wrote is kept: see send.ts. */
const VISITOR = 'plaudit-visitor';

/** A proxy that hangs is given up after this many milliseconds, body included. */
export const DEADLINE_MS = 20_000;
const ANSWER_GOOD_MS = 60_000;
const MOST_ANSWERS = 200;
/** Star lines that ask within this time travel together. */
const GATHER_MS = 5;

/** The proxy, over HTTP. One for all elements of a page that name the same proxy and business: they share its answers. */
export class HttpSource implements Source {
  readonly proxy: string;
  readonly business: string;
  readonly #deadlineMs: number;
  readonly #answers = new Map<string, Kept>();
  #waiting: Waiting[] = [];
  /** Until when the proxy asked to be left alone, in milliseconds since 1970, by method. */
  readonly #holds: Record<string, number> = {};

  constructor(proxy: string, business: string, deadlineMs = DEADLINE_MS) {
    this.proxy = proxy;
    this.business = business;
    this.#deadlineMs = deadlineMs;
  }

  ask<Name extends Asked>(operation: Name, query: QueryOf<Name>, signal?: AbortSignal, customer?: string): Promise<AnswerOf<Name>> {
    const url = this.#address(operation, query);
    // The token travels in a header: addresses end up in logs and histories.
    const init: RequestInit = customer ? { headers: { 'Plaudit-Customer': customer } satisfies { [Name in ShopperHeader]?: string }, cache: 'no-store' } : {};
    const { sku } = query as QueryOf<'getProductReviewStats'>;
    // A comma separates the skus of a call for many: one that holds a comma travels alone.
    const gathered = operation === 'getProductReviewStats' && sku && !sku.includes(',');
    const answer = this.#share<AnswerOf<Name>>(url, signal, (abort) => (gathered ? this.#gather(sku) : this.#fetch(url, init, undefined, abort)));
    // What it opens is nobody else's.
    if (customer) this.#answers.delete(url);
    return answer;
  }

  put<Name extends Asked>(operation: Name, query: QueryOf<Name>, answer: AnswerOf<Name>): void {
    void this.#share(this.#address(operation, query), undefined, async () => answer);
  }

  async send<Name extends ShopperWrite>(operation: Name, body: QueryOf<Name>, key: string): Promise<AnswerOf<Name>> {
    const { send } = await later.send();
    const url = this.#address(operation);
    const answer = await send({ operation, body, key, visitorKey: VISITOR }, (init, deadlineMs) => this.#fetch<AnswerOf<Name>>(url, init, deadlineMs));
    // What was read may have changed.
    this.#answers.clear();
    return answer;
  }

  #address(operation: Asked | ShopperWrite, query: Readonly<Record<string, string | number | null | undefined>> = {}): string {
    const url = new URL(`v1${paths[operation].replace('{business}', encodeURIComponent(this.business))}`, this.proxy);
    for (const [name, value = null] of Object.entries(query)) if (value !== null) url.searchParams.set(name, `${value}`);
    return url.href;
  }

  /** The statistics of one product, out of those of all that are asked about at this moment. */
  #gather(sku: string): Promise<AnswerOf<'getProductReviewStats'>> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ sku, resolve, reject }) > 1) return;
      setTimeout(() => {
        const all = this.#waiting;
        this.#waiting = [];
        while (all[0]) this.#askAtOnce(all.splice(0, MOST_SKUS));
      }, GATHER_MS);
    });
  }

  #askAtOnce(waiting: readonly Waiting[]): void {
    // In order, so that a cache in between knows the request again.
    this.#fetch<AnswerOf<'getStatsOfProducts'>>(this.#address('getStatsOfProducts', { skus: waiting.map(({ sku }) => sku).sort().join() })).then(
      ({ stats }) => waiting.forEach(({ sku, resolve }) => resolve({ product_reviews_stats: stats[sku]! })),
      (error: unknown) => waiting.forEach(({ reject }) => reject(error)),
    );
  }

  /** One request for all that want the same. */
  #share<Answer>(url: string, signal: AbortSignal | undefined, ask: (abort: AbortController) => Promise<Answer>): Promise<Answer> {
    const answers = this.#answers;
    let kept = answers.get(url);
    if (!kept || kept.until < Date.now()) {
      const abort = new AbortController();
      const asked: Kept = (kept = { promise: ask(abort), abort, users: 0, until: Infinity });
      answers.set(url, asked);
      if (answers.size > MOST_ANSWERS) answers.delete(answers.keys().next().value!);
      // A failure is never kept, nor what nobody waited for.
      const drop = () => answers.get(url) === asked && answers.delete(url);
      abort.signal.addEventListener('abort', drop);
      asked.promise.then(() => (asked.until = Date.now() + ANSWER_GOOD_MS), drop);
    }
    const wanted = kept;
    wanted.users++;
    signal?.addEventListener('abort', () => --wanted.users || wanted.until < Infinity || wanted.abort.abort());
    // An address names its operation, and with it the kind of the answer.
    return wanted.promise as Promise<Answer>;
  }

  /** @throws Failure */
  async #fetch<Answer>(url: string, init: RequestInit = {}, deadlineMs = this.#deadlineMs, abort = new AbortController()): Promise<Answer> {
    const { method = '' } = init;
    const held = (this.#holds[method] ?? 0) - Date.now();
    if (held > 0) throw fail(429, 429, 'Retry-After', { retryAfter: held / 1000 });
    const late = setTimeout(() => abort.abort(fail(0, 0, 'timeout')), deadlineMs);
    try {
      // What a shopper has voted or written must come back: the browser then asks whether what it has still holds.
      const response = await fetch(url, { credentials: 'omit', signal: abort.signal, cache: hasActed() ? 'no-cache' : 'default', ...init });
      const body = (await response.json().catch(() => null)) as (Answer & { readonly success: true }) | Refusal | null;
      abort.signal.throwIfAborted();
      if (body?.success) return body;
      const retryAfter = readRetryAfter(response);
      // What has to be proven first, whoever wrote can do: see proof/proof.ts.
      if (retryAfter && !body?.challenge) this.#holds[method] = Date.now() + retryAfter * 1000;
      throw fail(body?.errorCode ?? 0, response.status, `${body?.errorReason}`, { retryAfter, field: body?.field, challenge: body?.challenge });
    } finally {
      clearTimeout(late);
    }
  }
}

function hasActed(): boolean {
  try {
    return VISITOR in localStorage;
  } catch {
    return false;
  }
}

/** Seconds. A browser hides the header from another origin unless the proxy exposes it. */
function readRetryAfter({ status, headers }: Response): number | undefined {
  const given = headers.get('Retry-After');
  return given || status === 429 ? Math.max(1, Number(given) || 30) : undefined;
}

const sources = (shared.sources ??= new Map<string, Source>());

/** The source of all elements of a page, whichever copy of the script they came with, that name this proxy and business. */
export function pageSource(proxy: string, business: string): Source {
  const key = `${proxy} ${business}`;
  const source = sources.get(key) ?? new HttpSource(proxy, business);
  sources.set(key, source);
  return source;
}
