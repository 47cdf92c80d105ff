/**
 * The pictures of a review as they are sent: `image{n}`, a file or its address, with `caption{n}`; shown in the order
 * of their numbers.
 */
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import { LONGEST_LINE, LONGEST_LINK, MOST_IMAGES } from '../../contract/endpoints/limits.ts';
import { typedText } from '../../contract/entities/typed-text.ts';
import { contentOf, type FileReader, type Form } from '../../server-kit/http/form.ts';
import { FetchRefused } from '../../server-kit/network/public-fetch.ts';
import type { Turn } from '../../server-kit/turns.ts';
import { prepareUpload, sizeNames, type Photo, type PreparedImage } from './image-files.ts';

/** Fetches a file from an address that somebody else chose; see server-kit/network/public-fetch.ts. */
export type FetchImage = (address: string) => Promise<Buffer>;

const asImage = {
  prepare: (pieces: readonly Buffer[], turn: Turn) => prepareUpload(pieces, undefined, turn),
  bytesOf: ({ sizes }: PreparedImage) => sizeNames.reduce((sum, size) => sum + sizes[size].length, 0),
};

/** The photos of a review that is sent to the API. */
export const reviewPhotos: FileReader<PreparedImage> = { ...asImage, wants: (field) => /^image\d{1,3}$/.test(field) };
/** The picture of a product; the specification names it `qqfile` in one form of the call, and `image` in the other. */
export const productImage: FileReader<PreparedImage> = {
  ...asImage,
  wants: (field) => field === 'qqfile' || field === 'image',
};
/** The specification sends a file even when a picture is removed. */
export const noImage: FileReader<PreparedImage> = { ...asImage, wants: () => false };
/** The photos in one of our forms; the fields begin like those of the review. */
export const pagePhotos: FileReader<PreparedImage> = {
  ...asImage,
  wants: (field) => field === 'photos' || field.endsWith('-photos'),
};

interface Sent {
  readonly field: string;
  readonly number: number;
  /** A picture, or the address of one. */
  readonly content: PreparedImage | ApiError | string;
}

/**
 * @throws ApiError `malformed` for a bad caption or address, `imageRefused` for an image that cannot be fetched, or is
 * one too many.
 */
export async function readUploads(form: Form<PreparedImage>, fetchImage: FetchImage): Promise<Photo[]> {
  const sent = findSent(form);
  const twice = sent.find((one, index) => index > 0 && one.number === sent[index - 1]!.number);
  if (twice) throw refuse('malformed', `Parameter ${twice.field} is given more than once`);
  if (sent.length > MOST_IMAGES) throw refuse('imageTooLarge', `More than ${MOST_IMAGES} images were sent`);
  const captions = sent.map(({ number }) => readCaption(form, number));
  const uploads: Photo[] = [];
  // One at a time, so that not all pictures are in memory as they were sent.
  for (const [index, { field, content }] of sent.entries()) {
    const prepared =
      typeof content === 'string'
        ? await prepareUpload(await fetchUpload(field, content, fetchImage))
        : contentOf({ content });
    uploads.push({ prepared, caption: captions[index]! });
  }
  return uploads;
}

/** In the order of their numbers. */
function findSent({ fields, files }: Form<PreparedImage>): Sent[] {
  const numberOf = (field: string) => Number(/^image(\d{1,3})$/.exec(field)?.[1] ?? NaN);
  const addresses = Object.entries(fields).flatMap(([field, value]) =>
    [value ?? []].flat().map((content) => ({ field, content: content.trim() })),
  );
  return [...addresses.filter(({ content }) => content !== ''), ...files]
    .map(({ field, content }) => ({ field, content, number: numberOf(field) }))
    .filter(({ number }) => !Number.isNaN(number))
    .sort((one, other) => one.number - other.number);
}

/** The file at an address; refusals name the parameter that held it. */
export async function fetchUpload(parameter: string, address: string, fetchImage: FetchImage): Promise<Buffer> {
  const url = address.length <= LONGEST_LINK && URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw refuse('malformed', `Parameter ${parameter} must be a file, or an http or https address`);
  try {
    return await fetchImage(url.href);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw refuse(
      error.message === 'is too large' ? 'imageTooLarge' : 'imageRefused',
      `The image at the address in ${parameter} ${error.message}`,
      { cause: error },
    );
  }
}

function readCaption(form: Form, number: number): string {
  const name = `caption${number}`;
  const given = form.fields[name] ?? '';
  if (typeof given !== 'string') throw refuse('malformed', `Parameter ${name} is given more than once`);
  if (given.includes('\0')) throw refuse('malformed', `Parameter ${name} must not contain a NUL character`);
  const caption = typedText(given);
  if (caption.length > LONGEST_LINE)
    throw refuse('malformed', `Parameter ${name} is longer than ${LONGEST_LINE} characters`);
  return caption;
}
