/** A load of shoppers who read over and over. Some vote and write reviews, and try again what failed. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { signedFor, until } from '../server-proxy/harness.ts';

const PAUSE_MS = 600;
const RETRY_MS = 250;
/** Of so many shoppers one writes: the API takes ten calls in ten seconds, and who writes more than that waits. */
const WRITER_EVERY = 5;
/** Rounds from one review of a shopper to the next. */
const REVIEW_EVERY = 10;

/** The page of a product that all of them have open. */
interface Page {
  /** Paths of files that it loads. */
  readonly assets: readonly string[];
  /** Id of the review that writers vote for, once each. */
  readonly review: number;
}

/** A request that did not get what it asked for. */
export interface Lost {
  readonly what: string;
  /** `connection`, or the status with `Retry-After` where there was one. */
  readonly how: string;
  /** By the clock of this process, in milliseconds. */
  readonly begunAt: number;
  readonly endedAt: number;
}

export class Shoppers {
  readonly lost: Lost[] = [];
  /** Titles of reviews that were acknowledged. */
  readonly written: string[] = [];
  requests = 0;
  votes = 0;
  readonly #url: string;
  readonly #page: Page;
  readonly #rounds: number[];
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(url: string, page: Page, count = 20) {
    this.#url = url;
    this.#page = page;
    this.#rounds = Array.from({ length: count }, () => 0);
  }

  start(): this {
    this.#running = Promise.all(this.#rounds.map((_none, shopper) => this.#shop(shopper)));
    return this;
  }

  /** Waits until everybody has come through this many more rounds. */
  async goOn(rounds: number): Promise<void> {
    const goals = this.#rounds.map((done) => done + rounds);
    const goOn = () => this.#rounds.every((done, shopper) => done >= goals[shopper]!);
    await until('all shoppers go on', goOn).catch((error: unknown) =>
      assert.fail(`${String(error)}; last lost: ${JSON.stringify(this.lost.slice(-5))}`),
    );
  }

  /** Everybody finishes what they are at. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #shop(shopper: number): Promise<void> {
    const headers = { 'x-forwarded-for': `203.0.113.${shopper + 1}`, 'plaudit-visitor': `shopper-${shopper}` };
    const shop = '/v1/businesses/-/product/reviews';
    for (let round = 0; !this.#isOver; round++) {
      const { assets, review } = this.#page;
      const asset = assets[(shopper + round) % assets.length]!;
      for (const path of [`${shop}?sku=MUG`, `${shop}/stats?skus=MUG`, '/plaudit.js', asset])
        await this.#ask(path, { headers });
      const isWriter = shopper % WRITER_EVERY === 0;
      if (isWriter && round === 0) {
        const body = new URLSearchParams({ review_id: String(review), vote: 'positive' });
        await this.#insist(`${shop}/vote`, { method: 'POST', headers, body }, `vote ${shopper}`);
        this.votes += 1;
      }
      if (isWriter && round % REVIEW_EVERY === shopper % REVIEW_EVERY) {
        const title = `Review ${round} of shopper ${shopper}`;
        const body = new URLSearchParams({ sku: 'MUG', title, content: `About ${title}.`, rating: '4' });
        const all = { ...headers, ...signedFor(title) };
        await this.#insist(`${shop}/add`, { method: 'POST', headers: all, body }, title);
        this.written.push(title);
      }
      this.#rounds[shopper]! += 1;
      await wait(PAUSE_MS);
    }
  }

  /** As the elements do: the same again, under the same key, until it is acknowledged. */
  async #insist(path: string, init: RequestInit, key: string): Promise<void> {
    const headers = { ...(init.headers as Record<string, string>), 'idempotency-key': key };
    while (!(await this.#ask(path, { ...init, headers }))) await wait(RETRY_MS);
  }

  async #ask(path: string, init: RequestInit): Promise<boolean> {
    const begunAt = performance.now();
    this.requests += 1;
    const how = await this.#outcome(path, init);
    if (how === null) return true;
    this.lost.push({ what: `${init.method ?? 'GET'} ${path}`, how, begunAt, endedAt: performance.now() });
    await wait(RETRY_MS);
    return false;
  }

  /** Null where all is well. */
  async #outcome(path: string, init: RequestInit): Promise<string | null> {
    try {
      const response = await fetch(`${this.#url}${path}`, init);
      const text = await response.text();
      if (response.ok) return null;
      return response.headers.has('retry-after') ? `${response.status} with Retry-After` : `${response.status} ${text}`;
    } catch {
      return 'connection';
    }
  }
}
