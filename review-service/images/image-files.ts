/** Pictures, stored with the data: a backup is one thing, and instances need no shared disk. */
import { randomBytes } from 'node:crypto';
import { formatDateTime, formatRfc } from '../../contract/entities/dates.ts';
import type { Image } from '../../contract/entities/entities.ts';
import { imageSizes, type ImageSizes, type LogoImage } from '../../server-kit/pictures/images.ts';
import type { Turn } from '../../server-kit/turns.ts';
import { nextNumber } from '../data/numbers.ts';
import type { Database } from '../data/tables.ts';

export const sizeNames = ['original', 'normal', 'large', 'small'] as const;
export type SizeName = (typeof sizeNames)[number];

/** Photos are JPEG or WebP, a logo is PNG. */
const extensions = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/png': 'png' } as const;

/** A picture in all its sizes, ready to be stored. */
export interface PreparedImage {
  readonly key: string;
  readonly sizes: ImageSizes;
}

export const newImageKey = (): string => randomBytes(16).toString('base64url');

export async function prepareUpload(
  bytes: Uint8Array | readonly Uint8Array[],
  key = newImageKey(),
  turn?: Turn,
): Promise<PreparedImage> {
  return { key, sizes: await imageSizes(bytes, turn) };
}

/** @param shared - 1 if it stays when one of those that show it goes. */
export async function saveImage(
  db: Database,
  { key, sizes }: PreparedImage,
  now: number,
  shared: 0 | 1 = 0,
): Promise<void> {
  for (const size of sizeNames) {
    await db
      .insertInto('image_file')
      .values({ key, size, content_type: sizes.contentType, bytes: sizes[size], created_at: now, shared })
      .execute();
  }
}

/** A picture as a review shows it. */
export interface Photo {
  readonly prepared: PreparedImage;
  readonly caption: string;
}

/** Stores pictures of a review, and returns them as the API shows them. */
export async function saveImages(db: Database, photos: readonly Photo[], now: number): Promise<Image[]> {
  const images: Image[] = [];
  for (const { prepared, caption } of photos) {
    await saveImage(db, prepared, now);
    images.push({
      id: await nextImageId(db),
      caption,
      ...imagePaths(prepared),
      created: formatDateTime(now),
      createdRFC: formatRfc(now),
    });
  }
  return images;
}

/** The `image_id` of a picture in one place where it is shown. */
export const nextImageId = (db: Database): Promise<number> => nextNumber(db, 'image');

export async function reserveImageIds(db: Database, upTo: number): Promise<void> {
  await db
    .insertInto('id_sequence')
    .values({ name: 'image', last: upTo })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ last: upTo }).where('id_sequence.last', '<', upTo))
    .execute();
}

export const extensionOf = (image: PreparedImage | undefined): string =>
  extensions[image?.sizes.contentType ?? 'image/jpeg'];

/** @param contentType - as it is stored with a picture. */
export const extensionOfType = (contentType: string): string =>
  extensions[contentType as keyof typeof extensions] ?? extensions['image/jpeg'];

/** Paths below the public address of the service; see addresses.ts. */
export function imagePathsOf(key: string, extension: string): Record<SizeName, string> {
  const path = (size: SizeName) => `/images/${key}/${size}.${extension}`;
  return { original: path('original'), normal: path('normal'), large: path('large'), small: path('small') };
}

export const imagePaths = (image: PreparedImage): Record<SizeName, string> =>
  imagePathsOf(image.key, extensionOf(image));

/** A logo has one size. */
export async function saveLogoImage(
  db: Database,
  key: string,
  { contentType, bytes }: LogoImage,
  now: number,
): Promise<void> {
  await db
    .insertInto('image_file')
    .values({ key, size: 'original', content_type: contentType, bytes, created_at: now, shared: 0 })
    .execute();
}

export interface ImageFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** @param isHiddenToo - for people of the shop, who decide about it. */
export async function readImage(
  db: Database,
  key: string,
  file: string,
  isHiddenToo = false,
): Promise<ImageFile | null> {
  const [size, extension, ...rest] = file.split('.');
  if (rest.length > 0 || !/^[\w-]{1,64}$/.test(key) || !sizeNames.includes(size as SizeName)) return null;
  const row = await db
    .selectFrom('image_file')
    .select(['content_type', 'bytes'])
    .where('key', '=', key)
    .where('size', '=', size!)
    .where('hidden', 'in', isHiddenToo ? [0, 1] : [0])
    .executeTakeFirst();
  if (!row || extensions[row.content_type as keyof typeof extensions] !== extension) return null;
  return {
    contentType: row.content_type,
    bytes: Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength),
  };
}
