import type { endpoints } from '../contract/endpoints.ts';
import type { ProductReviewStats } from '../contract/entities.ts';
import { fail } from './failure.ts';
import { shared } from './shared.ts';

/** Where an element's data comes from. */
export interface Source {
  /** Address of the proxy; its path ends in a slash. */
  readonly proxy: string;
  readonly business: string;
}

/** What is known of the reviews of a product or a business. */
export interface Ratings {
  readonly total: number;
  readonly average: number;
  /** Number of reviews by stars, index 1 to 5; null while the proxy has not learnt them. */
  readonly counts: readonly number[] | null;
}

export type Json = Record<string, unknown>;
export type Query = Record<string, string | number | null | undefined>;
/** The contract's table itself would weigh as much as all the elements: literals are checked against it. */
export type Path = (typeof endpoints)[keyof typeof endpoints]['path'];

interface Answer {
  readonly promise: Promise<unknown>;
  readonly abort: AbortController;
  /** How many still want it; nobody: it is given up. */
  users: number;
  /** Milliseconds since 1970 until which it is as good as new; infinite while it is under way. */
  until: number;
}

interface Asked {
  readonly sku: string;
  readonly resolve: (answer: Json) => void;
  readonly reject: (reason: unknown) => void;
}

export const STATS = '/businesses/{business}/product/reviews/stats';
const ANSWER_GOOD_MS = 60_000;
const MOST_ANSWERS = 200;
/** The proxy takes this many skus in one call for stats. */
const MOST_SKUS = 100;
/** Star lines that ask within this time travel together. */
const GATHER_MS = 5;

/** Where the opaque id of a shopper who voted or wrote is kept. */
export const VISITOR = 'plaudit-visitor';

export class Client {
  /** A proxy that hangs is given up after this many milliseconds, body included. */
  deadlineMs = 20_000;

  readonly #answers = new Map<string, Answer>();
  /** Until when a proxy asked to be left alone, milliseconds since 1970. */
  readonly #holds = new Map<string, number>();
  readonly #gathering = new Map<string, Asked[]>();

  /** Ratings of a product or an item group. */
  async ratings(source: Source, sku: string | null, itemGroup?: string | null): Promise<Ratings> {
    const query = itemGroup ? { item_group: itemGroup } : { sku };
    // A comma separates the skus of a call for many: one that holds a comma travels alone.
    const answer = sku && !itemGroup && !sku.includes(',') ? this.#keep(address(source, STATS, query), undefined, () => this.#gather(source, sku)) : this.get(source, STATS, query);
    return readStats((await answer)['product_reviews_stats']);
  }

  /** One request for all that want the same. */
  get(source: Source, path: Path, query: Query, signal?: AbortSignal): Promise<Json> {
    const url = address(source, path, query);
    return this.#keep(url, signal, (abort) => this.send(source, url, {}, this.deadlineMs, abort));
  }

  /** An answer that came with the page. */
  put(source: Source, path: Path, query: Query, answer: Json): void {
    void this.#keep(address(source, path, query), undefined, async () => answer);
  }

  /** What was read may have changed: a shopper wrote. */
  forget(): void {
    this.#answers.clear();
  }

  /** The answer about one product, out of one for all that are asked about at this moment. */
  #gather(source: Source, sku: string): Promise<Json> {
    const key = `${source.proxy} ${source.business}`;
    return new Promise((resolve, reject) => {
      const asked = this.#gathering.get(key) ?? [];
      asked.push({ sku, resolve, reject });
      if (asked.length > 1) return;
      this.#gathering.set(key, asked);
      setTimeout(() => {
        this.#gathering.delete(key);
        while (asked.length) this.#ask(source, asked.splice(0, MOST_SKUS));
      }, GATHER_MS);
    });
  }

  #ask(source: Source, asked: readonly Asked[]): void {
    // In order, so that a cache in between knows the request again.
    this.get(source, STATS, { skus: asked.map(({ sku }) => sku).sort().join() }).then(
      ({ stats }) => asked.forEach(({ sku, resolve }) => resolve({ product_reviews_stats: (stats as Json)[sku] })),
      (error: unknown) => asked.forEach(({ reject }) => reject(error)),
    );
  }

  #keep<Value>(key: string, signal: AbortSignal | undefined, ask: (abort: AbortController) => Promise<Value>): Promise<Value> {
    const answers = this.#answers;
    let answer = answers.get(key);
    if (!answer || answer.until < Date.now()) {
      const abort = new AbortController();
      const asked: Answer = (answer = { promise: ask(abort), abort, users: 0, until: Infinity });
      answers.set(key, asked);
      if (answers.size > MOST_ANSWERS) answers.delete(answers.keys().next().value!);
      // A failure is never kept, nor what nobody waited for.
      const drop = () => answers.get(key) === asked && answers.delete(key);
      abort.signal.addEventListener('abort', drop);
      asked.promise.then(() => (asked.until = Date.now() + ANSWER_GOOD_MS), drop);
    }
    const wanted = answer;
    wanted.users++;
    signal?.addEventListener('abort', () => --wanted.users || wanted.until < Infinity || wanted.abort.abort());
    return wanted.promise as Promise<Value>;
  }

  /** @throws Failure */
  async send(source: Source, url: string, init: RequestInit, deadlineMs: number, abort = new AbortController()): Promise<Json> {
    const scope = `${init.method} ${source.proxy}`;
    const held = (this.#holds.get(scope) ?? 0) - Date.now();
    if (held > 0) throw fail(429, 429, 'Retry-After', held / 1000);
    const late = setTimeout(() => abort.abort(fail(0, 0, 'timeout')), deadlineMs);
    try {
      // What a shopper has voted or written must come back: the browser then asks whether what it has still holds.
      const response = await fetch(url, { credentials: 'omit', signal: abort.signal, cache: hasActed() ? 'no-cache' : 'default', ...init });
      const body = (await response.json().catch(() => null)) as Json | null;
      abort.signal.throwIfAborted();
      // What has to be proven first, whoever wrote can do: see proof/proof.ts.
      if (body && (body['challenge'] ?? body['success'])) return body;
      const failure = fail(Number(body?.['errorCode'] ?? 0), response.status, String(body?.['errorReason']), readRetryAfter(response));
      if (failure.retryAfter) this.#holds.set(scope, Date.now() + failure.retryAfter * 1000);
      throw failure;
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
const readRetryAfter = ({ status, headers }: Response): number | undefined => {
  const given = headers.get('Retry-After');
  return given || status === 429 ? Math.max(1, Number(given) || 30) : undefined;
};

export function address({ proxy, business }: Source, path: Path, query: Query = {}): string {
  const url = new URL(`v1${path.replace('{business}', encodeURIComponent(business))}`, proxy);
  for (const [name, value = null] of Object.entries(query)) if (value !== null) url.searchParams.set(name, String(value));
  return url.href;
}

export function readStats(answer: unknown): Ratings {
  const { total = 0, average_rating = 0, ratings } = (answer ?? {}) as Partial<ProductReviewStats>;
  return { total, average: average_rating, counts: ratings ? [0, 1, 2, 3, 4, 5].map((stars) => ratings[stars as 1]?.num_reviews ?? 0) : null };
}

/** The page's one client: its answers are shared by every element of every copy of the script. */
export const client: Client = (shared.client ??= new Client());
