/**
 * Copies the data of a service on SQLite to one file while the service runs, and puts it back. A copy gets its name
 * only after it was checked: a file that exists is a backup that works. Images are in it; the call log needs no backup
 * (docs/decisions/0010-limits-as-a-ring.md).
 */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyDatabase } from '../review-store/databases/location.ts';
import { keep, makePrivateDirectory, tighten } from '../review-store/private-files.ts';
import { reasonOf, StoreError } from '../review-store/store-error.ts';
import { readSchedule, setSchedule } from './backup-schedule.ts';
import { backUpKey, forgetKeyed, placeKey, restoreKey } from './backup-key.ts';
import { openServiceDatabase } from './database.ts';

const NAME = 'reviews.sqlite';

/**
 * Copies the data and its key.
 * @throws StoreError if there is nothing to copy, if the file exists, or if the copy is not sound.
 */
export async function backUp(directory: string, file: string): Promise<void> {
  const source = join(directory, NAME);
  if (!existsSync(source)) throw new StoreError(`There is no data in ${directory}: it holds no ${NAME}`);
  if (existsSync(file)) throw new StoreError(`${file} exists already, and is not overwritten`);
  await orSay(`${file} cannot be written`, async () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    await copyDatabase(source, file, (copy) => {
      check(copy, source);
      backUpKey(directory, file);
    });
  });
}

export interface Restored {
  /** False if the backup had a key that is missing now: what only the key opens is lost. */
  readonly isWhole: boolean;
  /**
   * True if the data came with a schedule of backups. It is left out: a copy that somebody tries out would otherwise
   * delete the backups of the original.
   */
  readonly hadSchedule: boolean;
}

/** @throws StoreError if the directory already holds data, or if this version cannot read the file. */
export async function restore(file: string, directory: string): Promise<Restored> {
  const target = join(directory, NAME);
  if (!existsSync(file)) throw new StoreError(`There is no file ${file}`);
  if (existsSync(target))
    throw new StoreError(`There is data in ${directory} already, and it is not overwritten: choose another directory`);
  const aside = join(directory, 'restoring');
  const partial = join(aside, NAME);
  const restored = { isWhole: true, hadSchedule: false };
  await orSay(`${file} cannot be restored`, async () => {
    rmSync(aside, { recursive: true, force: true });
    makePrivateDirectory(directory);
    makePrivateDirectory(aside);
    try {
      copyFileSync(file, partial);
      tighten(partial);
      check(partial, file);
      restored.isWhole = restoreKey(file, aside) || !withoutKey(partial);
      restored.hadSchedule = await upgrade(aside);
      placeKey(aside, directory);
      keep(partial, target);
    } finally {
      // A refused one must not stay either: it may hold everything that a shop knows about its customers.
      rmSync(aside, { recursive: true, force: true });
    }
  });
  return restored;
}

/**
 * Upgrades the data, and refuses that of a newer version.
 * @returns whether it held a schedule of backups, which is deleted.
 */
async function upgrade(directory: string): Promise<boolean> {
  await using db = await openServiceDatabase({ directory, keepCopy: false });
  const schedule = await readSchedule(db);
  await setSchedule(db, null);
  return schedule !== null;
}

/** @returns whether it had a key. */
function withoutKey(copy: string): boolean {
  using data = new DatabaseSync(copy);
  return forgetKeyed(data);
}

/** @param origin - what a fault is reported for. */
function check(copy: string, origin: string): void {
  using data = new DatabaseSync(copy);
  // One file, with no log beside it.
  data.exec('pragma journal_mode = delete');
  const [fault] = data.prepare('pragma integrity_check').all();
  if (fault?.['integrity_check'] !== 'ok')
    throw new StoreError(`${origin} is damaged: ${String(fault?.['integrity_check'])}`);
  if (data.prepare('pragma foreign_key_check').all().length > 0)
    throw new StoreError(`${origin} is damaged: it holds rows that belong to nothing`);
  if (!data.prepare(`select 1 from sqlite_schema where name = 'service_migration'`).get())
    throw new StoreError(`${origin} is not the data of a review service`);
}

async function orSay(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`${what}: ${reasonOf(error)}`, { cause: error });
  }
}
