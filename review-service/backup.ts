/**
 * The data of a service on SQLite as one file, taken while the service runs, and put back. A copy is checked before
 * it gets its name: a file that exists is a backup that works. Images are in it; the call log needs no backup
 * (docs/decisions/0010-limits-as-a-ring.md).
 */
import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { StoreError } from '../review-store/store-error.ts';
import { openServiceDatabase } from './database.ts';

const NAME = 'reviews.sqlite';
/** All pages in one step, hence of one moment: in steps, the copy would begin anew with every write of the service. */
const ALL_PAGES = 2 ** 31 - 1;

/** @throws StoreError where there is nothing to copy, where the file exists, or where the copy is not sound. */
export async function backUp(directory: string, file: string): Promise<void> {
  const source = join(directory, NAME);
  if (!existsSync(source)) throw new StoreError(`There is no data in ${directory}: it holds no ${NAME}`);
  if (existsSync(file)) throw new StoreError(`${file} exists already, and is not overwritten`);
  const partial = `${file}.partial`;
  await orSay(`${file} cannot be written`, async () => {
    mkdirSync(dirname(file), { recursive: true });
    rmSync(partial, { force: true });
    try {
      const data = new DatabaseSync(source, { readOnly: true });
      try {
        await backup(data, partial, { rate: ALL_PAGES });
      } finally {
        data.close();
      }
      check(partial, source);
      keep(partial, file);
    } finally {
      rmSync(partial, { force: true });
    }
  });
}

/** @throws StoreError where the directory holds data already, or where the file is no backup that this version reads. */
export async function restore(file: string, directory: string): Promise<void> {
  const target = join(directory, NAME);
  if (!existsSync(file)) throw new StoreError(`There is no file ${file}`);
  if (existsSync(target)) throw new StoreError(`There is data in ${directory} already, and it is not overwritten: choose another directory`);
  const aside = join(directory, 'restoring');
  const partial = join(aside, NAME);
  await orSay(`${file} cannot be restored`, async () => {
    rmSync(aside, { recursive: true, force: true });
    mkdirSync(aside, { recursive: true });
    try {
      copyFileSync(file, partial);
      check(partial, file);
      // Brings it up to date, and refuses one of a newer version.
      await (await openServiceDatabase({ directory: aside })).destroy();
      keep(partial, target);
    } finally {
      // Nor does a refused one stay: it may hold everything that a shop knows about its customers.
      rmSync(aside, { recursive: true, force: true });
    }
  });
}

/** @param origin - what a fault is said of. */
function check(copy: string, origin: string): void {
  const data = new DatabaseSync(copy);
  try {
    // One file, without a log beside it.
    data.exec('pragma journal_mode = delete');
    const [fault] = data.prepare('pragma integrity_check').all();
    if (fault?.['integrity_check'] !== 'ok') throw new StoreError(`${origin} is damaged: ${String(fault?.['integrity_check'])}`);
    if (data.prepare('pragma foreign_key_check').all().length > 0) throw new StoreError(`${origin} is damaged: it holds rows that belong to nothing`);
    if (!data.prepare(`select 1 from sqlite_schema where name = 'service_migration'`).get()) throw new StoreError(`${origin} is not the data of a review service`);
  } finally {
    data.close();
  }
}

/** Gives a file its name once its content is on the disk. */
function keep(partial: string, file: string): void {
  sync(partial);
  renameSync(partial, file);
  sync(dirname(file));
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

async function orSay(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
