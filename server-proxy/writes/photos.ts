import type { UploadedFile } from '../../server-kit/form.ts';
import { encodeImage } from '../../server-kit/images.ts';
import type { OutgoingFile } from '../upstream/body.ts';

/** Photos that are decoded at the same time, in the whole process: each may take a hundred megabytes. */
const DECODING = 2;
let decoding = 0;
const queue: (() => void)[] = [];

/**
 * A photo as it may go on: encoded anew, so that what was in the file beside the picture stays here.
 * @throws ApiError 311 for what is no picture, or one that is too large.
 */
export async function preparePhoto({ field, bytes }: UploadedFile): Promise<OutgoingFile> {
  if (decoding >= DECODING) await new Promise<void>((resolve) => { queue.push(resolve); });
  else decoding += 1;
  try {
    const { contentType, bytes: encoded } = await encodeImage(bytes);
    return { field, bytes: encoded, type: contentType, name: `${field}.${contentType === 'image/webp' ? 'webp' : 'jpg'}` };
  } finally {
    // The place goes to whoever waits longest.
    const next = queue.shift();
    if (next) next();
    else decoding -= 1;
  }
}
