/**
 * Pictures from strangers. What a file is, its first bytes say, never its name; what is kept is encoded anew from the
 * pixels, so that camera data (the place where it was taken), hidden text and anything behind the picture are gone.
 */
import sharp, { type Sharp } from 'sharp';
import { ApiError } from '../contract/errors.ts';
import { Gate } from './gate.ts';

/** Largest picture as a file, in bytes. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** Largest picture, in pixels: a tiny file can unfold into gigabytes. */
export const MAX_IMAGE_PIXELS = 25_000_000;
/** Longest side of what is kept, in pixels. */
const MAX_SIDE = 2_400;
const DEADLINE_SECONDS = 20;
/**
 * Pictures are decoded two at a time, or a large one alone: one of the largest unfolds into a hundred megabytes, whatever
 * the size of its file.
 */
const decoding = new Gate(MAX_IMAGE_PIXELS);
const LEAST_WEIGHT = MAX_IMAGE_PIXELS / 2;

// Nothing is decoded twice; and pictures share the processors with everything else that is answered.
sharp.cache(false);
sharp.concurrency(1);

export type ImageContentType = 'image/jpeg' | 'image/webp';

export interface EncodedImage {
  readonly contentType: ImageContentType;
  readonly bytes: Buffer;
}

/** The sizes that the API gives of every picture; all of one content type. */
export interface ImageSizes {
  readonly contentType: ImageContentType;
  /** At most 2400 pixels on its longer side. */
  readonly original: Buffer;
  /** At most 600 pixels wide. */
  readonly normal: Buffer;
  /** 160x160, cut to fit. */
  readonly large: Buffer;
  /** 96x96, cut to fit. */
  readonly small: Buffer;
}

export interface PrepareOptions {
  /** Longest side of the result, in pixels. */
  readonly maxSide?: number;
}

/**
 * A picture as it may be kept or passed on: upright, bounded, encoded anew.
 * @throws ApiError 311 (415, or 413 for one that is too large)
 */
export async function prepareImage(bytes: Uint8Array, options: PrepareOptions = {}): Promise<Buffer> {
  return (await encodeImage(bytes, options)).bytes;
}

/** The same, with its content type: JPEG, or WebP where parts of it are transparent. */
export async function encodeImage(bytes: Uint8Array, { maxSide = MAX_SIDE }: PrepareOptions = {}): Promise<EncodedImage> {
  return decoded(bytes, maxSide, async ({ contentType, open }) => ({ contentType, bytes: await encode(open(), contentType) }));
}

/** @throws ApiError 311 (415, or 413 for one that is too large) */
export async function imageSizes(bytes: Uint8Array): Promise<ImageSizes> {
  return decoded(bytes, MAX_SIDE, async ({ contentType, open }) => {
    const square = (side: number) => open().resize(side, side, { fit: 'cover' });
    const [original, normal, large, small] = await Promise.all([
      encode(open(), contentType),
      encode(open().resize({ width: 600, withoutEnlargement: true }), contentType),
      encode(square(160), contentType),
      encode(square(96), contentType),
    ]);
    return { contentType, original, normal, large, small };
  });
}

interface Pixels {
  readonly contentType: ImageContentType;
  /** The picture, upright and bounded, ready to be resized; decoded once for all its sizes. */
  open(): Sharp;
}

async function decoded<Result>(bytes: Uint8Array, maxSide: number, use: (pixels: Pixels) => Promise<Result>): Promise<Result> {
  if (bytes.byteLength > MAX_IMAGE_BYTES) throw new ApiError(311, `The image is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB`, { http: 413 });
  if (!isKnownType(bytes)) throw new ApiError(311, 'The file is no image of a kind that is taken: JPEG, PNG, WebP, GIF, AVIF');
  const input = { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', pages: 1 } as const;
  return refusing(async () => {
    const { width, height } = await sharp(bytes, input).metadata();
    return decoding.run(Math.max(LEAST_WEIGHT, width * height), async () => use(await decode(sharp(bytes, input), maxSide)));
  });
}

async function decode(picture: Sharp, maxSide: number): Promise<Pixels> {
  const { data, info } = await picture
    .timeout({ seconds: DEADLINE_SECONDS })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const transparent = (channels === 4 || channels === 2) && hasTransparentPixel(data, channels);
  return {
    contentType: transparent ? 'image/webp' : 'image/jpeg',
    open: () => sharp(data, { raw: { width, height, channels } }),
  };
}

/** GIF, PNG and AVIF often come with an alpha channel that hides nothing. */
function hasTransparentPixel(data: Buffer, channels: 2 | 4): boolean {
  for (let at = channels - 1; at < data.length; at += channels) if (data[at] !== 255) return true;
  return false;
}

/** Encoders write no metadata unless they are told to. */
const encode = (image: Sharp, contentType: ImageContentType): Promise<Buffer> =>
  (contentType === 'image/webp' ? image.webp({ quality: 82 }) : image.jpeg({ quality: 82 })).toBuffer();

/** The kinds of files that are taken, by their first bytes. SVG is none of them: it can hold scripts and addresses. */
export function isKnownType(bytes: Uint8Array): boolean {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1');
  return (
    text(0, 3) === '\xff\xd8\xff' ||
    text(0, 8) === '\x89PNG\r\n\x1a\n' ||
    /^GIF8[79]a$/.test(text(0, 6)) ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') ||
    (text(4, 8) === 'ftyp' && /^(avif|avis|heic|heix|heim|heis|mif1|msf1)$/.test(text(8, 12)))
  );
}

async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const message = error instanceof Error ? error.message : '';
    if (/pixel limit/i.test(message)) {
      throw new ApiError(311, `The image has more than ${MAX_IMAGE_PIXELS / 1_000_000} megapixels`, { http: 413, cause: error });
    }
    if (/timeout/i.test(message)) throw new ApiError(311, 'The image takes too long to decode', { http: 413, cause: error });
    throw new ApiError(311, 'The image is broken, or of a kind that cannot be read', { cause: error });
  }
}
