/** Keeps to the schedule of backups, as long as the service runs. */
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../../../review-store/databases/store-error.ts';
import { repeatEvery, type Repeating } from '../../../server-kit/repeating.ts';
import type { Service } from '../../context.ts';
import type { ServiceLocation } from '../../database.ts';
import type { BackupFailure, BackupTask } from './backup-worker.ts';
import { nameOfBackup, pruneBackups } from './files.ts';
import { shopOf } from './shop-files.ts';
import {
  claimBackup,
  isDue,
  readLastBackup,
  readSchedule,
  saveLastBackup,
  type LastBackup,
  type Schedule,
} from './schedule.ts';

const CHECK_EVERY_MS = 10_000;

/** @returns null with PostgreSQL, which has tools of its own for backups. */
export const startBackups = (service: Service, location: ServiceLocation): ScheduledBackups | null =>
  'directory' in location ? new ScheduledBackups(service, location.directory) : null;

class ScheduledBackups {
  readonly #service: Service;
  readonly #directory: string;
  readonly #checks: Repeating;
  #thread: Worker | null = null;
  #isClosing = false;

  constructor(service: Service, directory: string) {
    this.#service = service;
    this.#directory = directory;
    this.#checks = repeatEvery(service, CHECK_EVERY_MS, () => this.#check());
  }

  /** Ends a backup that is under way: after the next start there is another. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#thread?.terminate();
    await this.#checks.close();
  }

  async #check(): Promise<void> {
    const { db, logger, now } = this.#service;
    try {
      const schedule = await readSchedule(db);
      const last = await readLastBackup(db);
      this.#service.backupAlarm = schedule && last?.failure ? alarmOf(last.failure) : null;
      if (!schedule || this.#isClosing) return;
      if (!isDue(schedule, last, now())) return;
      const begun = await claimBackup(db, last, now());
      if (begun) await this.#makeOne(schedule, begun);
    } catch (error) {
      logger.warn({ err: error }, 'scheduled backups could not be looked after');
    }
  }

  async #makeOne(schedule: Schedule, begun: LastBackup): Promise<void> {
    const { db, metrics, logger } = this.#service;
    const name = nameOfBackup(begun.begunAt);
    const file = join(schedule.directory, name);
    const failure = await this.#inThread({ shop: shopOf(this.#directory), file });
    if (this.#isClosing) return;
    metrics.backups.inc({ result: failure === null ? 'whole' : 'failed' });
    if (failure !== null) {
      await saveLastBackup(db, { ...begun, failure });
      this.#service.backupAlarm = alarmOf(failure);
      return logger.error({ reason: failure }, 'the backup failed, and is tried again');
    }
    await saveLastBackup(db, { ...begun, file, wholeAt: begun.begunAt });
    this.#service.backupAlarm = null;
    logger.info({ file }, 'backed up');
    pruneBackups(schedule.directory, name, schedule.keep);
  }

  #inThread(workerData: BackupTask): Promise<BackupFailure> {
    return new Promise((resolve) => {
      const file = join(import.meta.dirname, `backup-worker${extname(import.meta.filename)}`);
      // The thread needs no secrets.
      const thread = new Worker(file, { workerData, env: {} });
      this.#thread = thread;
      thread.once('message', resolve);
      thread.once('error', (error) => resolve(reasonOf(error)));
      thread.once('exit', () => {
        this.#thread = null;
        resolve('it was interrupted');
      });
    });
  }
}

const alarmOf = (failure: string): string => `The last backup failed: ${failure}`;
