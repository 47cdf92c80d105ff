/** A review service for tests, over real HTTP, on a clock that the test moves. */
import assert from 'node:assert/strict';
import { argon2Sync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { pino } from 'pino';
import type { z } from 'zod';
import { answers } from '../../contract/endpoints/answers.ts';
import { endpointPath, endpoints, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import { addAccount, addRight, findAccount } from '../../review-service/people/accounts/accounts.ts';
import { createClient } from '../../review-service/people/accounts/clients.ts';
import { issueToken } from '../../review-service/people/accounts/user-tokens.ts';
import { openServiceDatabase, type ServiceLocation } from '../../review-service/database.ts';
import { startService, type RunningService, type ServiceOptions } from '../../review-service/service.ts';
import type { Database } from '../../review-service/data/tables.ts';
import type { JobTable } from '../../review-store/tables.ts';
import { systemClock, type Clock } from '../../server-kit/clock.ts';
import { longOn } from './length.ts';
import { copyMigratedFile } from './migrated-file.ts';
import type { Program } from './schemas.ts';
import { until } from './smtp.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from './use-postgres.ts';

export const password = 'correct horse battery';

/** Its hash at the lowest cost there is: a hash says what it costs, and tests sign in a few thousand times. */
const passwordHash = (() => {
  const [nonce, cost] = [randomBytes(16), { memory: 8, passes: 1, parallelism: 1 }];
  const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost });
  return ['argon2id', ...Object.values(cost), ...[nonce, tag].map((bytes) => bytes.toString('base64url'))].join('$');
})();

/** A business with its owner, who has `password`. */
export async function addOwner(
  db: Database,
  { business, email }: { business: string; email: string },
  now = Date.now(),
): Promise<{ id: string; clientToken: string }> {
  const known = await findAccount(db, email);
  const id = known?.id ?? (await addAccount(db, { business, email, passwordHash, now }));
  if (known) await addRight(db, id, business);
  return { id, clientToken: await createClient(db, business, now) };
}

/** A clock that stands still until it is moved. Who sleeps wakes when it is, or when the time has really passed. */
export class TestClock {
  #now = Date.UTC(2026, 10, 20, 12);
  #elapsed = 0;
  readonly #sleepers = new Set<{ readonly at: number; readonly waking: AbortController }>();
  /** By so many milliseconds it moves on whenever somebody looks at it. */
  tick = 0;
  /** As a program takes it. */
  readonly clock: Clock = {
    now: () => (this.#now += this.tick),
    elapsed: () => this.#elapsed,
    sleep: (ms, signal) => this.#sleep(ms, signal),
  };

  get now(): number {
    return this.#now;
  }

  /** Somebody sets it; no time passes. */
  set now(now: number) {
    this.#now = now;
    for (const { at, waking } of this.#sleepers) if (at <= now) waking.abort();
  }

  advance(milliseconds: number): void {
    this.#elapsed += milliseconds;
    this.now += milliseconds;
  }

  /** Lets time pass, second by second, until something has come about. */
  async passUntil(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    await until(what, () => {
      this.advance(1_000);
      return holds();
    });
  }

  async #sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const sleeper = { at: this.#now + ms, waking: new AbortController() };
    this.#sleepers.add(sleeper);
    const wake = () => sleeper.waking.abort();
    signal?.addEventListener('abort', wake);
    if (signal?.aborted) wake();
    await systemClock.sleep(ms, sleeper.waking.signal);
    signal?.removeEventListener('abort', wake);
    this.#sleepers.delete(sleeper);
  }
}

export interface Given {
  readonly [parameter: string]: string | number;
}

export interface CallOptions {
  readonly query?: Given;
  readonly form?: Given | FormData;
  readonly headers?: Record<string, string>;
  readonly token?: string | null;
  readonly client?: string | null;
  /** Leaves the clock as it is; otherwise it moves on, so that no call is one too many. */
  readonly still?: boolean;
}

/** Far enough for 1,000 calls in an hour not to be reached. */
const BETWEEN_CALLS = 4_000;

export class TestService {
  readonly clock = new TestClock();
  readonly location: ServiceLocation;
  readonly #options: Partial<ServiceOptions>;
  #running: RunningService | undefined;
  clientToken = '';

  constructor(location: ServiceLocation, options: Partial<ServiceOptions> = {}) {
    this.location = location;
    this.#options = options;
  }

  get url(): string {
    assert.ok(this.#running, 'the service runs');
    return this.#running.url;
  }

  async start(): Promise<this> {
    copyMigratedFile('service', this.location);
    this.#running = await startService({
      host: '127.0.0.1',
      port: 0,
      location: this.location,
      demo: false,
      logger: pino({ level: 'silent' }),
      clock: this.clock.clock,
      ...this.#options,
    });
    return this;
  }

  async stop(): Promise<void> {
    await this.#running?.close();
    this.#running = undefined;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** The data behind the service's back. */
  async withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const db = await openServiceDatabase(this.location);
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  /** Mails that are not delivered yet. */
  mails(): Promise<JobTable[]> {
    return this.withDatabase((db) => db.selectFrom('job').selectAll().where('kind', '=', 'mail').execute());
  }

  /** An account of its own business; answers a user token. Logging in would hash the password once more. */
  account(business: string, email = `owner@${business}`): Promise<string> {
    return this.withDatabase(async (db) => {
      const { id, clientToken } = await addOwner(db, { business, email }, this.clock.now);
      this.clientToken ||= clientToken;
      return (await issueToken(db, id, this.clock.now)).token;
    });
  }

  /** An account that is no owner of the business. */
  async moderator(business: string, email: string): Promise<void> {
    await this.account(business, email);
    await this.withDatabase(async (db) => {
      const { id } = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      await db.updateTable('account_business').set({ role: 'moderator' }).where('account_id', '=', id).execute();
    });
  }

  async logIn(email: string): Promise<string> {
    const { token } = await this.ok('login', '', { form: { email, password }, token: null });
    return token;
  }

  call(name: EndpointName, business: string, options: CallOptions = {}): Promise<Response> {
    return this.request(endpoints[name].method, `/v1${endpointPath(name, business)}`, options);
  }

  async request(
    method: string,
    path: string,
    { query = {}, form, headers = {}, token = this.token, client = this.clientToken, still = false }: CallOptions = {},
  ): Promise<Response> {
    if (!still) this.clock.advance(BETWEEN_CALLS);
    const url = new URL(path, this.url);
    if (client !== null) url.searchParams.set('client_token', client);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const body =
      form === undefined
        ? null
        : form instanceof FormData
          ? form
          : new URLSearchParams(Object.entries(form).map(([name, value]): [string, string] => [name, String(value)]));
    return fetch(url, {
      method,
      body,
      headers: { ...(token === null ? {} : { user_token: token }), ...headers },
      redirect: 'manual',
    });
  }

  /** The token that calls carry where they name none. */
  token: string | null = null;

  /** A call that succeeds, its body exactly as the contract says. */
  async ok<Name extends EndpointName>(
    name: Name,
    business: string,
    options: CallOptions = {},
  ): Promise<z.output<(typeof answers)[Name]>> {
    const response = await this.call(name, business, options);
    const body: unknown = await response.json();
    assert.equal(response.status, 200, JSON.stringify(body));
    return answers[name].parse(body) as z.output<(typeof answers)[Name]>;
  }

  /** A call that is refused. */
  async refused(
    name: EndpointName,
    business: string,
    options: CallOptions,
    code: number,
    http: number,
    reason?: RegExp,
  ): Promise<Response> {
    const response = await this.call(name, business, options);
    await assertRefusal(response, code, http, reason);
    return response;
  }
}

export async function assertRefusal(response: Response, code: number, http: number, reason = /./): Promise<void> {
  const text = await response.text();
  const body = JSON.parse(text) as Record<string, unknown>;
  assert.deepEqual([response.status, body['errorCode']], [http, code], text);
  assert.deepEqual([body['status'], body['success']], ['ERROR', false]);
  assert.match(String(body['errorReason']), reason);
  assert.deepEqual(Object.keys(body).sort(), ['errorCode', 'errorReason', 'status', 'success']);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  if (http === 429 || http === 503) assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

type Suite = (place: (program?: Program) => Promise<ServiceLocation>, long: { skip?: string }) => void;

/**
 * Runs one suite on every database that the service works on. `place` answers somewhere empty each time, for the service
 * unless it is for the proxy; `long` are the options of a test that `longOn` is about.
 */
export function onEveryDatabase(suite: Suite, onPostgres: { skip?: string } = {}): void {
  describe('SQLite', () => {
    let directory: string;
    let made = 0;
    before(() => {
      directory = mkdtempSync(join(tmpdir(), 'plaudit-service-'));
    });
    suite(async () => ({ directory: join(directory, String(++made)) }), longOn('SQLite'));
    // Hooks run in the order they are written in: the suite stops its services first.
    after(() => rmSync(directory, { recursive: true, force: true }));
  });
  describe('PostgreSQL', onPostgres, () => {
    let postgres: UsedPostgres;
    before(async () => {
      postgres = await usePostgres();
    });
    const place = async (program: Program = 'service') => ({
      databaseUrl: await freshDatabase(postgres.url, program),
    });
    suite(place, longOn('PostgreSQL'));
    after(() => postgres.stop());
  });
}

/** For a suite of which every test is such a one. */
export const onSqliteFirst = (suite: Suite): void => onEveryDatabase(suite, longOn('PostgreSQL'));
