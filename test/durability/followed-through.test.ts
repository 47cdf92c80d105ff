/**
 * Proxies that follow our own service, each program a process of its own, while others write: the service is killed, a
 * proxy is, and the network stalls, each while the mirror is filled and while it follows. Proxies have mirrors of their
 * own, or one together. Nothing is lost or there twice, nothing shown is older than it was, and all go on by themselves.
 * One round here; `npm run test:durability` makes more, on both databases of the service. PLAUDIT_TEST_SEED takes one
 * that failed.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { openServiceDatabase, type ServiceLocation } from '../../review-service/database.ts';
import { addToken } from '../../review-service/people/accounts/user-tokens.ts';
import { until } from '../server-proxy/harness.ts';
import { saveContent } from '../support/content.ts';
import { HoldingNetwork } from '../support/holding-network.ts';
import { rounds } from '../support/length.ts';
import { testProgram } from '../support/present-program.ts';
import { addOwner, onSqliteFirst, password } from '../support/review-service.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { spawnProxy, type SpawnedProxy } from '../support/spawned-proxy.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';

const ROUNDS = rounds(1, 5);
const TRANSACTIONS = rounds(20, 150);
/** What is written about, and reviews beside it that take several pages. */
const NUMBERS = 12;
const BULK = rounds(1_500, 20_000);
/** For a mirror to become what it should: there are more than ten times as many in the long form. */
const PATIENCE_MS = rounds(150_000, 900_000);
/** Into the first page of so many, and into an answer that tells of few changes. */
const WITHIN_PAGE = 200_000;
const WITHIN_CHANGES = 300;
const BETWEEN_LOOKS_MS = rounds(300, 100);
const seed = Number(process.env['PLAUDIT_TEST_SEED'] ?? Date.now() % 1_000_000);
const shop = 'shop.example';
const email = `owner@${shop}`;
const lists = {
  products: '/products?',
  product_reviews: '/product/reviews?order=created&',
  reviews: '/reviews?',
  questions: '/questions?',
  product_questions: '/product/questions?filter=PUBLISHED&',
} as const;
type Kind = keyof typeof lists;
const kinds = Object.keys(lists) as Kind[];
/** What each says: `v` and how often it was edited. */
type Shown = Record<number, string>;

let postgres: UsedPostgres;
let directory: string;
before(async () => {
  postgres = await usePostgres();
  directory = mkdtempSync(join(tmpdir(), 'plaudit-followed-'));
});
after(async () => {
  rmSync(directory, { recursive: true, force: true });
  await postgres.stop();
});

/** A service of its own process; another takes its place after a kill. */
class Service implements AsyncDisposable {
  readonly #location: ServiceLocation;
  #program!: ServiceProcess;
  network!: HoldingNetwork;
  clientToken = '';

  constructor(location: ServiceLocation) {
    this.#location = location;
  }

  async open(): Promise<this> {
    const db = await openServiceDatabase(this.#location);
    ({ clientToken: this.clientToken } = await addOwner(db, { business: shop, email }));
    const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
    await addToken(db, id, 'a token', Date.now(), Date.now() + 86_400_000);
    const numbers = Array.from({ length: NUMBERS }, (_none, at) => at + 1);
    const of = (id: number) => ({ username: `kim${id % 3}`, firstName: 'Kim', lastName: 'L' });
    const product = (id: number) => ({ sku: `SKU-${id}` });
    await saveContent(db, shop, {
      products: [...numbers, 999].map((id) => ({ id, sku: `SKU-${id}`, title: 'v1' })),
      productReviews: [
        ...numbers.map((id) => ({ id, title: 'v1', product: product(id), user: of(id) })),
        ...Array.from({ length: BULK }, (_none, at) => ({
          id: 1_000 + at,
          title: 'v1',
          product: product(999),
          user: of(at),
          created: '2025-01-01 00:00:00',
          published: '2025-01-01 00:00:00',
        })),
      ],
      reviews: numbers.map((id) => ({ reviewNo: id, title: 'v1', author: of(id) })),
      productQuestions: numbers.map((id) => ({ id, content: 'v1', product: product(id), author: of(id) })),
      questions: numbers.map((id) => ({ id, content: 'v1', author: of(id) })),
    });
    await db.destroy();
    await this.#start();
    this.network = await HoldingNetwork.before(this.#port);
    return this;
  }

  async restart(): Promise<void> {
    await this.#program.kill();
    await this.#start();
    this.network.to = this.#port;
  }

  /** What shoppers may see: a list of questions also has those about products that were removed. */
  async expected(): Promise<Record<Kind, Shown>> {
    const bodies = new Map<Kind, unknown>();
    for (const kind of kinds) bodies.set(kind, await this.list(lists[kind]));
    const products = new Set(itemsIn(bodies.get('products')).map(({ id }) => id));
    return Object.fromEntries(
      kinds.map((kind) => [kind, shownIn(bodies.get(kind), ({ product }) => !product || products.has(product.id))]),
    ) as Record<Kind, Shown>;
  }

  async list(path: string): Promise<unknown> {
    const url = `${this.#program.url}/v1/businesses/${shop}${path}count=100&client_token=${this.clientToken}`;
    return (await fetch(url, { headers: { user_token: 'a token' } })).json();
  }

  /** Ends when its process does, which writes on eight connections. */
  async write(round: number): Promise<void> {
    const script = testProgram('test/durability/change-writer.ts');
    const args = [script, JSON.stringify(this.#location), `${seed + 100 * round}`, `${TRANSACTIONS}`];
    const [status] = await once(spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit');
    assert.equal(status, 0, `the writer ends well (seed ${seed})`);
  }

  get #port(): number {
    return Number(new URL(this.#program.url).port);
  }

  async #start(): Promise<void> {
    const place = this.#location;
    this.#program = await ServiceProcess.start(
      'directory' in place ? ['--data', place.directory] : ['--database-url', place.databaseUrl],
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program.kill();
    await this.network[Symbol.asyncDispose]();
  }
}

/** A proxy as a shopper sees it who looks again and again, whichever process it is. */
class Watched implements AsyncDisposable {
  readonly #service: Service;
  readonly #location: ServiceLocation;
  readonly #newest = new Map<string, number>();
  #running?: SpawnedProxy;
  #watching: Promise<void> = Promise.resolve();
  #isOver = false;
  #asked = 0;

  constructor(service: Service, location: ServiceLocation) {
    this.#service = service;
    this.#location = location;
  }

  async start(): Promise<this> {
    const place = this.#location;
    const account = { clientToken: this.#service.clientToken, email, password };
    this.#running = await spawnProxy(
      [this.#service.network.url, 'directory' in place ? place.directory : place.databaseUrl],
      { PLAUDIT_TEST_ACCOUNT: JSON.stringify(account) },
    );
    return this;
  }

  async restart(): Promise<void> {
    await this.#kill();
    await this.start();
  }

  async mirrored(): Promise<void> {
    const isMirrored = async (): Promise<boolean> => {
      const report = await fetch(`${this.#running!.url}/readyz`).catch(() => null);
      const { businesses } = ((await report?.json()) ?? {}) as { businesses?: { complete: boolean }[] };
      return businesses?.[0]?.complete === true;
    };
    await until('all is mirrored', isMirrored, PATIENCE_MS);
  }

  /** Looks at all of it until it is killed for good; whatever is older than it was is a failure. */
  watch(): void {
    this.#watching = (async () => {
      while (!this.#isOver) {
        for (const kind of kinds) await this.#look(kind);
        await wait(BETWEEN_LOOKS_MS);
      }
    })();
    this.#watching.catch(() => {});
  }

  async list(path: string): Promise<unknown> {
    const headers = { 'x-forwarded-for': `203.0.113.${(this.#asked += 1) % 250}` };
    // Where it was killed just now.
    const answer = await fetch(`${this.#running!.url}/v1/businesses/-${path}count=100`, { headers }).catch(() => null);
    return answer?.ok ? answer.json().catch(() => null) : null;
  }

  async #look(kind: Kind): Promise<void> {
    for (const [name, text] of Object.entries(shownIn(await this.list(lists[kind])))) {
      const [key, version] = [`${kind} ${name}`, Number(text.slice(1))];
      const newest = this.#newest.get(key) ?? 0;
      assert.ok(version >= newest, `${key} was ${newest} and is ${version} (seed ${seed})`);
      this.#newest.set(key, version);
    }
  }

  async #kill(): Promise<void> {
    // It was never started, or has ended by itself.
    if (this.#running?.child.exitCode !== null || this.#running.child.signalCode !== null) return;
    const gone = once(this.#running.child, 'exit');
    this.#running.child.kill('SIGKILL');
    await gone;
  }

  /** What it has seen so far holds. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#watching;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#kill();
  }
}

interface Item {
  readonly id?: number;
  readonly reviewNo?: number;
  readonly title?: string;
  readonly content: string;
  readonly product?: { readonly id?: number } | null;
}

const itemsIn = (body: unknown): readonly Item[] =>
  Array.isArray(body) ? body : (Object.values(body ?? {}).find(Array.isArray) ?? []);

/** Of what is written about. */
const shownIn = (body: unknown, isMeant = (_item: Item): boolean => true): Shown =>
  Object.fromEntries(
    itemsIn(body)
      .filter(isMeant)
      .map((item) => [item.reviewNo ?? item.id!, item.title ?? item.content] as const)
      .filter(([number]) => number <= NUMBERS),
  );

onSqliteFirst((place) => {
  test(`proxies show what the service has after ${3 * ROUNDS} kills and stalls, seed ${seed}`, async () => {
    await using service = await new Service(await place()).open();
    const { network } = service;
    await using alone = new Watched(service, { directory: join(directory, 'alone') });
    const together = { databaseUrl: await freshDatabase(postgres.url, 'proxy') };
    await using first = new Watched(service, together);
    await using second = new Watched(service, together);
    const all = [alone, first, second];

    // While it is filled: each in the middle of a page.
    const killed = network.holdAfter(WITHIN_PAGE);
    await alone.start();
    await killed;
    const stalled = network.holdAfter(WITHIN_PAGE);
    await alone.restart();
    await stalled;
    await network.holdAfter(WITHIN_PAGE);
    await service.restart();
    await alone.mirrored();
    await Promise.all([first.start(), second.start()]);
    await Promise.all([first.mirrored(), second.mirrored()]);

    for (const proxy of all) proxy.watch();
    for (let round = 0; round < ROUNDS; round += 1) {
      const written = service.write(round);
      await network.holdAfter(WITHIN_CHANGES);
      await service.restart();
      await network.holdAfter(WITHIN_CHANGES);
      await Promise.all([alone.restart(), first.restart()]);
      await network.holdAfter(WITHIN_CHANGES);
      await written;
    }
    const expected = await service.expected();
    for (const proxy of all) {
      for (const kind of kinds)
        await until(
          `${kind} are those of the service (seed ${seed})`,
          async () => isDeepStrictEqual(shownIn(await proxy.list(lists[kind])), expected[kind]),
          PATIENCE_MS,
        );
      const { product_reviews_stats: stats } = (await proxy.list('/product/reviews/stats?sku=SKU-999&')) as {
        product_reviews_stats: { total: number };
      };
      assert.equal(stats.total, BULK);
      await proxy.end();
    }
  });
});
