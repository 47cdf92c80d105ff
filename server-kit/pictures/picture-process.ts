/**
 * A separate process that decodes pictures from strangers, one at a time; pictures.ts starts and ends it. Decoding
 * briefly takes up to a hundred megabytes, which a process that goes on would hardly give back; and a picture that
 * crashes a decoder takes nothing else with it.
 */
import { once } from 'node:events';
import sharp, { type Sharp } from 'sharp';
import type {
  ImageContentType,
  ImageSizes,
  LogoImage,
  PictureJob,
  PictureMeasures,
  PictureOutcome,
  PictureRefusal,
} from './picture-job.ts';

/** Largest picture, in pixels: a tiny file can unfold into gigabytes. */
const MAX_PIXELS = 25_000_000;
/** The same for JPEG whose lines come one after the other: the decoder then makes it smaller while it reads. */
const MAX_PIXELS_IN_LINES = 100_000_000;
const DEADLINE_SECONDS = 20;

interface Pixels {
  readonly contentType: ImageContentType;
  /** The picture, upright and bounded, ready to be resized. It is decoded once for all sizes. */
  open(): Sharp;
}

// No picture comes twice.
sharp.cache(false);
sharp.concurrency(1);
// The program gets these signals too, and ends this process when it is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.on('message', (job: PictureJob) => {
  void read(job.lengthBytes)
    .then((bytes) => work(bytes, job))
    .then((outcome) => process.send!(outcome));
});

/** From standard input: a message would be copied twice. */
async function read(length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let size = 0;
  while (size < length) {
    const piece = (process.stdin.read() ?? null) as Buffer | null;
    if (piece === null) await once(process.stdin, 'readable');
    else size += piece.copy(bytes, size);
  }
  return bytes;
}

async function work(bytes: Buffer, { result, maxSidePixels }: PictureJob): Promise<PictureOutcome> {
  try {
    if (result === 'measures') return { result: await measure(bytes) };
    const pixels = await decode(bytes, maxSidePixels);
    switch (result) {
      case 'picture':
        return {
          result: { contentType: pixels.contentType, bytes: await encode(pixels.open(), pixels.contentType) },
        };
      case 'sizes':
        return { result: await makeSizes(pixels) };
      case 'logo':
        return { result: await makeLogo(pixels) };
    }
  } catch (error) {
    return { refusal: refusalOf(error instanceof Error ? error.message : '') };
  }
}

/** Decodes all of it: a header may say anything. */
async function measure(bytes: Buffer): Promise<PictureMeasures> {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
  await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: DEADLINE_SECONDS }).stats();
  return { contentType: format === 'webp' ? 'image/webp' : 'image/jpeg', width, height };
}

async function decode(bytes: Buffer, maxSide: number): Promise<Pixels> {
  const { format, isProgressive } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const limitInputPixels = format === 'jpeg' && !isProgressive ? MAX_PIXELS_IN_LINES : MAX_PIXELS;
  const { data, info } = await sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1 })
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

async function makeSizes({ contentType, open }: Pixels): Promise<ImageSizes> {
  const square = (side: number) => open().resize(side, side, { fit: 'cover' });
  return {
    contentType,
    original: await encode(open(), contentType),
    normal: await encode(open().resize({ width: 600, withoutEnlargement: true }), contentType),
    large: await encode(square(160), contentType),
    small: await encode(square(96), contentType),
  };
}

async function makeLogo({ open }: Pixels): Promise<LogoImage> {
  const { data, info } = await open().png().toBuffer({ resolveWithObject: true });
  const pixels = await open().ensureAlpha().toColourspace('srgb').raw().toBuffer();
  return {
    contentType: 'image/png',
    bytes: data,
    width: info.width,
    height: info.height,
    needsLight: needsLight(pixels),
  };
}

/** Of all pixels that show something, at most this share may be dark on a dark page. */
const MOST_DARK_SHARE = 0.5;
/** A picture with fewer see-through pixels has a background of its own. */
const LEAST_CLEAR_SHARE = 0.15;
/** Of 255, as bright as eyes see it. */
const DARK = 90;

/** @param pixels - red, green, blue and alpha, a byte each. */
function needsLight(pixels: Buffer): boolean {
  let clear = 0;
  let dark = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3]! < 128) clear += 1;
    else if (0.3 * pixels[at]! + 0.59 * pixels[at + 1]! + 0.11 * pixels[at + 2]! < DARK) dark += 1;
  }
  const all = pixels.length / 4;
  return clear > all * LEAST_CLEAR_SHARE && dark > (all - clear) * MOST_DARK_SHARE;
}

/** Encoders write no metadata unless told to. */
const encode = (image: Sharp, contentType: ImageContentType): Promise<Buffer> =>
  (contentType === 'image/webp' ? image.webp({ quality: 82 }) : image.jpeg({ quality: 82 })).toBuffer();

function refusalOf(message: string): PictureRefusal {
  if (/pixel limit/i.test(message))
    return {
      name: 'imageTooLarge',
      reason:
        `The image has more than ${MAX_PIXELS / 1_000_000} megapixels, ` +
        `or ${MAX_PIXELS_IN_LINES / 1_000_000} if it is a JPEG that is not progressive`,
    };
  if (/timeout/i.test(message)) return { name: 'imageTooLarge', reason: 'The image takes too long to decode' };
  return { name: 'imageRefused', reason: 'The image is broken, or of a kind that cannot be read' };
}
