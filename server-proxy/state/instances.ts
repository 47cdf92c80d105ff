/**
 * The processes that share a database. Each has a row, and says by its beats that it lives. What one holds, such as a
 * lease, names it; once it is gone, all of that is free at once, however long it was to be held.
 *
 * A process of the same machine is looked for by its number: after a `kill -9` the next one knows at its start. Of
 * others it is known when their beats stand still. No clock is compared with another: a look counts, not a time.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../server-kit/clock.ts';
import { mayRun, ownIdentity } from './process-identity.ts';
import type { ProxyDb } from './tables.ts';
import { atomically } from './transaction.ts';

/** Frees what no living instance holds: those that live are the rows of `proxy_instance`. */
export type Release = (db: ProxyDb, now: number) => Promise<void>;

export interface InstancesOptions {
  readonly db: ProxyDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly releases: readonly Release[];
}

/** Milliseconds between two beats, and between two looks at those of others. */
const BEAT = 2_000;
/** An instance is gone when so many looks in a row saw the same beat. */
const STILL_LOOKS = 4;

interface Seen {
  readonly beats: number;
  readonly looks: number;
}

export class Instances {
  readonly id = randomUUID();
  readonly #options: InstancesOptions;
  readonly #stop = new AbortController();
  #seen = new Map<string, Seen>();
  #beats = 0;
  readonly #released: (() => void)[] = [];
  #running: Promise<void> = Promise.resolve();

  constructor(options: InstancesOptions) {
    this.#options = options;
  }

  /** Is told when something was freed. */
  onRelease(listener: () => void): void {
    this.#released.push(listener);
  }

  /** From here on this process counts as one that lives, and those of this machine that died hold nothing any more. */
  async open(): Promise<void> {
    await this.#beat();
    await this.#releaseGone(true);
    this.#running = this.#work();
  }

  /** What this process still holds is free for the next one. */
  async close(): Promise<void> {
    const { db, clock, releases } = this.#options;
    this.#stop.abort();
    await this.#running;
    await atomically(db, async (db) => {
      await db.deleteFrom('proxy_instance').where('id', '=', this.id).execute();
      for (const release of releases) await release(db, clock.now());
    });
  }

  async #work(): Promise<void> {
    const { clock, logger } = this.#options;
    const { signal } = this.#stop;
    let failing = false;
    while (!signal.aborted) {
      await clock.sleep(BEAT, signal);
      if (signal.aborted) return;
      try {
        await this.#beat();
        await this.#releaseGone(false);
        failing = false;
      } catch (error) {
        if (!failing) logger.error({ err: error }, 'other instances cannot be told that this one lives: the database fails');
        failing = true;
      }
    }
  }

  async #beat(): Promise<void> {
    const { db, clock } = this.#options;
    this.#beats += 1;
    const { machine, pid, processStart } = ownIdentity();
    await db
      .insertInto('proxy_instance')
      .values({ id: this.id, machine, pid, process_start: processStart, started_at: clock.now(), beats: this.#beats })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ beats: this.#beats }))
      .execute();
  }

  /** @param atStart - what nobody holds whom anybody knows is freed as well: an earlier version left no rows. */
  async #releaseGone(atStart: boolean): Promise<void> {
    const { db, clock, logger, releases } = this.#options;
    const gone = await this.#look();
    if (gone.length === 0 && !atStart) return;
    await atomically(db, async (db) => {
      if (gone.length > 0) await db.deleteFrom('proxy_instance').where('id', 'in', gone).execute();
      for (const release of releases) await release(db, clock.now());
    });
    if (gone.length > 0) logger.info({ instances: gone.length }, 'what an instance that is gone had in hand is taken up again');
    for (const listener of this.#released) listener();
  }

  async #look(): Promise<string[]> {
    const rows = await this.#options.db.selectFrom('proxy_instance').selectAll().where('id', '!=', this.id).execute();
    const seen = new Map<string, Seen>();
    const gone: string[] = [];
    for (const { id, machine, pid, process_start: processStart, beats } of rows) {
      const before = this.#seen.get(id);
      const looks = before?.beats === beats ? before.looks + 1 : 1;
      seen.set(id, { beats, looks });
      if (looks > STILL_LOOKS || !mayRun({ machine, pid, processStart })) gone.push(id);
    }
    this.#seen = seen;
    return gone;
  }
}
