import { existsSync, rmSync } from 'node:fs';
import { mkdir, open, rename, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { once } from 'node:events';
import { Failure } from '../settings/failure.ts';

/**
 * Writes a file that only its owner may read. It is under its name once it is whole; until then it has another, and
 * where that cannot be ended it goes.
 * @param path - `-` is standard output.
 * @throws Failure if there is something under that name, or it cannot be written.
 */
export async function writeOutput(path: string, pieces: AsyncIterable<string>): Promise<void> {
  if (path === '-') {
    for await (const piece of pieces) await writeTo(process.stdout, piece);
    return;
  }
  await whole(path, (partial) =>
    openOutput(partial, async (file) => {
      for await (const piece of pieces) await file.writeFile(piece);
    }),
  );
}

/** Writes as fast as somebody reads. */
export async function writeTo(stream: NodeJS.WriteStream, piece: string | Uint8Array): Promise<void> {
  if (!stream.write(piece)) await once(stream, 'drain');
}

/** Makes a file that is on the disk once `write` has written it. */
export async function openOutput(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @throws Failure */
export function refuseTaken(path: string): void {
  if (path !== '-' && existsSync(path)) throw new Failure(`${path} is there already, and is not overwritten`);
}

/**
 * Gives something its name once `make` has made it under another, with a directory for the time being.
 * @throws Failure if that cannot be done; nothing is left then.
 */
export async function whole(path: string, make: (partial: string, directory: string) => Promise<void>): Promise<void> {
  const partial = `${resolve(path)}.partial-${process.pid}`;
  const directory = `${partial}-lines`;
  refuseTaken(path);
  using _ = new Cleared(partial, directory);
  try {
    await mkdir(directory, { mode: 0o700 });
    await make(partial, directory);
    refuseTaken(path);
    await rename(partial, resolve(path));
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    throw new Failure(`${path} cannot be written: ${reasons[code] ?? code}`);
  }
}

/** Files and directories that go at the end, also where the process ends before that. */
export class Cleared implements Disposable {
  readonly #paths: readonly string[];
  readonly #clear = (): void => {
    for (const path of this.#paths) rmSync(path, { recursive: true, force: true });
  };

  constructor(...paths: readonly string[]) {
    this.#paths = paths;
    process.on('exit', this.#clear);
  }

  [Symbol.dispose](): void {
    process.off('exit', this.#clear);
    this.#clear();
  }
}

const reasons: Partial<Record<string, string>> = {
  ENOENT: 'there is no such directory',
  EACCES: 'this user may not write there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it is below something that is no directory',
};
