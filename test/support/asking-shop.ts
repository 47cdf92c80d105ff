/** A shop for tests of what goes beyond the API: our own service, a relay, and a proxy in front of it, on one clock. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiCalls } from '../../contract/endpoints/limits.ts';
import { letProxyIn, proxyEmail } from '../../review-service/people/accounts/proxy-account.ts';
import { openServiceDatabase } from '../../review-service/database.ts';
import { startService, type RunningService } from '../../review-service/service.ts';
import type { Database } from '../../review-service/data/tables.ts';
import { startProxy } from '../../server-proxy/proxy.ts';
import { openProxyDatabase } from '../../server-proxy/state/open.ts';
import { PacedClock } from '../server-proxy/clocks.ts';
import { customerSecret, merchantKey, silent, TestProxy } from '../server-proxy/harness.ts';
import { saveContent } from './content.ts';
import { Relay } from './relay.ts';
import { addOwner } from './review-service.ts';

export const shop = 'shop.example';
export const account = {
  clientToken: 'client-token-of-the-proxy',
  email: proxyEmail,
  password: 'password-of-the-proxy',
};

export class AskingShop implements AsyncDisposable {
  readonly directory: string;
  /** As fast as the wall's, but for what is waited for. */
  readonly clock: PacedClock;
  readonly #service: RunningService;
  readonly relay: Relay;
  readonly #location: { databaseUrl: string } | { directory: string };
  #proxy: TestProxy | null = null;

  private constructor(
    directory: string,
    clock: PacedClock,
    service: RunningService,
    relay: Relay,
    databaseUrl: string | null,
  ) {
    this.directory = directory;
    this.clock = clock;
    this.#service = service;
    this.relay = relay;
    this.#location = databaseUrl === null ? { directory: join(directory, 'proxy') } : { databaseUrl };
  }

  /** @param databaseUrl - where the proxy has its data; null for SQLite. */
  static async open(databaseUrl: string | null = null): Promise<AskingShop> {
    const directory = mkdtempSync(join(tmpdir(), 'plaudit-asking-'));
    const clock = new PacedClock(10);
    const location = { directory: join(directory, 'service') };
    const db = await openServiceDatabase(location);
    await addOwner(db, { business: shop, email: `owner@${shop}` });
    await letProxyIn(db, account, [shop]);
    await saveContent(db, shop, {
      products: [
        { id: 1, sku: 'MUG' },
        { id: 2, sku: 'POT' },
      ],
      productReviews: [1, 2, 3].map((id) => ({ id, product: { sku: 'MUG' } })),
      productQuestions: [{ id: 1, content: 'Is it heavy?', product: { sku: 'MUG' } }],
    });
    await db.destroy();
    const service = await startService({ host: '127.0.0.1', port: 0, location, demo: false, logger: silent, clock });
    return new AskingShop(directory, clock, service, await new Relay(service.url).start(), databaseUrl);
  }

  /** Where the proxy keeps its data, as its process takes it. */
  get place(): string {
    return 'databaseUrl' in this.#location ? this.#location.databaseUrl : this.#location.directory;
  }

  /** Where the service is reached without the relay. */
  get serviceUrl(): string {
    return this.#service.url;
  }

  get proxy(): TestProxy {
    return this.#proxy!;
  }

  async startProxy(): Promise<TestProxy> {
    const running = await startProxy({
      host: '127.0.0.1',
      port: 0,
      upstream: this.relay.url,
      businesses: [shop],
      location: this.#location,
      ...account,
      merchantKey,
      customerSecret,
      origins: [],
      trustedProxies: ['127.0.0.1/32'],
      widgetsDirectory: join(import.meta.dirname, '../server-proxy/files/widgets'),
      logger: silent,
      clock: this.clock,
    });
    this.#proxy = new TestProxy(running, () => (this.#proxy = null));
    this.clock.pace = 20;
    await this.#proxy.mirrored();
    // The mirror has used up a window of calls: what is written while it lasts would wait. From then on the pace is that
    // of the wall, since nobody is to be told that something waits because a busy machine was slow.
    await this.clock.pass(11_000, 20);
    return this.#proxy;
  }

  /** The data of the service behind its back. */
  async inService<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const db = await openServiceDatabase({ directory: join(this.directory, 'service') });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  /** As if a window's calls had all been made just now. */
  async useUpCalls(): Promise<void> {
    const db = await openProxyDatabase(this.#location);
    const call = { lane: 'shopper', ended_at: this.clock.now(), running_by: null };
    const calls = Array.from({ length: apiCalls.burst.calls }, () => ({ ...call, id: randomUUID() }));
    await db.insertInto('proxy_call').values(calls).execute();
    await db.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#proxy?.close();
    await this.#service.close();
    await this.relay.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
