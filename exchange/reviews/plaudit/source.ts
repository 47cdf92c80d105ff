/** Where an export in the format `plaudit` is read from: a folder, an archive, or its first file in its folder. */
import { createReadStream } from 'node:fs';
import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileRefused } from '../../file-refused.ts';
import { fileNames, isPhotoName, type FileName } from './lines.ts';
import { isTar, readTar, type TarEntry } from './tar.ts';

export interface PlauditSource {
  /** Of the lines, in bytes. */
  readonly size: number;
  /** How many of them were read in the last reading. */
  readonly position: () => number;
  /** From the beginning, each time. */
  read(name: FileName): AsyncIterable<Uint8Array>;
  /** Null where it is missing, or larger than any picture. */
  photo(name: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

const MOST_PHOTO_BYTES = 16 * 2 ** 20;
const BEGINNING_BYTES = 512;
const names = Object.keys(fileNames) as FileName[];

/**
 * @returns null where it is another kind of file.
 * @throws FileRefused where it is an export that lacks something, or was cut.
 */
export async function openPlaudit(path: string): Promise<PlauditSource | null> {
  const about = await stat(path).catch(() => null);
  if (about?.isDirectory()) return openFolder(path);
  if (!about?.isFile()) return null;
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
  const beginning = buffer.subarray(0, bytesRead);
  if (isTar(beginning)) return openArchive(file, about.size);
  await file.close();
  return beginning.toString('latin1').startsWith('{"plaudit":') ? openFolder(dirname(path)) : null;
}

async function openFolder(directory: string): Promise<PlauditSource> {
  let size = 0;
  for (const name of names) {
    const about = await stat(join(directory, fileNames[name])).catch(() => null);
    if (!about?.isFile()) throw lacks(fileNames[name]);
    size += about.size;
  }
  const counted = new Counted();
  return {
    size,
    position: () => counted.bytes,
    read: (name) => counted.count(name, createReadStream(join(directory, fileNames[name]))),
    async photo(name) {
      const file = join(directory, 'photos', name);
      const about = isPhotoName(name) ? await stat(file).catch(() => null) : null;
      return about?.isFile() && about.size <= MOST_PHOTO_BYTES ? readFile(file) : null;
    },
    async close() {},
  };
}

async function openArchive(file: FileHandle, size: number): Promise<PlauditSource> {
  const entries = new Map<string, Pick<TarEntry, 'at' | 'size'>>();
  try {
    for await (const { name, at, size: length } of readTar(file, size)) {
      const plain = name.replace(/^[^/]+\/(?=photos\/|[a-z]+\.jsonl$)/, '');
      const photo = plain.startsWith('photos/') ? plain.slice('photos/'.length) : plain;
      entries.set(photo, { at, size: length });
    }
    for (const name of names) if (!entries.has(fileNames[name])) throw lacks(fileNames[name]);
  } catch (error) {
    await file.close();
    throw error;
  }
  const counted = new Counted();
  return {
    size: names.reduce((sum, name) => sum + entries.get(fileNames[name])!.size, 0),
    position: () => counted.bytes,
    read(name) {
      const { at, size: length } = entries.get(fileNames[name])!;
      const content =
        length === 0
          ? (async function* () {})()
          : file.createReadStream({ start: at, end: at + length - 1, autoClose: false });
      return counted.count(name, content);
    },
    async photo(name) {
      const entry = isPhotoName(name) ? entries.get(name) : undefined;
      if (!entry || entry.size > MOST_PHOTO_BYTES) return null;
      const bytes = Buffer.alloc(entry.size);
      return (await file.read(bytes, 0, entry.size, entry.at)).bytesRead === entry.size ? bytes : null;
    },
    close: () => file.close(),
  };
}

class Counted {
  bytes = 0;

  async *count(name: FileName, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    // Reviews are the first that a reading reads.
    if (name === 'reviews') this.bytes = 0;
    for await (const bytes of content) {
      this.bytes += bytes.length;
      yield bytes;
    }
  }
}

const lacks = (name: string) => new FileRefused(0, `it has no ${name}, so it is no whole export`);
