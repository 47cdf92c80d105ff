import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'identity' | 'br' | 'gzip';

/** Those that answers come in, the best first. */
const compressed = ['br', 'gzip'] as const;
/** An encoding that is not named counts this much, so that any that is named goes before it. */
const UNNAMED = 0.000_1;

/**
 * The encoding that a request asks for, by its qualities: RFC 9110 section 12.5.3. Where it takes none that there is,
 * not even a plain answer, it gets that.
 */
export function chooseEncoding(accepted: string): Encoding {
  const qualities = new Map<string, number>();
  for (const item of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const given = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const quality = given === undefined ? 1 : Number(given.slice(given.indexOf('=') + 1));
    qualities.set(name === 'x-gzip' ? 'gzip' : name, quality >= 0 && quality <= 1 ? quality : 0);
  }
  const all = qualities.get('*');
  let best: Encoding = 'identity';
  let most = qualities.get('identity') ?? all ?? UNNAMED;
  // As good as a plain answer is better: it is smaller.
  for (const encoding of compressed.toReversed()) {
    const quality = qualities.get(encoding) ?? all ?? 0;
    if (quality === 0 || quality < most) continue;
    best = encoding;
    most = quality;
  }
  return best;
}

/** In bytes: compressing less is not worth it. */
export const SHORTEST_COMPRESSED = 1_024;
/** High, since what is kept is compressed once and sent often. */
const BROTLI_QUALITY = 9;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export const compress = (bytes: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> =>
  encoding === 'br' ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }) : zip(bytes);
