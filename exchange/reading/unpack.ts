/** Files that were compressed with gzip, which their first bytes say, whatever they are called. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FileRefused } from '../file-refused.ts';

/** The first bytes that tell archives from texts. */
const TELLING = 4;

/** The first bytes of ZIP (and new spreadsheets), old spreadsheets, bzip2, xz, Zstandard and 7-Zip. */
const archives = ['PK\x03\x04', '\xd0\xcf\x11\xe0', 'BZh', '\xfd7zX', '\x28\xb5\x2f\xfd', '7z\xbc\xaf'];

/**
 * @param mostBytes - that it may unpack to.
 * @throws FileRefused for a file that unpacks to more or is damaged, and for other archives.
 */
export async function* unpack(bytes: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < TELLING) {
    const { done, value } = await iterator.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield start;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  if (archives.some((magic) => start.toString('latin1').startsWith(magic)))
    throw new FileRefused(0, 'The file is a spreadsheet or an archive that is not read: save it as CSV');
  if (start[0] === 0x1f && start[1] === 0x8b) yield* gunzip(whole(), mostBytes);
  else yield* whole();
}

async function* gunzip(packed: AsyncGenerator<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  const unpacked = createGunzip();
  // The reader is told of an error, too.
  pipeline(Readable.from(packed), unpacked).catch(() => {});
  let size = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostBytes)
        throw new FileRefused(0, `the file unpacks to more than ${Math.floor(mostBytes / 2 ** 20)} MB`);
      yield chunk;
    }
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error;
    throw new FileRefused(0, 'the compressed file is damaged, or was cut off');
  }
}
