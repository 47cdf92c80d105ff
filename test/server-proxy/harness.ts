import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger } from '../../server-kit/log.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { startProxy, type ProxyOptions, type RunningProxy } from '../../server-proxy/proxy.ts';
import { account, FakeUpstream, type FakeOptions } from './fake-upstream.ts';

export const merchantKey = 'merchant-key-planted-0123456789abcdef';
export const customerSecret = 'customer-secret-planted-0123456789abcdef';

export const silent = createLogger('test', 'silent');

export const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A customer token, as the merchant's own server makes it. */
export function sign(
  claims: unknown,
  { secret = customerSecret, header = { alg: 'HS256', typ: 'JWT' } as unknown, hash = 'sha256' } = {},
): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

/** A customer of the shop for each review: nobody is asked for a proof of work, and nothing looks like a flood. */
export const signedFor = (title: string): Record<string, string> => {
  const [email, exp] = ['customer@shop.example', Math.floor(Date.now() / 1_000) + 3_600];
  return { 'plaudit-customer': sign({ email, exp, jti: title, first_name: 'Kim' }) };
};

/** Everything that one test starts, stopped after it; `await using stage = await Stage.open()`. */
export class Stage implements AsyncDisposable {
  readonly directory = mkdtempSync(join(tmpdir(), 'plaudit-proxy-'));
  readonly upstream: FakeUpstream;
  readonly #running = new Set<RunningProxy>();

  private constructor(upstream: FakeUpstream) {
    this.upstream = upstream;
  }

  static async open(options: FakeOptions = {}): Promise<Stage> {
    return new Stage(await new FakeUpstream(options).start());
  }

  /** A directory of the test's own. */
  path(name: string): string {
    return join(this.directory, name);
  }

  async proxy(options: Partial<ProxyOptions> = {}): Promise<TestProxy> {
    const running = await startProxy({
      host: '127.0.0.1',
      port: 0,
      upstream: options.upstream ?? this.upstream.url,
      businesses: ['shop.example'],
      location: { directory: this.path('data') },
      ...account,
      merchantKey,
      customerSecret,
      origins: ['https://shop.example'],
      trustedProxies: [],
      widgetsDirectory: join(import.meta.dirname, 'files', 'widgets'),
      logger: silent,
      ...options,
    });
    this.#running.add(running);
    return new TestProxy(running, () => this.#running.delete(running));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const proxy of this.#running) await proxy.close();
    await this.upstream.stop();
    rmSync(this.directory, { recursive: true, force: true });
    assert.equal(this.upstream.violations, 0, 'the proxy went over the limits of the API');
    assert.ok(this.upstream.peak <= this.upstream.burst);
  }
}

export interface Read {
  readonly http: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests look into answers freely.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export class TestProxy {
  readonly url: string;
  readonly #running: RunningProxy;
  readonly #closed: () => void;

  constructor(running: RunningProxy, closed: () => void) {
    this.url = running.url;
    this.#running = running;
    this.#closed = closed;
  }

  async close(): Promise<void> {
    this.#closed();
    await this.#running.close();
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Read> {
    return read(await fetch(`${this.url}${path}`, { headers, redirect: 'manual' }));
  }

  /** A shopper's route of `shop.example`. */
  shop(path: string, headers: Record<string, string> = {}): Promise<Read> {
    return this.get(`/v1/businesses/shop.example${path}`, headers);
  }

  async post(
    path: string,
    body: Record<string, string> | FormData,
    headers: Record<string, string> = {},
  ): Promise<Read> {
    return read(
      await fetch(`${this.url}/v1/businesses/shop.example${path}`, {
        method: 'POST',
        headers,
        body: body instanceof FormData ? body : new URLSearchParams(body),
      }),
    );
  }

  /** A merchant's route. */
  async merchant(
    path: string,
    {
      key = merchantKey,
      body,
      headers = {},
    }: { key?: string | null; body?: Record<string, string> | FormData; headers?: Record<string, string> } = {},
  ): Promise<Read> {
    const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
    const sent =
      body === undefined ? {} : { method: 'POST', body: body instanceof FormData ? body : new URLSearchParams(body) };
    return read(
      await fetch(`${this.url}/merchant/v1${path}`, {
        ...sent,
        headers: { ...authorization, ...headers },
        redirect: 'manual',
      }),
    );
  }

  /** Calls that were made for whoever asks; what the mirror needs goes on meanwhile, at its own times. */
  async foregroundCalls(): Promise<number> {
    const { text } = await this.get('/metrics');
    return [...text.matchAll(/^plaudit_upstream_calls_total\{lane="(?:shopper|write)".*\} (\d+)$/gm)].reduce(
      (sum, [, calls]) => sum + Number(calls),
      0,
    );
  }

  /** Waits until every part is answered from the mirror. */
  async mirrored(): Promise<this> {
    await until(
      'the mirror is complete',
      async () =>
        (await this.get('/readyz')).body.businesses?.every((one: { complete: boolean }) => one.complete) === true,
    );
    return this;
  }
}

async function read(response: Response): Promise<Read> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { http: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
}

/** Waits for a condition; the limit is there so that a broken test ends. */
export async function until(what: string, condition: () => boolean | Promise<boolean>, limit = 150_000): Promise<void> {
  const end = Date.now() + limit;
  while (!(await condition())) {
    if (Date.now() > end) assert.fail(`It did not happen that ${what}`);
    await wait(25);
  }
}

/** Milliseconds that every process of this machine counts alike, and that nobody sets. */
const uptime = (): number => Number(process.hrtime.bigint()) / 1e6;

/** When a clock began to run fast: what the wall's showed, and where `uptime` was. */
export interface Start {
  readonly date: number;
  readonly uptime: number;
}

export const startNow = (): Start => ({ date: Date.now(), uptime: uptime() });

/** A clock that runs so many times faster than the wall's; two processes that name one start share it. */
export function fastClock(factor: number, start = startNow()): Clock {
  return {
    now: () => Math.floor(start.date + (uptime() - start.uptime) * factor),
    async sleep(ms, signal) {
      try {
        await wait(
          Math.min(2 ** 31 - 1, Math.max(0, ms) / factor),
          undefined,
          signal ? { signal, ref: false } : { ref: false },
        );
      } catch (error) {
        if (!signal?.aborted) throw error;
      }
    },
  };
}

/** A clock that a test changes while others sleep by it: they wake, and look at it anew. */
abstract class ChangingClock implements Clock {
  #changes = new AbortController();

  abstract readonly now: () => number;
  /** How many times faster than the wall's. */
  abstract readonly pace: number;

  protected changed(): void {
    this.#changes.abort();
    this.#changes = new AbortController();
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const end = this.now() + ms;
    while (this.now() < end && !signal?.aborted) {
      const left = Math.min(2 ** 31 - 1, (end - this.now()) / this.pace);
      const waking = AbortSignal.any([this.#changes.signal, ...(signal ? [signal] : [])]);
      await wait(left, undefined, { ref: false, signal: waking }).catch(() => {});
    }
  }
}

/**
 * A clock whose pace a test chooses: faster than the wall's while it waits for what takes minutes, and as fast while
 * something has a deadline, of which a busy machine would else have too little.
 */
export class PacedClock extends ChangingClock {
  #pace: number;
  #date = Date.now();
  #since = uptime();

  constructor(pace: number) {
    super();
    this.#pace = pace;
  }

  get pace(): number {
    return this.#pace;
  }

  set pace(pace: number) {
    this.#date = this.now();
    this.#since = uptime();
    this.#pace = pace;
    this.changed();
  }

  readonly now = (): number => Math.floor(this.#date + (uptime() - this.#since) * this.#pace);
}

/** A clock that stands still until it is moved on. */
export class ManualClock implements Clock {
  #now = Date.parse('2026-11-03T09:00:00Z');
  readonly #sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0 || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = { at: this.#now + ms, wake: resolve };
      this.#sleepers.add(sleeper);
      signal?.addEventListener(
        'abort',
        () => {
          this.#sleepers.delete(sleeper);
          resolve();
        },
        { once: true },
      );
    });
  }

  /** Moves on in steps, and lets what woke up do its work. */
  async advance(ms: number, step = 100): Promise<void> {
    const end = this.#now + ms;
    while (this.#now < end) {
      this.#now = Math.min(end, this.#now + step);
      for (const sleeper of this.#sleepers) {
        if (sleeper.at > this.#now) continue;
        this.#sleepers.delete(sleeper);
        sleeper.wake();
      }
      await settle();
    }
  }
}

/** Long enough for work on an open database to come to its next wait. */
export async function settle(turns = 20): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

/** A clock that can be moved on; it never stands still. */
export class SkippingClock extends ChangingClock {
  readonly pace = 1;
  #ahead = 0;
  readonly now = (): number => Date.now() + this.#ahead;
  /** For an API on the same clock: what was on its way before a leap arrives in a window that the proxy holds for empty. */
  readonly api: FakeOptions = { now: this.now, burst: 20 };

  get ahead(): number {
    return this.#ahead;
  }

  set ahead(ahead: number) {
    this.#ahead = ahead;
    this.changed();
  }

  /** Past the next attempt of whatever waits. */
  skip(): void {
    this.ahead += 1_000_000;
  }
  /** Skips, and again after a while: an attempt that was under way before may have put off the next. */
  async skipUntil(what: string, condition: () => Promise<boolean>): Promise<void> {
    const WHILE = 3_000;
    let skipped = 0;
    await until(what, async () => {
      if (skipped + WHILE < Date.now()) {
        this.skip();
        skipped = Date.now();
      }
      return condition();
    });
  }
}
