/** Puts a shop back from a backup, in the layout that it had. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isInUse } from '../../../review-store/databases/location.ts';
import {
  keep,
  makePrivateDirectory,
  makePrivateFile,
  sync,
  tighten,
  writePrivateFile,
} from '../../../review-store/databases/private-files.ts';
import { StoreError } from '../../../review-store/databases/store-error.ts';
import { beginEpoch } from '../../data/changes/epochs.ts';
import { openServiceDatabase } from '../../database.ts';
import { markWithoutTransactions } from '../notices/untold.ts';
import { checkDatabase, checkService, orSay } from './back-up.ts';
import { forgetKeyed, readBackupKey, SERVICE_KEY } from './key.ts';
import { dropMembers, giveFile, readNote, readSealed, type BackupNote } from './members.ts';
import { forgetBackups, readSchedule } from './schedule.ts';
import {
  DATA,
  databaseOf,
  partsOf,
  PLACING,
  PROXY_DATA,
  PROXY_KEY,
  RESTORE_LOCK,
  RESTORING,
  SERVICE_DATA,
  SETTINGS,
  STARTED,
  WORDS,
  type Shop,
} from './shop-files.ts';

export interface Restored {
  /** False if the key is missing now: what only the key opens is lost, the settings and the proxy's data among it. */
  readonly isWhole: boolean;
  /**
   * True if the data came with a schedule of backups. It is left out: a copy that somebody tries out would otherwise
   * delete the backups of the original.
   */
  readonly hadSchedule: boolean;
  /** When the backup was made, in milliseconds since 1970; null for one of an earlier version. */
  readonly madeAt: number | null;
  /** Where everything is now. */
  readonly shop: Shop;
}

/**
 * @param finish - does what is left to do with everything in its place below another directory, before it is moved to
 *   the one that was asked for.
 * @throws StoreError if the directory already holds data, or if this version cannot read the file.
 */
export async function restore(
  file: string,
  directory: string,
  finish: (restored: Restored) => Promise<void> = async () => {},
): Promise<Restored> {
  if (!existsSync(file)) throw new StoreError(`There is no file ${file}`);
  const aside = join(directory, RESTORING);
  let restored: Restored | undefined;
  await orSay(`${file} cannot be restored`, async () => {
    using _lock = lockFor(directory);
    takeBack(directory);
    try {
      requireFree(directory);
      makePrivateDirectory(directory);
      writePlacing(directory, []);
      rmSync(aside, { recursive: true, force: true });
      makePrivateDirectory(aside);
      restored = await unpack(file, aside, isShop(directory));
      await finish(restored);
      place(restored.shop, directory);
    } finally {
      takeBack(directory);
      // A refused one must not stay either: it may hold everything that a shop knows about its customers.
      rmSync(aside, { recursive: true, force: true });
      rmSync(join(directory, PLACING), { force: true });
    }
  });
  return { ...restored!, shop: { ...restored!.shop, directory } };
}

/** @throws StoreError while another process restores into the directory. */
function lockFor(directory: string): Disposable {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, RESTORE_LOCK);
  makePrivateFile(path);
  const lock = new DatabaseSync(path);
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw new StoreError(`Another restore into ${directory} is under way: wait for its end`, { cause: error });
  }
  return {
    [Symbol.dispose]() {
      rmSync(path, { force: true });
      lock.close();
    },
  };
}

/** Data that is there, or that a program runs on, would be two shops in one afterwards. */
function requireFree(directory: string): void {
  if (databaseOf(directory) !== undefined)
    throw new StoreError(
      `The data of ${directory} are in a database, by ${join(directory, STARTED)}: choose another directory`,
    );
  const found = (['service', 'proxy'] as const).flatMap((program) =>
    partsOf(directory, program).map((part) => join(directory, part, DATA[program])),
  );
  if (found.length === 0) return;
  requireIdle(found);
  throw new StoreError(
    `There is data in ${directory} already (${found[0]}), and it is not overwritten: choose another directory`,
  );
}

function requireIdle(files: readonly string[]): void {
  const used = files.find(isInUse);
  if (used !== undefined)
    throw new StoreError(`A program runs on ${used}: nothing was restored; stop it, and choose another directory`);
}

/** Where `plaudit start` has been, a service alone goes where that looks for it. */
const isShop = (directory: string): boolean =>
  ['service', 'proxy', SETTINGS].some((name) => existsSync(join(directory, name)));

async function unpack(file: string, aside: string, intoShop: boolean): Promise<Restored> {
  const packed = join(aside, 'packed.sqlite');
  copyFileSync(file, packed);
  tighten(packed);
  checkDatabase(packed, file);
  const key = readBackupKey(file);
  const note = takeMembers(packed, file, aside, key);
  const isAlone = note === null || (note.service === '' && note.proxy === null);
  const service = isAlone ? (intoShop ? 'service' : '') : note.service;
  const shop = { directory: aside, service, proxy: key === null ? null : (note?.proxy ?? null) };
  const madeAt = note?.madeAt ?? null;
  if (service === null) return { isWhole: key !== null, hadSchedule: false, madeAt, shop };
  const data = join(aside, service, SERVICE_DATA);
  makePrivateDirectory(dirname(data));
  checkService(packed, file);
  keep(packed, data);
  if (key !== null) writePrivateFile(join(aside, service, SERVICE_KEY), key);
  const isWhole = key !== null || (!withoutKey(data) && note === null);
  return { isWhole, hadSchedule: await upgrade(dirname(data), file), madeAt, shop };
}

/** Takes out of the file what is not the service's data. */
function takeMembers(packed: string, file: string, aside: string, key: Buffer | null): BackupNote | null {
  using data = new DatabaseSync(packed);
  const note = readNote(data);
  if (note !== null && key !== null) {
    for (const [path, content] of sealedFiles(data, file, key)) {
      mkdirSync(dirname(join(aside, path)), { recursive: true, mode: 0o700 });
      writePrivateFile(join(aside, path), content);
    }
    if (note.proxy !== null) {
      const proxy = join(aside, note.proxy);
      mkdirSync(proxy, { recursive: true, mode: 0o700 });
      giveFile(data, PROXY_DATA, join(proxy, PROXY_DATA));
      checkDatabase(join(proxy, PROXY_DATA), file);
    }
  }
  dropMembers(data);
  return note;
}

function sealedFiles(data: DatabaseSync, file: string, key: Buffer): Map<string, Buffer> {
  try {
    return readSealed(data, Buffer.from(key.toString(), 'base64'));
  } catch (error) {
    throw new StoreError(`${file}.key is not the key of ${file}: put that one beside it`, { cause: error });
  }
}

/**
 * Upgrades the data, and refuses that of a newer version.
 * @returns whether it held a schedule of backups, which is deleted.
 */
async function upgrade(directory: string, file: string): Promise<boolean> {
  await using db = await openServiceDatabase({ directory, keepCopy: false });
  // Commands may change them before a service starts, under numbers that were given out before to other changes.
  await beginEpoch(db, markWithoutTransactions);
  const schedule = await readSchedule(db);
  await forgetBackups(db, file);
  return schedule !== null;
}

/** @returns whether it had a key. */
function withoutKey(copy: string): boolean {
  using data = new DatabaseSync(copy);
  return forgetKeyed(data);
}

function place({ directory: aside, service, proxy }: Shop, directory: string): void {
  const of = (name: string | null, ...files: string[]) => (name === null ? [] : files.map((file) => join(name, file)));
  const paths = [
    WORDS,
    STARTED,
    SETTINGS,
    ...of(proxy, PROXY_KEY, PROXY_DATA),
    ...of(service, SERVICE_KEY, SERVICE_DATA),
  ].filter((path) => existsSync(join(aside, path)));
  const taken = paths.find((path) => !path.endsWith('.key') && existsSync(join(directory, path)));
  if (taken !== undefined)
    throw new StoreError(
      `${join(directory, taken)} is there already, and is not overwritten: choose another directory`,
    );
  writePlacing(directory, paths);
  for (const path of paths) {
    makePrivateDirectory(dirname(join(directory, path)));
    keep(join(aside, path), join(directory, path));
  }
  rmSync(join(directory, PLACING));
  sync(directory);
}

/** As long as this list is there, every command refuses the directory, and a restore takes back what it names. */
const writePlacing = (directory: string, paths: readonly string[]): void =>
  writePrivateFile(join(directory, PLACING), JSON.stringify(paths));

/** Removes what a restore has placed that came to no end. The list stays: the directory is as good as under way. */
function takeBack(directory: string): void {
  if (!existsSync(join(directory, PLACING))) return;
  const paths = JSON.parse(readFileSync(join(directory, PLACING), 'utf8')) as string[];
  const placed = paths.filter((path) => !existsSync(join(directory, RESTORING, path)));
  requireIdle(placed.filter((path) => path.endsWith('.sqlite')).map((path) => join(directory, path)));
  for (const path of placed) rmSync(join(directory, path), { recursive: true, force: true });
  sync(directory);
}

/** The note in a backup; null for one of an earlier version. @throws StoreError if the file is no backup. */
export function readNoteOf(file: string): BackupNote | null {
  if (!existsSync(file)) throw new StoreError(`There is no file ${file}`);
  using data = new DatabaseSync(file, { readOnly: true });
  return readNote(data);
}
