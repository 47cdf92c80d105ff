/**
 * The call log of services that share a PostgreSQL database: one call of a database function, which locks the row of
 * the token so that two instances never let one call too many through. A migration creates the function
 * (migrations/0001-service.ts). A full disk keeps nobody from reading: until a call can be written again, each instance
 * counts in memory.
 */
import { sql } from 'kysely';
import { atomically } from '../../review-store/databases/transaction.ts';
import { isUnwritable } from '../../review-store/databases/unavailable.ts';
import type { Database } from '../data/tables.ts';
import { callLimits, LONGEST_MS, MOST_CALLS, type CallLog } from './call-limits.ts';
import { RecentCalls } from './recent-calls.ts';

export class PostgresCallLog implements CallLog {
  readonly #db: Database;
  readonly #unwritten = new RecentCalls();

  constructor(db: Database) {
    this.#db = db;
  }

  async record(token: string, now: number): Promise<number | null> {
    try {
      const wait = await this.#record(token, now);
      return wait !== null && (await this.#isAhead(token, now)) ? await this.#record(token, now) : wait;
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      return this.#unwritten.count(token, now) ? null : this.#unwritten.waitOf(token, now);
    }
  }

  async prune(now: number): Promise<void> {
    const since = now - LONGEST_MS;
    this.#unwritten.forget(since);
    const idle = sql`select token from call_count where last_at < ${since}`;
    await sql`delete from call_slot where token in (${idle})`.execute(this.#db);
    await sql`delete from call_count where last_at < ${since}`.execute(this.#db);
  }

  async close(): Promise<void> {}

  async #record(token: string, now: number): Promise<number | null> {
    const calls = callLimits.map((limit) => limit.calls);
    const windowsMs = callLimits.map((limit) => limit.windowMs);
    const { rows } = await sql<{ wait: number | null }>`
      select record_call(${token}, ${now}, ${MOST_CALLS}, ${calls}, ${windowsMs}) as wait`.execute(this.#db);
    return rows[0]!.wait;
  }

  /** Whether a clock that was wrong has left calls of this token in the future; from here on they count as made now. */
  #isAhead(token: string, now: number): Promise<boolean> {
    return atomically(this.#db, async (transaction) => {
      const counted = sql`update call_count set last_at = ${now} where token = ${token} and last_at > ${now}`;
      if ((await counted.execute(transaction)).numAffectedRows === 0n) return false;
      const slots = sql`update call_slot set called_at = ${now} where token = ${token} and called_at > ${now}`;
      await slots.execute(transaction);
      return true;
    });
  }
}
