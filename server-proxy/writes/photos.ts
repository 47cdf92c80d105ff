import { contentOf, type FileReader, type UploadedFile } from '../../server-kit/form.ts';
import { encodeImage, type EncodedImage } from '../../server-kit/images.ts';
import type { OutgoingFile } from '../upstream/body.ts';
import { isImageField } from './image-fields.ts';

/** A photo is encoded anew, so that what was in the file beside the picture stays here. */
const asPhoto = { prepare: (pieces: readonly Buffer[]) => encodeImage(pieces), sizeOf: ({ bytes }: EncodedImage) => bytes.length };

export type Photo = UploadedFile<EncodedImage>;

/** Those of a review. */
export const reviewPhotos: FileReader<EncodedImage> = { ...asPhoto, wants: isImageField };
/** Those of a product: the specification has two names for them. */
export const productPhotos: FileReader<EncodedImage> = { ...asPhoto, wants: (field) => field === 'qqfile' || field === 'image' };

/** The specification sends a file along where a picture is removed too. */
export const noPhotos: FileReader<EncodedImage> = { ...asPhoto, wants: () => false };

/** @throws ApiError `imageRefused` for what is no picture, or one that is too large. */
export function toOutgoing(photo: Photo): OutgoingFile {
  const { contentType, bytes } = contentOf(photo);
  return { field: photo.field, bytes, type: contentType, name: `${photo.field}.${contentType === 'image/webp' ? 'webp' : 'jpg'}` };
}
