/**
 * The call log of services that share a PostgreSQL database: one call of a function of the database, which locks the
 * row of the token, so that two instances never let one call too many through.
 */
import { sql, type Kysely } from 'kysely';
import type { Database } from '../tables.ts';
import { callLimits, type CallLog } from './call-limits.ts';

const LONGEST = Math.max(...callLimits.map((limit) => limit.milliseconds));
/** As many calls as the longest limit looks back on. */
const RING_SLOTS = Math.max(...callLimits.map((limit) => limit.calls));

/**
 * What `record` does, in one round trip; made by the migrations. The log of a token is a ring of 1,000 slots: call n
 * stands in slot n modulo 1,000, so that each call reads two small rows and writes two, however long the log. The
 * transaction does not wait for the disk (`synchronous_commit`): a crash of the database server may take the last
 * moments of the log. Clocks of instances differ; the log never goes back.
 */
export async function createRecordFunction(db: Kysely<never>): Promise<void> {
  await sql`
    create function record_call(given_token text, given_now bigint, ring bigint, limit_calls bigint[], limit_milliseconds bigint[]) returns bigint
    language plpgsql as $$
    declare
      made bigint;
      last bigint;
      moment bigint;
      current bigint;
      wait bigint := 0;
    begin
      perform set_config('synchronous_commit', 'off', true);
      loop
        insert into call_count values (given_token, 0, 0) on conflict (token) do nothing;
        select calls, last_at into made, last from call_count where token = given_token for update;
        exit when found; -- the row can be pruned in the moment before it is locked
      end loop;
      current := greatest(given_now, last);
      for index in 1 .. array_length(limit_calls, 1) loop
        if made >= limit_calls[index] then
          select called_at into moment from call_slot where token = given_token and slot = (made - limit_calls[index]) % ring;
          if found then wait := greatest(wait, moment + limit_milliseconds[index] - current); end if;
        end if;
      end loop;
      if wait > 0 then return wait + current - given_now; end if;
      insert into call_slot values (given_token, made % ring, current) on conflict (token, slot) do update set called_at = excluded.called_at;
      update call_count set calls = made + 1, last_at = current where token = given_token;
      return null;
    end $$`.execute(db);
}

export function openPostgresCallLog(db: Database): CallLog {
  const calls = callLimits.map((limit) => limit.calls);
  const milliseconds = callLimits.map((limit) => limit.milliseconds);
  return {
    async record(token, now) {
      const { rows } = await sql<{ wait: number | null }>`
        select record_call(${token}, ${now}, ${RING_SLOTS}, ${calls}, ${milliseconds}) as wait`.execute(db);
      return rows[0]!.wait;
    },
    async prune(now) {
      await sql`delete from call_slot where token in (select token from call_count where last_at < ${now - LONGEST})`.execute(db);
      await sql`delete from call_count where last_at < ${now - LONGEST}`.execute(db);
    },
    close: async () => {},
  };
}
