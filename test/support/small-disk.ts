/**
 * A disk that can be filled: a small file system in memory, where this user may mount one; elsewhere a limit on the size
 * of the files that a process writes.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHUNK = Buffer.alloc(4_096);
/** Small enough that a database cannot even write over its beginning. */
const LIMIT_BYTES = 32_768;

export interface SmallDisk {
  readonly directory: string;
  readonly isMounted: boolean;
  /** @param pid - the process that is to find it full. */
  fill(pid: number): void;
  free(pid: number): void;
  remove(): void;
}

export function makeSmallDisk(megabytes: number): SmallDisk {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-disk-'));
  // PostgreSQL may run as somebody else.
  chmodSync(directory, 0o755);
  const filler = join(directory, 'filler');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    return {
      directory,
      isMounted: false,
      fill: (pid) => limitFiles(pid, String(LIMIT_BYTES)),
      free: (pid) => limitFiles(pid, 'unlimited'),
      remove: () => rmSync(directory, { recursive: true, force: true }),
    };
  }
  return {
    directory,
    isMounted: true,
    fill: () => fillWith(filler),
    free: () => rmSync(filler),
    remove() {
      execFileSync('umount', ['--lazy', directory]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function fillWith(filler: string): void {
  const file = openSync(filler, 'w');
  try {
    for (;;) writeSync(file, CHUNK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

function limitFiles(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}
