/** Archives of plain files (POSIX ustar), without owners and times: the same files give the same bytes. */
import type { FileHandle } from 'node:fs/promises';
import { FileRefused } from '../../file-refused.ts';

const BLOCK = 512;
const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

const field = (value: string, length: number): Buffer =>
  Buffer.concat([Buffer.from(value), Buffer.alloc(length)]).subarray(0, length);
const octal = (value: number, length: number): Buffer => field(value.toString(8).padStart(length - 1, '0'), length);

/** Eleven octal digits say 8 GiB; more is a number of 95 bits, as GNU tar has it. */
function sizeField(size: number): Buffer {
  if (size < 8 ** 11) return octal(size, 12);
  const large = Buffer.alloc(12);
  large[0] = 0x80;
  large.writeBigUInt64BE(BigInt(size), 4);
  return large;
}

function headerOf(name: string, size: number): Buffer {
  const parts = (sum: Buffer) =>
    Buffer.concat([
      field(name, 100),
      octal(0o600, 8),
      octal(0, 8),
      octal(0, 8),
      sizeField(size),
      octal(0, 12),
      sum,
      Buffer.from('0'),
      Buffer.alloc(100),
      Buffer.from('ustar\x0000'),
      Buffer.alloc(BLOCK - 265),
    ]);
  const sum = parts(Buffer.alloc(8, ' ')).reduce((total, byte) => total + byte, 0);
  return parts(Buffer.concat([octal(sum, 7), Buffer.from(' ')]));
}

/** One file of an archive. */
export async function* tarEntry(
  name: string,
  size: number,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield headerOf(name, size);
  yield* content;
  yield Buffer.alloc(padding(size));
}

export const tarEnd = (): Uint8Array => Buffer.alloc(2 * BLOCK);

export interface TarEntry {
  readonly name: string;
  /** Where its content begins, in bytes. */
  readonly at: number;
  readonly size: number;
}

export const isTar = (beginning: Uint8Array): boolean =>
  Buffer.from(beginning.subarray(257, 262)).toString('latin1') === 'ustar';

/** @throws FileRefused where the archive was cut, or is none. */
export async function* readTar(file: FileHandle, size: number): AsyncGenerator<TarEntry> {
  const block = Buffer.alloc(BLOCK);
  for (let at = 0; ;) {
    if ((await file.read(block, 0, BLOCK, at)).bytesRead < BLOCK) throw cut();
    if (block.every((byte) => byte === 0)) return;
    const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
    if (!isTar(block) || parseInt(textOf(block, 148, 8), 8) !== sum) throw new FileRefused(0, 'the archive is damaged');
    const length = block[124] === 0x80 ? Number(block.readBigUInt64BE(128)) : parseInt(textOf(block, 124, 12), 8);
    const content = at + BLOCK;
    if (!(content + length <= size)) throw cut();
    const prefix = textOf(block, 345, 155);
    const name = `${prefix === '' ? '' : `${prefix}/`}${textOf(block, 0, 100)}`.replace(/^\.\//, '');
    // Others than plain files are of no use here.
    if (block[156] === 0x30 || block[156] === 0) yield { name, at: content, size: length };
    at = content + length + padding(length);
  }
}

const cut = () => new FileRefused(0, 'the archive was cut off');
const textOf = (block: Buffer, at: number, length: number): string =>
  block
    .toString('utf8', at, at + length)
    .split('\0', 1)[0]!
    .trim();
