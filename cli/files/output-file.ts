import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { once } from 'node:events';
import { Failure } from '../settings/failure.ts';

/**
 * Writes a file that only its owner may read. It is under its name once it is whole; until then it has another, and
 * where that cannot be ended it goes.
 * @param path - `-` is standard output.
 * @throws Failure if there is something under that name, or it cannot be written.
 */
export async function writeOutput(path: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  if (path === '-') {
    for await (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    return;
  }
  refuseTaken(path);
  await whole(path, async (partial) => {
    const file = await open(partial, 'wx', 0o600);
    try {
      for await (const piece of pieces) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
  });
}

/** @throws Failure */
export function refuseTaken(path: string): void {
  if (path !== '-' && existsSync(path)) throw new Failure(`${path} is there already, and is not overwritten`);
}

/**
 * Gives something its name once `make` has made it under another.
 * @throws Failure if that cannot be done; nothing is left then.
 */
export async function whole(path: string, make: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${resolve(path)}.partial-${process.pid}`;
  const stop = (signal: NodeJS.Signals): void =>
    void rm(partial, { recursive: true, force: true }).finally(() => {
      process.off(signal, stop);
      process.kill(process.pid, signal);
    });
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    await make(partial);
    refuseTaken(path);
    await rename(partial, resolve(path));
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    throw new Failure(`${path} cannot be written: ${reasons[code] ?? code}`);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

const reasons: Partial<Record<string, string>> = {
  ENOENT: 'there is no such directory',
  EACCES: 'this user may not write there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it is below something that is no directory',
};
