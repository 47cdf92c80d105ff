/**
 * When a service on SQLite backs itself up, and what became of it: two rows of its settings. Whoever opens the data
 * can set the schedule; the running service keeps to it.
 */
import type { Database } from './tables.ts';

export interface Schedule {
  /** Milliseconds. */
  readonly every: number;
  /** How many backups stay; older ones are deleted. */
  readonly keep: number;
  /** An absolute path; made where it is missing. */
  readonly directory: string;
}

export interface LastBackup {
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  /** What was written; null while it is under way, if its process died, and if it failed. */
  readonly file: string | null;
  /** Why it failed, in one line. */
  readonly failure: string | null;
  /** When the newest whole one was begun, whatever came after it; null if there is none. */
  readonly wholeAt: number | null;
}

const SCHEDULE = 'backup schedule';
const LAST = 'last backup';
/** A backup that failed, or whose process died, is tried again after this time, or sooner if one is due sooner. */
const RETRY_MS = 600_000;

export const readSchedule = (db: Database): Promise<Schedule | null> => read<Schedule>(db, SCHEDULE);
export const readLastBackup = (db: Database): Promise<LastBackup | null> => read<LastBackup>(db, LAST);

/** @param schedule - null ends it. */
export async function setSchedule(db: Database, schedule: Schedule | null): Promise<void> {
  if (schedule) return write(db, SCHEDULE, schedule);
  await db.deleteFrom('service_setting').where('name', 'in', [SCHEDULE, LAST]).execute();
}

export const saveLastBackup = (db: Database, last: LastBackup): Promise<void> => write(db, LAST, last);

/** A moment in the future was noted while the clock was wrong. */
export function isDue({ every }: Schedule, last: LastBackup | null, now: number): boolean {
  if (last === null || last.begunAt > now) return true;
  return now - last.begunAt >= (last.file === null ? Math.min(every, RETRY_MS) : every);
}

/**
 * Notes that a backup begins, for one process alone.
 * @param last - what the caller saw; if another process has begun since, this one does not.
 * @returns what was noted, or null.
 */
export async function claimBackup(db: Database, last: LastBackup | null, now: number): Promise<LastBackup | null> {
  const begun = { begunAt: now, file: null, failure: null, wholeAt: last?.wholeAt ?? null };
  const value = JSON.stringify(begun);
  if (last === null) {
    const [{ numInsertedOrUpdatedRows: made } = {}] = await db
      .insertInto('service_setting')
      .values({ name: LAST, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    return made === 1n ? begun : null;
  }
  const { numUpdatedRows } = await db
    .updateTable('service_setting')
    .set({ value })
    .where('name', '=', LAST)
    .where('value', '=', JSON.stringify(last))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? begun : null;
}

async function read<Value>(db: Database, name: string): Promise<Value | null> {
  const row = await db.selectFrom('service_setting').select('value').where('name', '=', name).executeTakeFirst();
  return row ? (JSON.parse(row.value) as Value) : null;
}

async function write(db: Database, name: string, content: object): Promise<void> {
  const value = JSON.stringify(content);
  await db
    .insertInto('service_setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
