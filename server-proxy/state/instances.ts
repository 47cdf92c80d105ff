/**
 * The processes that share a database. Each has a row, and shows by its beats that it lives. A lease, and anything
 * else that it has taken, names it; once it is gone, all of that is free at once, however long it was taken for.
 *
 * A process of the same machine is checked by its number, so that after a `kill -9` the next one knows at its start.
 * Others are gone when their beats stand still. Clocks of instances are never compared: checks count, not times.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../server-kit/clock.ts';
import { repeatEvery, type Repeating } from '../../server-kit/repeating.ts';
import { mayRun, ownIdentity } from '../../server-kit/process-identity.ts';
import type { ProxyDb } from './tables.ts';
import { atomically } from './transaction.ts';

/** Frees what no living instance has: the living ones are the rows of `proxy_instance`. */
export type Release = (db: ProxyDb, now: number) => Promise<void>;

export interface InstanceTools {
  readonly db: ProxyDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly releases: readonly Release[];
}

/** Between two beats, and between two checks of those of others. */
const BEAT_MS = 2_000;
/** An instance is gone when this many checks in a row saw the same beat. */
const STILL_CHECKS = 5;

interface Seen {
  readonly beats: number;
  readonly checks: number;
}

export class Instances {
  readonly id = randomUUID();
  readonly #tools: InstanceTools;
  #seen = new Map<string, Seen>();
  #beats = 0;
  #beating: Repeating | undefined;

  constructor(tools: InstanceTools) {
    this.#tools = tools;
  }

  /** From now on this process counts as living, and what the dead ones of this machine had is free. */
  async open(): Promise<void> {
    const { clock, logger } = this.#tools;
    await this.#beat();
    await this.#releaseGone(true);
    this.#beating = repeatEvery(
      clock,
      BEAT_MS,
      async () => {
        await this.#beat();
        await this.#releaseGone(false);
      },
      (err) => logger.error({ err }, 'cannot tell other instances that this one is alive: the database fails'),
    );
  }

  /** Frees what this process still has. */
  async close(): Promise<void> {
    const { db, clock, releases } = this.#tools;
    await this.#beating?.close();
    await atomically(db, async (db) => {
      await db.deleteFrom('proxy_instance').where('id', '=', this.id).execute();
      for (const release of releases) await release(db, clock.now());
    });
  }

  async #beat(): Promise<void> {
    const { db, clock } = this.#tools;
    this.#beats += 1;
    const { machine, pid, processStart } = ownIdentity;
    await db
      .insertInto('proxy_instance')
      .values({ id: this.id, machine, pid, process_start: processStart, started_at: clock.now(), beats: this.#beats })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ beats: this.#beats }))
      .execute();
  }

  /** @param atStart - frees what unknown instances have too: an earlier version left no rows. */
  async #releaseGone(atStart: boolean): Promise<void> {
    const { db, clock, logger, releases } = this.#tools;
    const gone = await this.#findGone();
    if (gone.length === 0 && !atStart) return;
    await atomically(db, async (db) => {
      if (gone.length > 0) await db.deleteFrom('proxy_instance').where('id', 'in', gone).execute();
      for (const release of releases) await release(db, clock.now());
    });
    if (gone.length > 0) logger.info({ instances: gone.length }, 'taking over the work of instances that are gone');
  }

  async #findGone(): Promise<string[]> {
    const rows = await this.#tools.db.selectFrom('proxy_instance').selectAll().where('id', '!=', this.id).execute();
    const seen = new Map<string, Seen>();
    const gone: string[] = [];
    for (const { id, machine, pid, process_start: processStart, beats } of rows) {
      const before = this.#seen.get(id);
      const checks = before?.beats === beats ? before.checks + 1 : 1;
      seen.set(id, { beats, checks });
      if (checks > STILL_CHECKS || !mayRun({ machine, pid, processStart })) gone.push(id);
    }
    this.#seen = seen;
    return gone;
  }
}
