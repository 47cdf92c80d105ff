/**
 * Forgets what has had its time, by the clock and not by the next write: in a shop where nobody writes for a month,
 * what was kept for a day is kept for a day.
 */
import type { Logger } from 'pino';
import type { Clock } from '../../server-kit/clock.ts';
import { forgetUses } from '../customer/token-uses.ts';
import { forgetOldWrites } from '../robots/recent-writes.ts';
import type { ProxyDb } from '../state/tables.ts';
import { forgetAnswers } from './idempotency.ts';
import { forgetSettled } from './outbox-rows.ts';
import { forgetVotes } from './votes.ts';

/** Milliseconds from one look to the next. */
const EVERY = 600_000;
const DAY = 86_400_000;

export class Pruning {
  readonly #stop = new AbortController();
  readonly #worker: Promise<void>;

  constructor(db: ProxyDb, clock: Clock, logger: Logger) {
    this.#worker = this.#work(db, clock, logger);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#worker;
  }

  async #work(db: ProxyDb, clock: Clock, logger: Logger): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await prune(db, clock.now()).catch((error: unknown) => logger.error({ err: error }, 'what has had its time could not be forgotten'));
      await clock.sleep(EVERY, signal);
    }
  }
}

async function prune(db: ProxyDb, now: number): Promise<void> {
  await forgetAnswers(db, now);
  await forgetSettled(db, now - DAY);
  await forgetVotes(db, now - DAY);
  await forgetUses(db, now);
  await forgetOldWrites(db, now);
  await db.deleteFrom('proxy_session').where('expires_at', '<=', now).execute();
}
