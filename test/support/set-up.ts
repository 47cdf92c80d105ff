/** A browser without JavaScript, as far as the set-up needs one: it follows redirects, and keeps one cookie. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { pino } from 'pino';
import { startService, type RunningService, type ServiceOptions } from '../../review-service/service.ts';
import type { Choices } from '../../review-service/console/setup/set-up.ts';
import { TestClock } from './review-service.ts';

export class SetUpBrowser {
  url: string;
  status = 0;
  text = '';
  headers = new Headers();
  cookie = '';

  constructor(url: string) {
    this.url = url;
  }

  open(path = ''): Promise<this> {
    return this.#ask(new URL(path, this.url).href, {});
  }

  /** Sends the form of this page. */
  send(fields: Record<string, string> | FormData, headers: Record<string, string> = {}): Promise<this> {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
    return this.#ask(this.url, { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin', ...headers } });
  }

  async #ask(url: string, init: RequestInit): Promise<this> {
    const cookie = this.cookie === '' ? {} : { cookie: this.cookie };
    const answer = await fetch(url, { ...init, headers: { ...init.headers, ...cookie }, redirect: 'manual' });
    this.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? this.cookie;
    const location = answer.headers.get('location');
    if (location !== null || init.method !== undefined) this.headers = answer.headers;
    if (location !== null) {
      await answer.arrayBuffer();
      return this.open(new URL(location, url).href);
    }
    Object.assign(this, { url, status: answer.status, text: await answer.text() });
    if (init.method === undefined && this.status === 200) assert.match(this.text, /<h1>/);
    return this;
  }
}

export const typedShop = {
  domain: 'https://www.Tea-Shop.example/',
  name: 'Tea & Time',
  email: 'owner@tea-shop.example',
  password: 'correct horse battery',
};

export interface StartedSetUp {
  readonly service: RunningService;
  readonly clock: TestClock;
  readonly kept: Choices[];
  readonly begun: string[];
  readonly directory: string;
  /** At the link. */
  browser(): SetUpBrowser;
}

export type SetUpSettings = Partial<ServiceOptions> & {
  /** Of `nextSetUp`: the same data again. */
  readonly data?: string;
  readonly proxyUrl?: string;
  /** What an earlier process kept. */
  readonly kept?: Choices[];
};

const root = mkdtempSync(join(tmpdir(), 'plaudit-set-up-'));
after(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
export const nextSetUp = (): string => String(++made);

/** A service that waits for its shop, as `plaudit start` runs it, without the proxy. */
export async function withSetUp(
  work: (started: StartedSetUp) => Promise<void>,
  { data = nextSetUp(), kept = [], proxyUrl = 'https://reviews.tea-shop.example', ...options }: SetUpSettings = {},
): Promise<void> {
  const clock = new TestClock();
  const begun: string[] = [];
  const directory = join(root, data);
  const service = await startService({
    host: '127.0.0.1',
    port: 0,
    location: { directory },
    demo: false,
    logger: pino({ level: 'silent' }),
    clock: clock.clock,
    setUp: {
      directory: 'the data directory',
      proxyUrl: () => proxyUrl,
      proxy: { clientToken: 'client-token-of-the-proxy', password: 'password-of-the-proxy' },
      choices: () => kept.at(-1) ?? null,
      isFixed: false,
      keep: (choices) => void kept.push(choices),
      begin: async (business) => void begun.push(business),
    },
    ...options,
  });
  try {
    await work({ service, clock, kept, begun, directory, browser: () => new SetUpBrowser(service.setUpLink!) });
  } finally {
    await service.close(0);
  }
}
