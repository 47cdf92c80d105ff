/**
 * The call log of services that share a PostgreSQL database: one call of a function of the database, which locks the
 * row of the token, so that two instances never let one call too many through. Migrations make the function
 * (migrations/0001-service.ts). A disk that is full stops nobody from reading: until a call can be written again, each
 * instance counts in its memory.
 */
import { sql } from 'kysely';
import { isUnwritable } from '../../review-store/unavailable.ts';
import type { Database } from '../tables.ts';
import { callLimits, type CallLog } from './call-limits.ts';
import { RecentCalls } from './recent-calls.ts';

const LONGEST = Math.max(...callLimits.map((limit) => limit.milliseconds));
/** As many calls as the longest limit looks back on. */
const RING_SLOTS = Math.max(...callLimits.map((limit) => limit.calls));

export function openPostgresCallLog(db: Database): CallLog {
  const calls = callLimits.map((limit) => limit.calls);
  const milliseconds = callLimits.map((limit) => limit.milliseconds);
  const unwritten = new RecentCalls();
  return {
    async record(token, now) {
      try {
        const record = async () => {
          const { rows } = await sql<{ wait: number | null }>`
            select record_call(${token}, ${now}, ${RING_SLOTS}, ${calls}, ${milliseconds}) as wait`.execute(db);
          return rows[0]!.wait;
        };
        const wait = await record();
        return wait !== null && (await isAhead(db, token, now)) ? await record() : wait;
      } catch (error) {
        if (!isUnwritable(error)) throw error;
        return unwritten.count(token, now) ? null : unwritten.waitOf(token, now);
      }
    },
    async prune(now) {
      unwritten.forget(now - LONGEST);
      await sql`delete from call_slot where token in (select token from call_count where last_at < ${now - LONGEST})`.execute(db);
      await sql`delete from call_count where last_at < ${now - LONGEST}`.execute(db);
    },
    close: async () => {},
  };
}

/** Whether calls of this token lie in the future, since a clock was wrong; from here on they count as made now. */
async function isAhead(db: Database, token: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await sql`update call_count set last_at = ${now} where token = ${token} and last_at > ${now}`.execute(transaction);
    if (numAffectedRows === 0n) return false;
    await sql`update call_slot set called_at = ${now} where token = ${token} and called_at > ${now}`.execute(transaction);
    return true;
  });
}
