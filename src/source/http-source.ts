import type { ShopperEndpointName, shopperEndpoints } from '../../contract/endpoints/proxy-endpoints.ts';
import type {
  AnswerOf,
  QueryOf,
  ShopperHeader,
  ShopperOperation,
  ShopperWrite,
} from '../../contract/shopper/shopper.ts';
import { ANSWER_GOOD_MS, type ProxyCalls } from './calls.ts';
import { send, writePaths } from './send.ts';
import type { Asked, Source } from './source.ts';

/** A kept or pending answer. */
interface Kept {
  readonly promise: Promise<unknown>;
  readonly abort: AbortController;
  /** Number of callers still waiting; at 0, the request is aborted. */
  users: number;
  /** Moment until which the answer is valid; infinite while it is pending. */
  until: number;
}

type Path<Name extends ShopperOperation> = (typeof shopperEndpoints)[Name extends ShopperEndpointName
  ? Name
  : 'getProductReviewStats']['path'];

/** Repeated here, and in send.ts, because the API's table would be as large as all the elements together. */
const paths: { readonly [Name in Asked]: Path<Name> } = {
  getBusiness: '/businesses/{business}',
  listQuestions: '/businesses/{business}/questions',
  listReviews: '/businesses/{business}/reviews',
  listComments: '/businesses/{business}/review/comments',
  listProducts: '/businesses/{business}/products',
  listProductQuestions: '/businesses/{business}/product/questions',
  listProductReviews: '/businesses/{business}/product/reviews',
  listTopRatedProducts: '/businesses/{business}/product/reviews/top-rated',
  getProductReviewStats: '/businesses/{business}/product/reviews/stats',
  getStatsOfProducts: '/businesses/{business}/product/reviews/stats',
  getWriteLink: '/partners/{business}/write-link/get',
  getTransparency: '/businesses/{business}/transparency',
  getTranslation: '/businesses/{business}/product/reviews/translation',
  getEditLink: '/partners/{business}/edit-link/get',
};

const MOST_ANSWERS = 200;

/** Storage key for the opaque id of a shopper who has voted or written: see send.ts. */
const VISITOR = 'plaudit-visitor';

/** Whether a shopper of this device has voted or written. */
export function hasActed(): boolean {
  try {
    return VISITOR in localStorage;
  } catch {
    return false;
  }
}

/** Asks the proxy over HTTP; elements that need the same data share an answer. */
export class HttpSource implements Source {
  declare readonly proxy: string;
  declare readonly business: string;
  readonly #calls: ProxyCalls;
  readonly #answers = new Map<string, Kept>();

  constructor(calls: ProxyCalls) {
    this.#calls = calls;
    this.proxy = calls.proxy;
    this.business = calls.business;
    if (hasActed()) this.forget();
  }

  /** Shoppers must see their own votes and reviews, so the browser revalidates its cache from now on. */
  forget(): void {
    this.#calls.cache = 'no-cache';
    this.#calls.kept.clear();
    this.#answers.clear();
  }

  ask<Name extends Asked>(
    operation: Name,
    query: QueryOf<Name>,
    signal?: AbortSignal,
    customer?: string,
  ): Promise<AnswerOf<Name>> {
    const url = this.#address(paths[operation], query);
    // In a header, because URLs end up in logs and histories.
    const init: RequestInit | false = customer
      ? { headers: { 'Plaudit-Customer': customer } satisfies { [Name in ShopperHeader]?: string }, cache: 'no-store' }
      : // A translator that wants time keeps no list waiting: whoever names the method is told apart.
        operation === 'getTranslation' && { method: 'GET' };
    const { sku } = query as QueryOf<'getProductReviewStats'>;
    const answer = this.#share(url.href, signal, (abort) => {
      if (operation !== 'getProductReviewStats' || !sku)
        return this.#calls.fetch(url, {
          ...init,
          signal: AbortSignal.any([abort.signal, AbortSignal.timeout(this.#calls.deadlineMs)]),
        });
      abort.signal.addEventListener('abort', () => this.#calls.kept.delete(sku));
      return this.#calls.statistics(sku).then((statistics) => ({ product_reviews_stats: statistics }));
    });
    // Answers for a customer are private, so do not share them.
    if (customer) this.#answers.delete(url.href);
    // The URL determines the operation and hence the type of the answer.
    return answer as Promise<AnswerOf<Name>>;
  }

  put<Name extends Asked>(operation: Name, query: QueryOf<Name>, answer: AnswerOf<Name>): void {
    void this.#share(this.#address(paths[operation], query).href, undefined, async () => answer);
    const { product_reviews_stats: statistics } = answer as Partial<AnswerOf<'getProductReviewStats'>>;
    const { sku } = query as QueryOf<'getProductReviewStats'>;
    if (statistics && sku) void this.#calls.keep(sku, Promise.resolve(statistics));
  }

  async send<Name extends ShopperWrite>(
    operation: Name,
    body: QueryOf<Name>,
    key: string,
    customer?: string | null,
  ): Promise<AnswerOf<Name>> {
    const url = this.#address(writePaths[operation]);
    const answer = await send({ operation, body, key, customer, visitorKey: VISITOR }, (init, deadlineMs) =>
      this.#calls.fetch<AnswerOf<Name>>(url, {
        signal: AbortSignal.timeout(deadlineMs ?? this.#calls.deadlineMs),
        ...init,
      }),
    );
    this.forget();
    return answer;
  }

  #address(path: string, query: Readonly<Record<string, string | number | null | undefined>> = {}): URL {
    const url = new URL(`v1${path.replace('{business}', encodeURIComponent(this.business))}`, this.proxy);
    for (const [name, value = null] of Object.entries(query))
      if (value !== null) url.searchParams.set(name, `${value}`);
    return url;
  }

  /** Shares one request among all callers for the same URL. */
  #share(
    url: string,
    signal: AbortSignal | undefined,
    ask: (abort: AbortController) => Promise<unknown>,
  ): Promise<unknown> {
    const answers = this.#answers;
    let kept = answers.get(url)!;
    if (!kept || kept.until < Date.now()) {
      const abort = new AbortController();
      kept = { promise: ask(abort), abort, users: 0, until: Infinity };
      answers.set(url, kept);
      if (answers.size > MOST_ANSWERS) answers.delete(answers.keys().next().value!);
      // Do not keep failures or aborted requests.
      const drop = () => answers.get(url) === kept && answers.delete(url);
      abort.signal.addEventListener('abort', drop);
      kept.promise.then(() => (kept.until = Date.now() + ANSWER_GOOD_MS), drop);
    }
    kept.users++;
    signal?.addEventListener('abort', () => --kept.users || kept.until < Infinity || kept.abort.abort());
    return kept.promise;
  }
}
