/**
 * The right to do a task alone, for all instances that share the database. Its holder renews it again and again; when
 * that stops, another instance takes over.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../server-kit/clock.ts';
import type { ProxyDb } from './tables.ts';

export interface LeaseTools {
  readonly db: ProxyDb;
  readonly clock: Clock;
  readonly name: string;
  /** After the last renewal, until another instance may take over. */
  readonly ttlMs: number;
  /** This instance: once it is gone, another one need not wait. */
  readonly holder?: string | undefined;
}

/** Another instance has taken over: nothing may be written under the lease any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export class Lease {
  readonly #tools: LeaseTools;
  readonly #holder: string;
  #renewAt = Number.NEGATIVE_INFINITY;

  constructor(tools: LeaseTools) {
    this.#tools = tools;
    this.#holder = tools.holder ?? randomUUID();
  }

  /** Takes or renews the lease, and returns whether it is ours. */
  async take(): Promise<boolean> {
    const { db, clock, name, ttlMs } = this.#tools;
    if (clock.elapsed() < this.#renewAt) return true;
    const now = clock.now();
    const renewAt = clock.elapsed() + ttlMs / 3;
    const row = { holder: this.#holder, held_until: now + ttlMs };
    const taken = await db
      .insertInto('proxy_lease')
      .values({ name, ...row })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(row)
          .where((eb) => eb.or([eb('proxy_lease.holder', '=', this.#holder), eb('proxy_lease.held_until', '<=', now)])),
      )
      .returning('holder')
      .executeTakeFirst();
    this.#renewAt = taken ? renewAt : Number.NEGATIVE_INFINITY;
    return taken !== undefined;
  }

  /**
   * Makes sure that the lease is ours until the end of this transaction.
   * @throws LeaseLost
   */
  async confirm(db: ProxyDb): Promise<void> {
    const { name } = this.#tools;
    const held = await db
      .updateTable('proxy_lease')
      .set({ holder: this.#holder })
      .where('name', '=', name)
      .where('holder', '=', this.#holder)
      .returning('name')
      .executeTakeFirst();
    if (held) return;
    this.#renewAt = Number.NEGATIVE_INFINITY;
    throw new LeaseLost(`Another instance has taken over: ${name}`);
  }

  /** Lets another instance begin at once. */
  async give(): Promise<void> {
    const { db, name } = this.#tools;
    this.#renewAt = Number.NEGATIVE_INFINITY;
    await db.deleteFrom('proxy_lease').where('name', '=', name).where('holder', '=', this.#holder).execute();
  }
}

/** Frees the leases of instances that are gone, and their jobs. */
export async function releaseLeases(db: ProxyDb, now: number): Promise<void> {
  await db
    .deleteFrom('proxy_lease')
    .where('holder', 'not in', (instances) => instances.selectFrom('proxy_instance').select('id'))
    .execute();
  await db
    .updateTable('job')
    .set({ leased_until: now })
    .where('leased_by', 'not in', (instances) => instances.selectFrom('proxy_instance').select('id'))
    .execute();
}
