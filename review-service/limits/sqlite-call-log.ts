/**
 * The call log of a service that has its data to itself. It stands in a file of its own, so that counting a call
 * neither waits for a transaction of the data nor costs a flush to the disk: the file survives a crash of the process,
 * and a power failure may take the last seconds of it, which the limits can bear. 25 µs a call, against 160 in the
 * data's own file.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { callLimits, decidingSlots, RING_SLOTS, waitFor, type CallLog } from './call-limits.ts';

const LONGEST = Math.max(...callLimits.map((limit) => limit.milliseconds));

export function openSqliteCallLog(directory: string): CallLog {
  mkdirSync(directory, { recursive: true });
  const database = new DatabaseSync(join(directory, 'calls.sqlite'));
  database.exec(`
    pragma busy_timeout = 5000;
    pragma journal_mode = WAL;
    pragma synchronous = NORMAL;
    create table if not exists call_count (token text primary key, calls integer not null, last_at integer not null) without rowid;
    create table if not exists call_slot (token text, slot integer, called_at integer not null, primary key (token, slot)) without rowid;
  `);
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const rollback = database.prepare('rollback');
  const readCount = database.prepare('select calls, last_at from call_count where token = ?');
  const readSlot = database.prepare('select called_at from call_slot where token = ? and slot = ?');
  const writeCount = database.prepare('insert into call_count values (?, ?, ?) on conflict (token) do update set calls = excluded.calls, last_at = excluded.last_at');
  const writeSlot = database.prepare('insert into call_slot values (?, ?, ?) on conflict (token, slot) do update set called_at = excluded.called_at');

  function record(token: string, given: number): number | null {
    const count = readCount.get(token) as { calls: number; last_at: number } | undefined;
    const calls = count?.calls ?? 0;
    // A clock that was set back must not reorder the log.
    const now = Math.max(given, count?.last_at ?? 0);
    const deciding = decidingSlots(calls).map((slot) => (slot === null ? null : ((readSlot.get(token, slot) as { called_at: number } | undefined)?.called_at ?? null)));
    const wait = waitFor(deciding, now);
    if (wait !== null) return wait + (now - given);
    writeSlot.run(token, calls % RING_SLOTS, now);
    writeCount.run(token, calls + 1, now);
    return null;
  }

  return {
    async record(token, now) {
      begin.run();
      try {
        const wait = record(token, now);
        commit.run();
        return wait;
      } catch (error) {
        rollback.run();
        throw error;
      }
    },
    async prune(now) {
      database.prepare('delete from call_slot where token in (select token from call_count where last_at < ?)').run(now - LONGEST);
      database.prepare('delete from call_count where last_at < ?').run(now - LONGEST);
    },
    async close() {
      database.close();
    },
  };
}
