/**
 * The text of a file whose encoding nobody named: UTF-8, UTF-16, what an XML declaration says, or Windows-1252, which
 * spreadsheets still write. A file that can be none of them is refused, since any bytes can be read as Windows-1252.
 */
import { isUtf8 } from 'node:buffer';
import { FileRefused } from '../file-refused.ts';

interface Decoder {
  decode(bytes: Uint8Array, options: { stream: boolean }): string;
}

/** By then an XML declaration has ended. In bytes. */
const DECLARED_WITHIN = 300;
/** An XML declaration that names an encoding, at the very beginning of a file. */
export const declaration = /^<\?xml[^>]{1,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/;

export const encodings = ['utf-8', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/**
 * @param onNotice - told where the text is not UTF-8, in words for the sender.
 * @param named - an encoding that is not to be guessed; UTF-16 says of itself what it is.
 * @throws FileRefused for an encoding that nobody knows.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  onNotice: (notice: string) => void,
  named?: Encoding,
): AsyncGenerator<string> {
  let start = Buffer.alloc(0);
  let decoder: Decoder | undefined;
  for await (const chunk of bytes) {
    if (decoder) yield decoder.decode(chunk, { stream: true });
    else {
      start = Buffer.concat([start, chunk]);
      if (start.length < DECLARED_WITHIN) continue;
      decoder = decoderFor(start, onNotice, named);
      yield decoder.decode(start, { stream: true });
    }
  }
  if (decoder) yield decoder.decode(new Uint8Array(), { stream: false });
  else yield decoderFor(start, onNotice, named).decode(start, { stream: false });
}

function decoderFor(start: Uint8Array, onNotice: (notice: string) => void, named: Encoding | undefined): Decoder {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be');
  const unmarked = utf16Without(start);
  if (unmarked !== null) return new TextDecoder(unmarked);
  if (named === 'utf-8') return new TextDecoder();
  if (named === 'windows-1252' && start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf)
    throw new FileRefused(1, 'The file begins with the byte order mark of UTF-8: leave --encoding out');
  if (named === 'windows-1252') return new Windows1252Decoder();
  const declared = declaration.exec(Buffer.from(start.subarray(0, DECLARED_WITHIN)).toString('latin1'))?.[1];
  // In UTF-16 the declaration could not be read here: programs that write it leave its name in files of UTF-8.
  if (declared === undefined || /^utf-?(?:8|16)$/i.test(declared)) return new Utf8Decoder(onNotice);
  try {
    return new TextDecoder(declared);
  } catch {
    throw new FileRefused(1, `the encoding ${JSON.stringify(declared)} is unknown: save the file as UTF-8`);
  }
}

/** A header, XML and JSON all begin with ASCII, of which UTF-16 makes every other byte zero. */
function utf16Without(start: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second, third, fourth] = start;
  if (first! > 0 && second === 0 && third! > 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second! > 0 && third === 0 && fourth! > 0 ? 'utf-16be' : null;
}

/**
 * Signs that no Western text in Windows-1252 holds: its unused bytes, the kana of Shift_JIS, four letters beyond ASCII
 * in a row (Cyrillic, Greek, Chinese, Korean), and signs in the middle of words (Polish).
 */
const notWestern =
  /[\x81\x8d\x8f\x90\x9d]|\x82[\x9f-\xf1]|\x83[\x40-\x96]|[\xa1-\xff]{4}|[a-z\xc0-\xff][\xa1-\xa8\xac\xaf\xb1-\xb3\xb6\xb8\xb9\xbc-\xbf][a-z\xc0-\xff]/i;

/** @throws FileRefused for what would come out garbled. */
class Windows1252Decoder implements Decoder {
  readonly #decoder = new TextDecoder('windows-1252');

  decode(bytes: Uint8Array, options: { stream: boolean }): string {
    if (notWestern.test(Buffer.from(bytes).toString('latin1')))
      throw new FileRefused(
        0,
        'The text is neither UTF-8 nor Windows-1252, but in another encoding such as Shift_JIS: save the file as UTF-8',
      );
    return this.#decoder.decode(bytes, options);
  }
}

/** UTF-8 until it proves to be Windows-1252. */
class Utf8Decoder implements Decoder {
  #rest = new Uint8Array();
  /** Whether there was a character beyond ASCII: then the text is UTF-8, and what does not fit is broken. */
  #isProven = false;
  #isFirst = true;
  #windows1252: Decoder | null = null;
  readonly #onNotice: (notice: string) => void;

  constructor(onNotice: (notice: string) => void) {
    this.#onNotice = onNotice;
  }

  decode(chunk: Uint8Array, { stream }: { stream: boolean }): string {
    if (this.#windows1252) return this.#windows1252.decode(chunk, { stream });
    const bytes = Buffer.concat([this.#rest, chunk]);
    const end = stream ? bytes.length - unfinishedLength(bytes) : bytes.length;
    this.#rest = bytes.subarray(end);
    const whole = bytes.subarray(0, end);
    const text = whole.toString('utf8');
    if (!this.#isProven && !isUtf8(whole) && isRatherWindows1252(text)) {
      this.#onNotice('The file is not UTF-8: it was read as Windows-1252');
      this.#windows1252 = new Windows1252Decoder();
      return this.#windows1252.decode(bytes, { stream });
    }
    this.#isProven ||= /\P{ASCII}/u.test(text);
    const withoutMark = this.#isFirst && text.startsWith('\ufeff') ? text.slice(1) : text;
    if (text !== '') this.#isFirst = false;
    return withoutMark;
  }
}

/** In a text that is UTF-8 with a fault, most characters beyond ASCII can be read. */
function isRatherWindows1252(text: string): boolean {
  const lost = text.split('\ufffd').length - 1;
  return lost > [...text.matchAll(/(?!\ufffd)\P{ASCII}/gu)].length;
}

/** How many bytes at the end begin a character of UTF-8 that goes on in the next chunk. */
function unfinishedLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
