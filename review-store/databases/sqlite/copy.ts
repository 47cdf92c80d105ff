/** Copies of a SQLite file, taken while it is in use. */
import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { keep, makePrivateFile, sync } from '../private-files.ts';
import { reasonOf, StoreError } from '../store-error.ts';
import type { CopyPlan } from '../engine.ts';

/** All pages in one step, hence of one moment: in steps, the copy would begin anew with every write of the service. */
const ALL_PAGES = 2 ** 31 - 1;
const MEGABYTE = 2 ** 20;
/** Without those of SQLite and of migrations themselves. */
const ALL_TABLES = `
  select name from pragma_table_list
  where schema = 'main' and type = 'table' and name not like 'sqlite_%' and name not like '%_migration%'`;
/** With what SQLite puts beside a copy that somebody opens. */
const COPY_END = /\.sqlite(?:\.partial)?(?:-wal|-shm|-journal)?$/;
const SIZE = 'select page_count * page_size as bytes from pragma_page_count, pragma_page_size';

/**
 * Copies a database to one file, which has its name once its content is on the disk, and is for its owner alone.
 * @param check - looks at the copy before it gets its name, and throws where it is no good.
 */
export async function copyDatabase(source: string, file: string, check = (_copy: string): void => {}): Promise<void> {
  const partial = `${file}.partial`;
  const removePartial = () => {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${partial}${end}`, { force: true });
  };
  removePartial();
  try {
    await copyAtOneMoment([{ source, file: partial }]);
    check(partial);
    keep(partial, file);
  } finally {
    removePartial();
  }
}

/**
 * Copies databases as all of them are at one moment, so that what is said in two of them fits together, as it does
 * after a power cut. Nobody writes to any of them at that moment, which passes at once; copying takes
 * longer, and stops nobody.
 */
export async function copyAtOneMoment(copies: readonly { readonly source: string; readonly file: string }[]) {
  const opened = copies.map(({ source }) => new DatabaseSync(source, { readOnly: true }));
  try {
    await holdStill(
      copies.map(({ source }) => source),
      () => {
        // With its first read a transaction fixes the state that it sees until it ends, and that state is copied.
        for (const data of opened) data.exec('begin; select 1 from sqlite_schema limit 1');
      },
    );
    for (const [at, { file }] of copies.entries()) {
      makePrivateFile(file);
      await backup(opened[at]!, file, { rate: ALL_PAGES });
    }
  } finally {
    for (const data of opened) data.close();
  }
}

/** A program that writes gives way within this time, or the copy fails and is tried again. */
const PATIENCE_MS = 30_000;
const LOCK_PATIENCE_MS = 500;

/** Does something short while nobody can write to any of several databases; for a single one there is no need. */
async function holdStill(sources: readonly string[], take: () => void): Promise<void> {
  if (sources.length === 1) return take();
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const held: DatabaseSync[] = [];
    try {
      for (const source of sources) {
        held.push(new DatabaseSync(source, { timeout: LOCK_PATIENCE_MS }));
        held.at(-1)!.exec('begin immediate');
      }
      return take();
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || performance.now() > end) throw error;
    } finally {
      // A copy that waits for all of them keeps none meanwhile: programs that need one go on.
      for (const data of held) data.close();
    }
    await wait(LOCK_PATIENCE_MS);
  }
}

const SQLITE_BUSY = 5;

/**
 * Copies a database beside itself, before it is brought up to date; one without any data is not worth it.
 * @param before - the first migration that the copy does not hold: no two upgrades have one name.
 * @throws StoreError that says what to do; the unfinished copy is gone again.
 */
export async function copyBeforeUpgrade(source: string, before: string): Promise<void> {
  try {
    const plan = planCopy(source, before);
    if (!plan) return;
    requireSpace(plan);
    await copyDatabase(source, plan.file);
  } catch (error) {
    const file = copyFile(source, before);
    const message = `No copy of the data could be kept in ${file}, and nothing was changed: ${reasonOf(error)}`;
    throw new StoreError(`${message}. Make room, or start once with --no-copy`, { cause: error });
  }
}

/** The plan of `copyBeforeUpgrade`; null where there is no data. */
export function planCopy(source: string, before: string): CopyPlan | null {
  const bytes = bytesOfData(source);
  if (bytes === 0) return null;
  const file = copyFile(source, before);
  const { bavail, bsize } = statfsSync(dirname(file));
  return { file, bytes, freeBytes: bavail * bsize };
}

/**
 * Deletes the copies of a database from before upgrades, also half a one that a kill has left.
 * @param madeBefore - milliseconds since 1970.
 * @returns how many there were.
 */
export function deleteCopiesOf(source: string, madeBefore: number): number {
  const directory = dirname(source);
  const deleted = readdirSync(directory).filter((name) => {
    const path = join(directory, name);
    if (!path.startsWith(copiesOf(source)) || !COPY_END.test(name)) return false;
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? madeBefore) >= madeBefore) return false;
    rmSync(path, { force: true });
    return true;
  });
  if (deleted.length > 0) sync(directory);
  return deleted.filter((name) => name.endsWith('.sqlite')).length;
}

/** How the paths of all its copies begin. */
const copiesOf = (source: string): string => source.replace(/\.sqlite$/, '.before-');

const copyFile = (source: string, before: string): string => `${copiesOf(source)}${before}.sqlite`;

/** How large the database is; 0 where no table has a row. */
function bytesOfData(source: string): number {
  using data = new DatabaseSync(source, { readOnly: true });
  const tables = data.prepare(ALL_TABLES).all();
  const isEmpty = tables.every(({ name }) => !data.prepare(`select 1 from "${String(name)}" limit 1`).get());
  return isEmpty ? 0 : Number(data.prepare(SIZE).get()!['bytes']);
}

/** Found out beforehand, so that the copy does not take the last of a disk that others need as well. */
function requireSpace({ bytes, freeBytes }: CopyPlan): void {
  if (freeBytes >= bytes) return;
  throw new Error(`it takes ${Math.ceil(bytes / MEGABYTE)} MB, and ${Math.floor(freeBytes / MEGABYTE)} MB are free`);
}
