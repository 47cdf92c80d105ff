/** A `.zip` of one file of less than 4 GB, made as it is sent. */
import { createDeflateRaw } from 'node:zlib';
import { finished, pipeline, Readable } from 'node:stream';

export interface Zipped {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly crc32: number;
  readonly bytes: Readable;
}

/** UTF-8 names, and sizes behind the bytes. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** 1 January 1980, the first that there is: the same file gives the same bytes. */
const DATE = 0x0021;

export function zipOf(file: Zipped): Readable {
  const zip = Readable.from(pieces(file), { objectMode: false });
  // Also where nobody has read any of it.
  finished(zip, () => file.bytes.destroy());
  return zip;
}

async function* pieces({ name, size, crc32, bytes }: Zipped): AsyncGenerator<Buffer> {
  const header = Buffer.concat([numbers([0x04034b50, 4], ...common(0, 0, 0, name)), Buffer.from(name)]);
  yield header;
  let compressed = 0;
  const deflated = createDeflateRaw();
  pipeline(bytes, deflated, () => {});
  for await (const piece of deflated as AsyncIterable<Buffer>) {
    compressed += piece.length;
    yield piece;
  }
  const descriptor = numbers([0x08074b50, 4], [crc32, 4], [compressed, 4], [size, 4]);
  yield descriptor;
  const entry = Buffer.concat([
    numbers([0x02014b50, 4], [VERSION, 2], ...common(crc32, compressed, size, name)),
    // Comment, disk, attributes and where the file begins.
    numbers([0, 2], [0, 2], [0, 2], [0, 4], [0, 4]),
    Buffer.from(name),
  ]);
  yield entry;
  const start = header.length + compressed + descriptor.length;
  yield numbers([0x06054b50, 4], [0, 2], [0, 2], [1, 2], [1, 2], [entry.length, 4], [start, 4], [0, 2]);
}

type Field = readonly [value: number, bytes: number];

const common = (crc: number, compressed: number, size: number, name: string): Field[] => [
  [VERSION, 2],
  [FLAGS, 2],
  [DEFLATED, 2],
  [0, 2],
  [DATE, 2],
  [crc, 4],
  [compressed, 4],
  [size, 4],
  [Buffer.byteLength(name), 2],
  [0, 2],
];

function numbers(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, length]) => sum + length, 0));
  let offset = 0;
  for (const [value, length] of fields) offset = bytes.writeUIntLE(value, offset, length);
  return bytes;
}
