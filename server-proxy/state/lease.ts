/**
 * A task that one instance does for all that share the database. Whoever does it says so again and again; when it
 * falls silent, the next one takes over.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../server-kit/clock.ts';
import type { ProxyDb } from './tables.ts';

export interface LeaseOptions {
  readonly db: ProxyDb;
  readonly clock: Clock;
  readonly name: string;
  /** After the last word, until another instance may take over. */
  readonly ttlMs: number;
  /** The instance that would hold it: where that is gone, another one need not wait. */
  readonly holder?: string | undefined;
}

/** Another instance took over meanwhile: what was to be written under the lease must not be. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export class Lease {
  readonly #options: LeaseOptions;
  readonly #holder: string;
  #renewAt = 0;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#holder = options.holder ?? randomUUID();
  }

  /** Takes the lease or keeps it, and says whether it is ours. */
  async take(): Promise<boolean> {
    const { db, clock, name, ttlMs } = this.#options;
    const now = clock.now();
    if (now < this.#renewAt && now > this.#renewAt - ttlMs) return true;
    const row = { holder: this.#holder, held_until: now + ttlMs };
    const taken = await db
      .insertInto('proxy_lease')
      .values({ name, ...row })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet(row).where((eb) =>
          eb.or([
            eb('proxy_lease.holder', '=', this.#holder),
            eb('proxy_lease.held_until', '<=', now),
            // Nobody holds it for so long: a clock was set back.
            eb('proxy_lease.held_until', '>', now + 2 * ttlMs),
          ]),
        ),
      )
      .returning('holder')
      .executeTakeFirst();
    this.#renewAt = taken ? now + ttlMs / 3 : 0;
    return taken !== undefined;
  }

  /**
   * Makes sure, inside a transaction, that the lease is ours until it ends.
   * @throws LeaseLost
   */
  async confirm(db: ProxyDb): Promise<void> {
    const { name } = this.#options;
    const held = await db.updateTable('proxy_lease').set({ holder: this.#holder }).where('name', '=', name).where('holder', '=', this.#holder).returning('name').executeTakeFirst();
    if (held) return;
    this.#renewAt = 0;
    throw new LeaseLost(`Another instance has taken over: ${name}`);
  }

  /** Lets the next one begin at once. */
  async give(): Promise<void> {
    const { db, name } = this.#options;
    this.#renewAt = 0;
    await db.deleteFrom('proxy_lease').where('name', '=', name).where('holder', '=', this.#holder).execute();
  }
}

/** Frees what no living instance holds. */
export async function releaseLeases(db: ProxyDb): Promise<void> {
  await db.deleteFrom('proxy_lease').where('holder', 'not in', (instances) => instances.selectFrom('proxy_instance').select('id')).execute();
}
