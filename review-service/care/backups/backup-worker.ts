/** Makes one backup in a thread of its own: checking a copy takes seconds, in which shoppers would wait. */
import { parentPort, workerData } from 'node:worker_threads';
import { reasonOf } from '../../../review-store/databases/store-error.ts';
import { backUp } from './back-up.ts';
import type { Shop } from './shop-files.ts';

export interface BackupTask {
  readonly shop: Shop;
  /** The file to write. */
  readonly file: string;
}

/** The thread's answer: null, or why the backup failed. */
export type BackupFailure = string | null;

const { shop, file } = workerData as BackupTask;
const failure: BackupFailure = await backUp(shop, file).then(() => null, reasonOf);
parentPort!.postMessage(failure);
