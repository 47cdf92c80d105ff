/** Pictures of an export: each is decoded and bounded, and kept as it is where its files hold pixels alone. */
import { ApiError } from '../../../../contract/endpoints/errors.ts';
import { parseDateTime } from '../../../../contract/entities/dates.ts';
import type { Image } from '../../../../contract/entities/entities.ts';
import { isOnTheWeb } from '../../../../contract/web-address.ts';
import type { PictureSize, WrittenPicture } from '../../../../exchange/reviews/plaudit/lines.ts';
import type { PlauditFile } from '../../../../exchange/reviews/plaudit/plaudit-file.ts';
import type { StoredPhoto } from '../../../../review-store/content/photos.ts';
import { toFlag } from '../../../../review-store/content/rows.ts';
import type { ImageSizes } from '../../../../server-kit/pictures/picture-job.ts';
import { pictureMeasures } from '../../../../server-kit/pictures/images.ts';
import { holdsPixelsAlone } from '../../../../server-kit/pictures/pixels-alone.ts';
import type { Database } from '../../../data/tables.ts';
import { imagePathsOf, newImageKey, nextImageId, prepareUpload, sizeNames } from '../../../images/image-files.ts';

type Bytes = Partial<Record<PictureSize, Uint8Array>>;

/** A picture that was judged, and can be stored. */
export interface JudgedPicture {
  readonly picture: WrittenPicture;
  readonly contentType: ImageSizes['contentType'];
  /** Empty for one that is elsewhere, or missing. */
  readonly bytes: Bytes;
}

/** The pictures of a review, and those of its first text. */
export interface JudgedPictures {
  readonly now: readonly JudgedPicture[];
  readonly first: readonly JudgedPicture[];
}

/** Bounds of the stored sizes, in pixels; see `ImageSizes`. */
const bounds = {
  original: ({ width, height }) => Math.max(width, height) <= 2_400,
  normal: ({ width, height }) => width <= 600 && height <= 6_000,
  large: ({ width, height }) => width === 160 && height === 160,
  small: ({ width, height }) => width === 96 && height === 96,
} as const satisfies Record<PictureSize, (measures: { width: number; height: number }) => boolean>;

/** Decoding takes a while: never within a transaction. */
export async function judgePictures(file: PlauditFile, pictures: readonly WrittenPicture[]): Promise<JudgedPicture[]> {
  const judged: JudgedPicture[] = [];
  for (const picture of pictures) judged.push(await judge(file, picture));
  return judged;
}

async function judge(file: PlauditFile, picture: WrittenPicture): Promise<JudgedPicture> {
  const none = { picture, contentType: 'image/jpeg', bytes: {} } as const;
  if (picture.files === null) return none;
  const bytes: Record<string, Uint8Array> = {};
  const types = new Set<ImageSizes['contentType']>();
  let isKept = true;
  for (const size of sizeNames) {
    const name = picture.files[size];
    const found = name === null ? null : await file.source.photo(name);
    if (name !== null && found === null) file.note('pictures are missing in the export, and stay so');
    if (found === null) continue;
    bytes[size] = found;
    const measures = await measuresOf(found);
    if (measures) types.add(measures.contentType);
    if (!measures || !holdsPixelsAlone(found) || !bounds[size](measures)) isKept = false;
  }
  const [contentType = 'image/jpeg'] = types;
  if (isKept && types.size <= 1) return { picture, contentType, bytes };
  return encodeAnew(file, picture, bytes);
}

async function measuresOf(bytes: Uint8Array) {
  try {
    return await pictureMeasures(bytes);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

async function encodeAnew(file: PlauditFile, picture: WrittenPicture, bytes: Bytes): Promise<JudgedPicture> {
  for (const size of sizeNames)
    try {
      if (bytes[size] === undefined) continue;
      const { sizes } = await prepareUpload(bytes[size]);
      file.note('pictures were encoded anew, since their files held more than pixels or were of another size');
      return { picture, contentType: sizes.contentType, bytes: sizes };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  file.note('pictures cannot be decoded, and are missing');
  return { picture, contentType: 'image/jpeg', bytes: {} };
}

export interface Storing {
  readonly hidden: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Those of the same review that are stored already, by what the file says of them. */
  readonly stored: Map<string, Image>;
}

/** Stores pictures, in a transaction. @returns them as the row of a review holds them. */
export async function storePictures(
  db: Database,
  judged: readonly JudgedPicture[],
  { hidden, now, stored }: Storing,
): Promise<StoredPhoto[]> {
  const images: StoredPhoto[] = [];
  for (const { picture, contentType, bytes } of judged) {
    const { number, caption, created, createdRFC, files, addresses, hidden_for } = picture;
    const addressed = files === null ? addresses && addressesOf(addresses) : null;
    if (files === null && !addressed) continue;
    const name = JSON.stringify([number, files, addressed]);
    const there = stored.get(name);
    if (there) {
      images.push(there);
      continue;
    }
    const key = newImageKey();
    for (const size of sizeNames)
      if (bytes[size] !== undefined)
        await db
          .insertInto('image_file')
          .values({
            key,
            size,
            content_type: contentType,
            bytes: bytes[size],
            created_at: parseDateTime(createdRFC ?? '')?.time ?? now,
            shared: 0,
            hidden: toFlag(hidden || hidden_for !== null),
          })
          .execute();
    const image: Image = {
      id: number ?? (await nextImageId(db)),
      caption,
      ...(addressed ?? imagePathsOf(key, contentType === 'image/webp' ? 'webp' : 'jpg')),
      created,
      createdRFC,
    };
    stored.set(name, image);
    images.push(hidden_for === null ? image : { ...image, hidden_for });
  }
  return images;
}

/** Addresses of the web, and paths of the shop's own pages; null where one is anything else. */
function addressesOf(addresses: Readonly<Record<PictureSize, string>>): Record<PictureSize, string> | null {
  const { original, normal, large, small } = addresses;
  const isOwnPath = (address: string) => /^\/(?!\/|images\/)/.test(address);
  return [original, normal, large, small].every((address) => isOnTheWeb(address) || isOwnPath(address))
    ? { original, normal, large, small }
    : null;
}
