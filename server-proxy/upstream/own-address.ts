/**
 * Where our own review service is reached, as its answers say: what the paths of its pictures begin with. It is kept in
 * the database for the first answers after a restart. The service is asked now and then as well, in a request that
 * counts towards no limit, since an answer of the mirror makes no call that would hear of a move. For a server that
 * does not say it, paths begin with the address that it is called at.
 */
import type { Logger } from 'pino';
import type { Dispatcher } from 'undici';
import { ADDRESS_HEADER } from '../../contract/endpoints/extensions.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { ProxyDb } from '../state/tables.ts';
import { exchange } from '../../server-kit/network/exchange.ts';

export interface OwnAddressTools {
  readonly db: ProxyDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly agent: Dispatcher;
  /** URL of the API, without a trailing slash: the service says that it is well beside it. */
  readonly upstream: string;
  readonly businesses: readonly string[];
  readonly mirror: { change(business: string, work: () => Promise<{ changed: true }>): Promise<unknown> };
}

const ASK_EVERY_MS = 2_000;
const PATIENCE_MS = 1_000;
/** In UTF-16 code units. */
const LONGEST_ADDRESS = 2_048;

export class OwnAddress {
  readonly #tools: OwnAddressTools;
  readonly #stop = new AbortController();
  #heard: string | null = null;
  #moved: (business: string) => void = () => {};
  #saving: Promise<void> = Promise.resolve();
  #checking: Promise<void> = Promise.resolve();

  constructor(tools: OwnAddressTools) {
    this.#tools = tools;
  }

  /** Without a trailing slash. */
  get current(): string {
    return this.#heard ?? new URL(this.#tools.upstream).origin;
  }

  /** Before the first answer: the address known from before, then the present one. */
  async open(): Promise<void> {
    const { db, upstream } = this.#tools;
    const row = await db
      .selectFrom('proxy_extension')
      .select('address')
      .where('upstream', '=', upstream)
      .executeTakeFirst();
    this.#heard = row?.address ?? null;
    await this.#ask();
    await this.#saving;
  }

  /** @param moved - drops what was kept of the API's own answers about a business. */
  start(moved: (business: string) => void): void {
    this.#moved = moved;
    this.#checking = this.#keepChecking();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#checking;
    await this.#saving;
  }

  /** @param said - the header of an answer; a refusal of something before the service has none. */
  hear(said: string | undefined): void {
    if (said === undefined || said === this.#heard || said.length > LONGEST_ADDRESS || !/^https?:\/\//.test(said))
      return;
    this.#heard = said;
    this.#saving = this.#saving
      .then(() => this.#save(said))
      .catch((error: unknown) =>
        this.#tools.logger.warn({ err: error }, 'the address of the review service could not be stored'),
      );
  }

  async #save(address: string): Promise<void> {
    const { db, upstream, businesses, mirror } = this.#tools;
    await db
      .insertInto('proxy_extension')
      .values({ upstream, names: '', address })
      .onConflict((conflict) => conflict.column('upstream').doUpdateSet({ address }))
      .execute();
    // Answers that were made before have the earlier one.
    for (const business of businesses) {
      await mirror.change(business, async () => ({ changed: true }) as const);
      this.#moved(business);
    }
  }

  async #keepChecking(): Promise<void> {
    const { clock } = this.#tools;
    while (!this.#stop.signal.aborted) {
      await clock.sleep(ASK_EVERY_MS, this.#stop.signal);
      await this.#ask();
    }
  }

  /** Only who has said it before is asked again. */
  async #ask(): Promise<void> {
    const { agent, upstream } = this.#tools;
    if (this.#heard === null || this.#stop.signal.aborted) return;
    try {
      const { headers } = await exchange(agent, {
        method: 'GET',
        url: new URL('healthz', upstream).href,
        headers: {},
        timeoutMs: PATIENCE_MS,
        signal: this.#stop.signal,
      });
      this.hear(headers[ADDRESS_HEADER]?.toString());
    } catch {
      // The next call finds out that it is away.
    }
  }
}
