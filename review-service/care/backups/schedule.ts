/**
 * When a service on SQLite backs itself up, and what became of it and of backups by command: rows of its settings.
 * Every process that opens the data can set the schedule; the running service keeps to it.
 */
import { dirname, join, resolve } from 'node:path';
import { makeDue } from '../../../review-store/jobs/jobs.ts';
import { StoreError } from '../../../review-store/databases/store-error.ts';
import type { BackupMoments } from '../../../server-kit/http/readiness.ts';
import { nameOfBackup } from './files.ts';
import { holdsServiceData, inspectService, type ServiceLocation } from '../../database.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { readSetting, writeSetting } from '../../data/settings.ts';

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
  /** The file written; null if it failed. */
  readonly file: string | null;
  /** Why it failed, in one line. */
  readonly failure: string | null;
  /** When the newest whole one was begun, whatever came after it; null if there is none. */
  readonly wholeAt: number | null;
}

/** A backup that somebody made by command, or tried. */
interface NotedBackup {
  /** When it was made or tried, in milliseconds since 1970. */
  readonly at: number;
  /** An absolute path. */
  readonly file: string;
}

const SCHEDULE = 'backup schedule';
const LAST = 'last backup';
const BY_COMMAND = 'backup by command';
const TRIED = 'backup tried';
const RESTORED = 'restored from';
/** A backup that failed, or whose process died, is tried again after this time, or sooner if one is due sooner. */
export const RETRY_MS = 600_000;

export const readSchedule = (db: Database): Promise<Schedule | null> => readSetting<Schedule>(db, SCHEDULE);

/** A warning to the operator about scheduled backups; null if there is nothing to say. */
export async function readBackupAlarm(db: Database): Promise<string | null> {
  const failure = (await readSchedule(db)) && (await readLastBackup(db))?.failure;
  return failure ? `The last backup failed: ${failure}` : null;
}

export const readLastBackup = (db: Database): Promise<LastBackup | null> => readSetting<LastBackup>(db, LAST);

/** The job that makes scheduled backups. */
export const BACKUP = 'backup';

/** @param schedule - null ends it. */
export async function setSchedule(db: Database, schedule: Schedule | null): Promise<void> {
  if (schedule) {
    await writeSetting(db, SCHEDULE, schedule);
    // The running service looks at it at once.
    return makeDue(storeOf(db), BACKUP, '', Date.now());
  }
  await db.deleteFrom('service_setting').where('name', 'in', [SCHEDULE, LAST]).execute();
}

/**
 * The data is a copy that somebody restored: of all backups, only the one that it came from is known from then on. It
 * may be restored again, so who is erased is noted beside it too.
 * @param file - of that backup.
 */
export async function forgetBackups(db: Database, file: string): Promise<void> {
  await db.deleteFrom('service_setting').where('name', 'in', [SCHEDULE, LAST, BY_COMMAND, TRIED]).execute();
  await writeSetting(db, RESTORED, { file: resolve(file) });
}

export const noteBackup = (location: ServiceLocation, made: NotedBackup): Promise<void> =>
  note(location, BY_COMMAND, made);
export const noteTried = (location: ServiceLocation, tried: NotedBackup): Promise<void> => note(location, TRIED, tried);

/**
 * In data of an earlier version as they are: a backup before an upgrade must not upgrade. Newer data go without, and so
 * do those that are elsewhere now.
 */
async function note(location: ServiceLocation, name: string, noted: NotedBackup): Promise<void> {
  try {
    if (await holdsServiceData(location)) await inspectService(location, (db) => writeSetting(db, name, noted));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}

export interface KnownBackup extends BackupMoments {
  /** The newest whole one. */
  readonly file: string | null;
}

/** The newest whole backup, whether by schedule or by command, and when one was last restored on trial. */
export async function lastBackup(db: Database): Promise<KnownBackup> {
  const schedule = await readSchedule(db);
  const wholeAt = (await readLastBackup(db))?.wholeAt ?? null;
  const scheduled =
    wholeAt === null ? null : { at: wholeAt, file: schedule && join(schedule.directory, nameOfBackup(wholeAt)) };
  const byCommand = await readSetting<NotedBackup>(db, BY_COMMAND);
  const newest = (byCommand?.at ?? 0) > (wholeAt ?? 0) ? byCommand : scheduled;
  const tried = await readSetting<NotedBackup>(db, TRIED);
  return { at: newest?.at ?? null, file: newest?.file ?? null, triedAt: tried?.at ?? null };
}

/** The directories that the newest backups are in, and the one that the data came from. */
export async function readBackupPlaces(db: Database): Promise<Set<string>> {
  const files = [
    (await readLastBackup(db))?.file,
    (await readSetting<NotedBackup>(db, BY_COMMAND))?.file,
    (await readSetting<Pick<NotedBackup, 'file'>>(db, RESTORED))?.file,
  ];
  const scheduled = (await readSchedule(db))?.directory;
  const places = [...files.map((file) => (file ? dirname(file) : null)), scheduled ?? null];
  return new Set(places.filter((place) => place !== null));
}

export const saveLastBackup = (db: Database, last: LastBackup): Promise<void> => writeSetting(db, LAST, last);

/** After how many milliseconds the next one is due. A moment in the future was noted while the clock was wrong. */
export function dueInMs({ every }: Schedule, last: LastBackup | null, now: number): number {
  if (last === null || last.begunAt > now) return 0;
  const pauseMs = last.file === null ? Math.min(every, RETRY_MS) : every;
  return Math.max(0, last.begunAt + pauseMs - now);
}
