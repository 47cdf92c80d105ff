import { contentOf, type FileReader, type UploadedFile } from '../../server-kit/http/form.ts';
import { encodeImage, type EncodedImage } from '../../server-kit/pictures/images.ts';
import type { Turn } from '../../server-kit/turns.ts';
import type { OutgoingFile } from '../../api-client/body.ts';
import { isImageField, isProductImageField } from './image-fields.ts';

/** A photo is encoded anew, so that nothing but the picture is passed on. */
const asPhoto = {
  prepare: (pieces: readonly Buffer[], turn: Turn) => encodeImage(pieces, { turn }),
  bytesOf: ({ bytes }: EncodedImage) => bytes.length,
};

export type Photo = UploadedFile<EncodedImage>;

/** For a review. */
export const reviewPhotos: FileReader<EncodedImage> = { ...asPhoto, wants: isImageField };
/** For a product. */
export const productPhotos: FileReader<EncodedImage> = { ...asPhoto, wants: isProductImageField };

/** In the specification, removing a picture also sends a file. */
export const noPhotos: FileReader<EncodedImage> = { ...asPhoto, wants: () => false };

/** @throws ApiError `imageRefused` or `imageTooLarge` */
export function toOutgoing(photo: Photo): OutgoingFile {
  const { contentType, bytes } = contentOf(photo);
  return {
    field: photo.field,
    bytes,
    type: contentType,
    name: `${photo.field}.${contentType === 'image/webp' ? 'webp' : 'jpg'}`,
  };
}
