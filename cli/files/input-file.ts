import { open } from 'node:fs/promises';
import type { ReadStream } from 'node:fs';
import { Failure } from '../settings/failure.ts';

export interface InputFile {
  /** Null for standard input. */
  readonly path: string | null;
  /** In bytes; null where nobody can say: then it can be read once. */
  readonly size: number | null;
  /** How much has been read, in bytes. */
  readonly position: () => number;
  /** From the beginning, each time. */
  read(): AsyncIterable<Uint8Array>;
  /** Gives up the rest: it is of no use, and the writer of a pipe would otherwise be waited for. */
  close(): void;
}

/** As messages call it. */
export const nameOf = ({ path }: Pick<InputFile, 'path'>): string => path ?? 'Standard input';

const reasons: Partial<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a directory',
};

/**
 * @param path - `-` is standard input.
 * @throws Failure if it cannot be read.
 */
export async function openInput(path: string): Promise<InputFile> {
  if (path === '-')
    return {
      path: null,
      size: null,
      position: () => 0,
      read: () => process.stdin,
      close: () => process.stdin.destroy(),
    };
  try {
    const file = await open(path);
    const about = await file.stat();
    if (about.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    let stream: ReadStream | undefined;
    return {
      path,
      size: about.isFile() ? about.size : null,
      position: () => stream?.bytesRead ?? 0,
      read: () => (stream = file.createReadStream({ autoClose: false, ...(about.isFile() ? { start: 0 } : {}) })),
      close() {
        stream?.destroy();
        void file.close();
      },
    };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Failure(`${path} cannot be read: ${reasons[code] ?? code}`);
  }
}
