/**
 * Wakes who waits for a change: at once after a commit of this process, and within half a second after one of another.
 * The last number is read only while somebody waits.
 */
import { whenCommitted } from '../../../review-store/databases/transaction.ts';
import type { Clock } from '../../../server-kit/clock.ts';
import type { Database } from '../tables.ts';

const EVERY_MS = 500;

export class ChangeWatch {
  readonly #db: Database;
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #stopping = new AbortController();
  /** Goes up with all that may be a change. */
  #version = 0;
  #waiting = new Set<() => void>();
  #isLooking = false;
  #seen = '';

  constructor(db: Database, clock: Pick<Clock, 'sleep'>) {
    this.#db = db;
    this.#clock = clock;
    whenCommitted(db, () => this.#wake());
  }

  /** To be asked before looking for changes. */
  get version(): number {
    return this.#version;
  }

  /** True once nobody is to wait any more. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Until there may be a change since this version, the signal is aborted, or the service stops. */
  async next(version: number, signal: AbortSignal): Promise<void> {
    if (this.#version !== version || signal.aborted || this.isStopping) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (!this.#isLooking) void this.#look();
    await promise;
    this.#waiting.delete(resolve);
  }

  /** Ends all waiting, now and later. */
  stop(): void {
    this.#stopping.abort();
    this.#wake();
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#waiting.size > 0 && !this.isStopping) {
      // Where the database cannot be read, whoever waits looks for themselves.
      const seen = await this.#read().catch(() => `${this.#seen}?`);
      if (seen !== this.#seen) this.#wake();
      this.#seen = seen;
      await this.#clock.sleep(EVERY_MS, this.#stopping.signal);
    }
    this.#isLooking = false;
  }

  /** A change becomes visible once the transactions before it are over, so that end counts as well. */
  async #read(): Promise<string> {
    const { number, settled } = await this.#db
      .selectFrom('change_horizon')
      .select(['number', 'settled'])
      .executeTakeFirstOrThrow();
    return `${number} ${settled}`;
  }

  #wake(): void {
    this.#version += 1;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
