/**
 * Whether the file of a picture holds pixels and no more: no camera data, no text, no colour profile, and nothing after
 * its end. It judges the parts of the file alone; whether they can be decoded is for a decoder to say.
 */
export function holdsPixelsAlone(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isPlainJpeg(file) || isPlainWebp(file);
}

/** Begin and end of a JPEG, and of its compressed pixels (ITU T.81, table B.1). */
const [START, END, SCAN] = [0xd8, 0xd9, 0xda];
/** JFIF: the density of pixels. */
const JFIF = 0xe0;
const LONGEST_JFIF = 16;
/** Frames, Huffman and quantisation tables, and the interval of restarts; 0xc8 is reserved, 0xcc arithmetic coding. */
const isTable = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || marker === 0xdb || marker === 0xdd;

function isPlainJpeg(file: Buffer): boolean {
  if (file[0] !== 0xff || file[1] !== START) return false;
  for (let at = 2; at + 2 <= file.length;) {
    if (file[at] !== 0xff) return false;
    const marker = file[at + 1]!;
    if (marker === END) return at + 2 === file.length;
    if (at + 4 > file.length) return false;
    const length = file.readUInt16BE(at + 2);
    const isDensity =
      marker === JFIF && length === LONGEST_JFIF && file.toString('latin1', at + 4, at + 9) === 'JFIF\0';
    if (!isDensity && !isTable(marker) && marker !== SCAN) return false;
    at += 2 + length;
    if (marker === SCAN) at = endOfScan(file, at);
  }
  return false;
}

/** In a scan, 0xff is followed by 0 or by a restart, and by anything else after it. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 2)) {
    const next = file[at + 1]!;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return file.length;
}

const plainChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);

function isPlainWebp(file: Buffer): boolean {
  const text = (from: number, to: number) => file.toString('latin1', from, to);
  if (file.length < 12 || text(0, 4) !== 'RIFF' || text(8, 12) !== 'WEBP') return false;
  if (file.readUInt32LE(4) + 8 !== file.length) return false;
  let at = 12;
  while (at + 8 <= file.length) {
    if (!plainChunks.has(text(at, at + 4))) return false;
    const length = file.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return at === file.length;
}
