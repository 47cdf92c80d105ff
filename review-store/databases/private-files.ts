/**
 * Directories and files with personal data are for their owner alone, whatever the umask says, and even if an earlier
 * version left them open to others.
 */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Everything that this version and earlier ones put into a data directory. */
const OURS =
  /^(?:(?:reviews|proxy|calls)\.sqlite(?:-wal|-shm|-journal|-shred)?|calls-\d+\.log|mail|restoring(?:\.json|\.lock)?|service|proxy|plaudit\.env|started\.json|erased\.jsonl|words)$/;
const STICKY = 0o1000;

/** Makes a directory if there is none. One that holds files of others, or is open to all, stays as it is. */
export function makePrivateDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const isForAll = (statSync(directory).mode & STICKY) !== 0;
  if (!isForAll && readdirSync(directory).every((name) => OURS.test(name))) tighten(directory);
}

/**
 * Makes an empty file if there is none. An existing one is not opened: closing a file that SQLite has open in the same
 * process would drop SQLite's locks on it.
 */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    tighten(file);
  }
}

/** Takes all rights from others. A file that is missing, or belongs to another user, is left alone. */
export function tighten(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o077) === 0) return;
  const user = process.geteuid?.();
  if (user === 0 || user === found.uid) chmodSync(path, found.mode & 0o700);
}

/** Writes a file, which gets its name once its content is on the disk. */
export function writePrivateFile(file: string, content: string | Uint8Array, partial = `${file}.partial`): void {
  rmSync(partial, { force: true });
  writeFileSync(partial, content, { flag: 'wx', mode: 0o600 });
  keep(partial, file);
}

/** Gives a file its name once its content is on the disk. */
export function keep(partial: string, file: string): void {
  sync(partial);
  renameSync(partial, file);
  sync(dirname(file));
}

export function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
