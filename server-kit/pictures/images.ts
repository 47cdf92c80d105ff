/**
 * Pictures from strangers. The first bytes of a file say what it is, never its name. It is encoded anew from the
 * pixels, so that camera data (such as where it was taken), hidden text and anything after the picture are gone.
 */
import { refuse } from '../../contract/endpoints/errors.ts';
import type { EncodedImage, ImageSizes, LogoImage, PictureMeasures } from './picture-job.ts';
import { workOn } from './pictures.ts';
import type { Turn } from '../turns.ts';

export type { EncodedImage, ImageSizes, LogoImage } from './picture-job.ts';

/** For one picture as a file. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** For the longest side of what is kept. */
const MAX_SIDE_PIXELS = 2_400;

/** Why a photo as some phones keep it is refused: its decoder is patented. */
export const HEIC = 'HEIC images cannot be read here: send JPEG, PNG, WebP, GIF or AVIF';

export interface PrepareOptions {
  /** For the longest side of the result. */
  readonly maxSidePixels?: number;
  /** The turn that it takes; by default the program's own. */
  readonly turn?: Turn;
}

/**
 * A picture as it may be kept or passed on: upright, bounded, encoded anew.
 * @throws ApiError `imageRefused` or `imageTooLarge`
 */
export async function prepareImage(
  bytes: Uint8Array | readonly Uint8Array[],
  options: PrepareOptions = {},
): Promise<Buffer> {
  return (await encodeImage(bytes, options)).bytes;
}

/** The same, with its content type: JPEG, or WebP where parts of it are transparent. */
export async function encodeImage(
  bytes: Uint8Array | readonly Uint8Array[],
  { maxSidePixels = MAX_SIDE_PIXELS, turn }: PrepareOptions = {},
): Promise<EncodedImage> {
  return (await workOn(judgeAtSight(bytes), { maxSidePixels, result: 'picture' }, turn)) as EncodedImage;
}

/** Twice what mails and pages show, for screens with twice the pixels. */
const LOGO_SIDE_PIXELS = 400;

/** @throws ApiError `imageRefused` or `imageTooLarge` */
export async function logoImage(bytes: Uint8Array): Promise<LogoImage> {
  return (await workOn(judgeAtSight(bytes), { maxSidePixels: LOGO_SIDE_PIXELS, result: 'logo' })) as LogoImage;
}

/** @throws ApiError `imageRefused` or `imageTooLarge` */
export async function imageSizes(bytes: Uint8Array | readonly Uint8Array[], turn?: Turn): Promise<ImageSizes> {
  const job = { maxSidePixels: MAX_SIDE_PIXELS, result: 'sizes' } as const;
  return (await workOn(judgeAtSight(bytes), job, turn)) as ImageSizes;
}

/**
 * The measures of a picture that can be decoded.
 * @throws ApiError `imageRefused` or `imageTooLarge`
 */
export async function pictureMeasures(bytes: Uint8Array): Promise<PictureMeasures> {
  const job = { maxSidePixels: MAX_SIDE_PIXELS, result: 'measures' } as const;
  return (await workOn(judgeAtSight(bytes), job)) as PictureMeasures;
}

/** @throws ApiError `imageRefused` or `imageTooLarge` */
function judgeAtSight(bytes: Uint8Array | readonly Uint8Array[]): readonly Uint8Array[] {
  const pieces = bytes instanceof Uint8Array ? [bytes] : bytes;
  if (pieces.reduce((sum, piece) => sum + piece.length, 0) > MAX_IMAGE_BYTES)
    throw refuse('imageTooLarge', `The image is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB`);
  const [first = new Uint8Array()] = pieces;
  if (isHeic(first)) throw refuse('imageRefused', HEIC);
  if (!isKnownType(first))
    throw refuse('imageRefused', 'The file is no image of a kind that is taken: JPEG, PNG, WebP, GIF, AVIF');
  return pieces;
}

const textOf = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** The brands of a file that holds HEIF or AVIF, the first being the main one. */
function brandsOf(bytes: Uint8Array): readonly string[] {
  if (textOf(bytes, 4, 8) !== 'ftyp') return [];
  const end = Math.min(Buffer.from(bytes.subarray(0, 4)).readUInt32BE(), bytes.length, MOST_BRANDS_BYTES);
  return textOf(bytes, 8, end).match(/.{4}/gs) ?? [];
}
const MOST_BRANDS_BYTES = 256;

const isHeic = (bytes: Uint8Array): boolean => {
  const brands = brandsOf(bytes);
  return brands.some((brand) => /^he[iv][cmsx]$/.test(brand)) && !brands.includes('avif');
};

/** Whether a file is of a kind that is accepted, by its first bytes. SVG is not: it can hold scripts and URLs. */
export function isKnownType(bytes: Uint8Array): boolean {
  const text = (from: number, to: number) => textOf(bytes, from, to);
  return (
    text(0, 3) === '\xff\xd8\xff' ||
    text(0, 8) === '\x89PNG\r\n\x1a\n' ||
    /^GIF8[79]a$/.test(text(0, 6)) ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') ||
    (text(4, 8) === 'ftyp' && /^(avif|avis|mif1|msf1)$/.test(text(8, 12)))
  );
}
