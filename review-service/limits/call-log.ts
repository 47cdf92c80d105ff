/**
 * Counts the calls of each token in SQL: one row for each call, with a number of its own for each token, so that one
 * statement finds the two earlier calls that decide, and adds the row if they allow it. Of two instances that count at
 * the same moment, the second finds the number taken, and decides again.
 *
 * Beside SQLite the rows are in a file of their own, which waits for no disk: a power failure may cost the last
 * seconds, which the limits can bear. No call waits for anybody who writes, and a full disk keeps nobody from reading:
 * what cannot be written just now is counted in memory alone.
 */
import { rmSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { refuse } from '../../contract/endpoints/errors.ts';
import { StoreBusy } from '../../review-store/databases/errors.ts';
import { dialectOf } from '../../review-store/databases/location.ts';
import { withoutPatience } from '../../review-store/databases/patience.ts';
import { isUnwritable } from '../../review-store/databases/unavailable.ts';
import type { ServiceLocation } from '../database.ts';
import type { Database } from '../data/tables.ts';
import { limitsOf, longestOf, specifiedCalls, waitFor, type CallLimits } from './call-limits.ts';
import { RecentCalls } from './recent-calls.ts';

/** Of the versions that counted in files. */
const EARLIER_FILE = /^calls-\d+\.log$/;

/** Of the call that is about to be added. */
const isAllowed = (limits: CallLimits) =>
  sql.raw(
    limits
      .map(
        ({ calls, windowMs }) => `not exists (
        select 1 from api_call as deciding where deciding.token = this.token
          and deciding.number = this.number - ${calls} and deciding.called_at > this.moment - ${windowMs})`,
      )
      .join(' and '),
  );

export class CallLog {
  readonly #db: QueryExecutorProvider;
  readonly #limits: CallLimits;
  readonly #isAllowed: RawBuilder<unknown>;
  readonly #unwritten: RecentCalls;
  readonly close: () => Promise<void>;

  private constructor(db: QueryExecutorProvider, limits: CallLimits, close: () => Promise<void>) {
    this.#db = db;
    this.#limits = limits;
    this.#isAllowed = isAllowed(limits);
    this.#unwritten = new RecentCalls(limits);
    this.close = close;
  }

  /** @param db - the service's own, where PostgreSQL has the rows as well; a migration creates their table. */
  static async open(location: ServiceLocation, db: Database, allowed = specifiedCalls): Promise<CallLog> {
    const limits = limitsOf(allowed);
    if ('databaseUrl' in location) return new CallLog(db, limits, async () => {});
    const { directory } = location;
    const file = new Kysely({ dialect: dialectOf({ directory, name: 'calls' }) });
    try {
      await sql`pragma synchronous = normal`.execute(file);
      await sql`
        create table if not exists api_call (
          token text not null, number integer not null, called_at integer not null, primary key (token, number)
        ) without rowid`.execute(file);
      for (const name of readdirSync(directory)) if (EARLIER_FILE.test(name)) rmSync(join(directory, name));
      return new CallLog(file, limits, () => file.destroy());
    } catch (error) {
      await file.destroy();
      throw error;
    }
  }

  /**
   * Counts a call, unless it exceeds a limit: then nothing changes.
   * @param token - the SHA-256 of the token, hex.
   * @returns null, or after how many milliseconds a call would be allowed.
   */
  async record(token: string, now: number): Promise<number | null> {
    try {
      return await withoutPatience(() => this.#record(token, now));
    } catch (error) {
      if (!isUnwritable(error) && !(error instanceof StoreBusy)) throw error;
      return this.#unwritten.count(token, now) ? null : this.#unwritten.waitOf(token, now);
    }
  }

  /** Forgets what is too old for every limit. */
  async prune(now: number): Promise<void> {
    const until = now - longestOf(this.#limits);
    this.#unwritten.forget(until);
    await sql`delete from api_call where called_at <= ${until}`.execute(this.#db);
  }

  async #record(token: string, now: number): Promise<number | null> {
    while (!(await this.#add(token, now))) {
      const wait = await this.#waitOf(token, now);
      if (wait !== null) return wait;
    }
    return null;
  }

  /** The clocks of instances differ; the moments of one token never go back. */
  async #add(token: string, now: number): Promise<boolean> {
    const { rows } = await sql`
      insert into api_call (token, number, called_at)
      select this.token, this.number, this.moment from (
        select one.token, coalesce(last.number, 0) + 1 as number,
          case when last.called_at > ${now} then last.called_at else ${now} end as moment
        from (select ${token} as token) as one
        left join (
          select number, called_at from api_call where token = ${token} order by number desc limit 1
        ) as last on true
      ) as this
      where ${this.#isAllowed}
      on conflict (token, number) do nothing
      returning number`.execute(this.#db);
    return rows.length > 0;
  }

  /** Null where the call is to be tried again: another one took its number, or the clock has been put right. */
  async #waitOf(token: string, now: number): Promise<number | null> {
    const back = [0, ...this.#limits.map(({ calls }) => calls - 1)];
    const numbers = sql.join(back.map((calls) => sql`last.number - ${sql.lit(calls)}`));
    const { rows } = await sql<{ back: number; called_at: number }>`
      select last.number - made.number as back, made.called_at
      from (select max(number) as number from api_call where token = ${token}) as last
      join api_call as made on made.token = ${token} and made.number in (${numbers})`.execute(this.#db);
    const momentOf = (calls: number) => rows.find((row) => row.back === calls)?.called_at;
    if ((momentOf(0) ?? 0) <= now)
      return waitFor(
        this.#limits,
        this.#limits.map(({ calls }) => momentOf(calls - 1)),
        now,
      );
    // A clock that was wrong has left calls in the future: from here on they count as made now.
    await sql`update api_call set called_at = ${now} where token = ${token} and called_at > ${now}`.execute(this.#db);
    return null;
  }
}

/** @throws ApiError `tooManyRequests` with `Retry-After`; then nothing was counted. */
export async function countCall(log: CallLog, token: string, now: number): Promise<void> {
  const wait = await log.record(token, now);
  if (wait !== null) throw refuse('tooManyRequests', undefined, { retryAfterSeconds: wait / 1_000 });
}
