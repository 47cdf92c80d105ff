/** Keeps to the schedule of backups, as long as the service runs. */
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../../review-store/store-error.ts';
import { repeatEvery } from '../../server-kit/repeating.ts';
import type { Service } from '../context.ts';
import type { ServiceLocation } from '../database.ts';
import type { BackupFailure, BackupTask } from './backup-worker.ts';
import { nameOfBackup, pruneBackups } from './files.ts';
import {
  claimBackup,
  isDue,
  readLastBackup,
  readSchedule,
  saveLastBackup,
  type LastBackup,
  type Schedule,
} from './schedule.ts';

export interface ScheduledBackups {
  /** Ends one that is under way: the next start makes another. */
  close(): Promise<void>;
}

const CHECK_EVERY_MS = 10_000;

/** @returns null with PostgreSQL, which has tools of its own for backups. */
export function startBackups(service: Service, location: ServiceLocation): ScheduledBackups | null {
  return 'directory' in location ? keepToSchedule(service, location.directory) : null;
}

function keepToSchedule(service: Service, directory: string): ScheduledBackups {
  const { db, logger, metrics, now } = service;
  let worker: Worker | null = null;
  let isClosing = false;

  const repeating = repeatEvery(CHECK_EVERY_MS, async () => {
    try {
      const schedule = await readSchedule(db);
      const last = await readLastBackup(db);
      service.backupAlarm = schedule && last?.failure ? `The last backup failed: ${last.failure}` : null;
      if (!schedule || isClosing) return;
      if (last?.wholeAt) metrics.backupAt.set(last.wholeAt / 1_000);
      if (isDue(schedule, last, now())) await makeOne(schedule, last);
    } catch (error) {
      logger.warn({ err: error }, 'scheduled backups could not be looked after');
    }
  });

  async function makeOne(schedule: Schedule, last: LastBackup | null): Promise<void> {
    const begun = await claimBackup(db, last, now());
    if (!begun) return;
    const name = nameOfBackup(begun.begunAt);
    const file = join(schedule.directory, name);
    const failure = await inThread({ directory, file });
    if (isClosing) return;
    if (failure === null) {
      await saveLastBackup(db, { ...begun, file, wholeAt: begun.begunAt });
      metrics.backups.inc({ result: 'whole' });
      metrics.backupAt.set(begun.begunAt / 1_000);
      service.backupAlarm = null;
      logger.info({ file }, 'backed up');
      pruneBackups(schedule.directory, name, schedule.keep);
    } else {
      await saveLastBackup(db, { ...begun, failure });
      metrics.backups.inc({ result: 'failed' });
      service.backupAlarm = `The last backup failed: ${failure}`;
      logger.error({ reason: failure }, 'the backup failed, and is tried again');
    }
  }

  function inThread(workerData: BackupTask): Promise<BackupFailure> {
    return new Promise((resolve) => {
      const thread = new Worker(join(import.meta.dirname, `backup-worker${extname(import.meta.filename)}`), {
        workerData,
        // The thread needs no secrets.
        env: {},
      });
      worker = thread;
      thread.once('message', resolve);
      thread.once('error', (error) => resolve(reasonOf(error)));
      thread.once('exit', () => {
        worker = null;
        resolve('it was interrupted');
      });
    });
  }

  return {
    async close() {
      isClosing = true;
      await worker?.terminate();
      await repeating.close();
    },
  };
}
