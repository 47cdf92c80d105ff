/** Keeps to the schedule of backups, as long as the service runs. */
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../../../review-store/databases/store-error.ts';
import type { Kind } from '../../../review-store/jobs/worker.ts';
import type { Service } from '../../context.ts';
import type { BackupFailure, BackupTask } from './backup-worker.ts';
import { nameOfBackup, pruneBackups } from './files.ts';
import { shopOf } from './shop-files.ts';
import { BACKUP, dueInMs, readLastBackup, readSchedule, RETRY_MS, saveLastBackup, type Schedule } from './schedule.ts';

/** The process that sets a schedule makes the job due. */
const WITHOUT_SCHEDULE_MS = 86_400_000;

/** @param directory - of the data: PostgreSQL has tools of its own for backups. */
export const backups = (service: Service, directory: string): Kind => ({
  name: BACKUP,
  isStanding: true,
  failing: 'scheduled backups could not be looked after',
  retryMs: RETRY_MS,
  doubtMs: RETRY_MS,
  async attempt({ signal }) {
    const { db, now } = service;
    const schedule = await readSchedule(db);
    if (!schedule) return WITHOUT_SCHEDULE_MS;
    const dueMs = dueInMs(schedule, await readLastBackup(db), now());
    if (dueMs > 0) return dueMs;
    await makeOne(service, { schedule, directory, signal });
    return dueInMs(schedule, await readLastBackup(db), now());
  },
});

interface Making {
  readonly schedule: Schedule;
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** A stop ends one that is under way: after the next start there is another. */
async function makeOne({ db, now, metrics, logger }: Service, { schedule, directory, signal }: Making): Promise<void> {
  const begunAt = now();
  const name = nameOfBackup(begunAt);
  const file = join(schedule.directory, name);
  const failure = await inThread({ shop: shopOf(directory), file }, signal);
  signal.throwIfAborted();
  metrics.backups.inc({ result: failure === null ? 'whole' : 'failed' });
  if (failure !== null) {
    const { wholeAt = null } = (await readLastBackup(db)) ?? {};
    await saveLastBackup(db, { begunAt, file: null, failure, wholeAt });
    return logger.error({ reason: failure }, 'the backup failed, and is tried again');
  }
  await saveLastBackup(db, { begunAt, file, failure: null, wholeAt: begunAt });
  logger.info({ file }, 'backed up');
  pruneBackups(schedule.directory, name, schedule.keep);
}

function inThread(workerData: BackupTask, signal: AbortSignal): Promise<BackupFailure> {
  return new Promise((resolve) => {
    const file = join(import.meta.dirname, `backup-worker${extname(import.meta.filename)}`);
    // The thread needs no secrets.
    const thread = new Worker(file, { workerData, env: {} });
    const end = () => void thread.terminate();
    signal.addEventListener('abort', end);
    thread.once('message', resolve);
    thread.once('error', (error) => resolve(reasonOf(error)));
    thread.once('exit', () => {
      signal.removeEventListener('abort', end);
      resolve('it was interrupted');
    });
  });
}
