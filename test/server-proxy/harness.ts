import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger } from '../../server-kit/log.ts';
import { startProxy, type ProxyOptions, type RunningProxy } from '../../server-proxy/proxy.ts';
import { copyMigratedFile } from '../support/migrated-file.ts';
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
  const [email, exp] = ['customer@shop.example', Math.floor(Date.now() / 1_000) + 30 * 86_400];
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
    const location = options.location ?? { directory: this.path('data') };
    copyMigratedFile('proxy', location);
    const running = await startProxy({
      host: '127.0.0.1',
      port: 0,
      upstream: options.upstream ?? this.upstream.url,
      businesses: ['shop.example'],
      ...account,
      merchantKey,
      customerSecret,
      origins: ['https://shop.example'],
      trustedProxies: [],
      widgetsDirectory: join(import.meta.dirname, 'files', 'widgets'),
      logger: silent,
      ...options,
      location,
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

  /** What tests look at again and again is not compressed. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Read> {
    const asked = { 'accept-encoding': 'identity', ...headers };
    return read(await fetch(`${this.url}${path}`, { headers: asked, redirect: 'manual' }));
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

  /** Waits until the languages of all reviews are found, which come into their answers one after the other. */
  async knowsLanguages(): Promise<void> {
    const { body: list } = await this.shop('/product/reviews');
    for (const sku of new Set<string>(list.product_reviews.map((one: { product: { sku: string } }) => one.product.sku)))
      await until('every review has its gist', async () => {
        const { body } = await this.shop(`/product/reviews?digest=1&sku=${sku}`);
        return body.digest !== null;
      });
  }
}

async function read(response: Response): Promise<Read> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { http: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
}

/** Waits for a condition; the limit is there so that a broken test ends. */
export async function until(what: string, condition: () => boolean | Promise<boolean>, limit = 600_000): Promise<void> {
  const end = Date.now() + limit;
  while (!(await condition())) {
    if (Date.now() > end) assert.fail(`It did not happen that ${what}`);
    await wait(25);
  }
}
