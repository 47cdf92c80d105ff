/** The pictures of the demo data, processed like uploads; each one once, however many reviews show it. */
import { createHash } from 'node:crypto';
import { missingImage, type DemoBusiness } from '../../demo-data/index.ts';
import { renderPicture } from '../../demo-data/pictures/index.ts';
import { programFiles } from '../../server-kit/program-files.ts';
import { prepareUpload, type PreparedImage } from '../images/image-files.ts';

/** As many as a small machine has cores. */
const AT_ONCE = 4;

/** Every picture that a business shows, by its name in the demo data, without the one that is missing on purpose. */
export async function drawPictures(businesses: readonly DemoBusiness[]): Promise<Map<string, PreparedImage>> {
  const names = new Set<string>();
  for (const business of businesses) {
    for (const product of business.products) for (const name of product.images) names.add(name);
    for (const review of [...business.productReviews, ...business.reviews])
      for (const { image } of review.images) names.add(image);
  }
  names.delete(missingImage);
  const pictures = new Map<string, PreparedImage>();
  const waiting = [...names];
  const draw = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      pictures.set(name, await prepareUpload(await renderPicture(name, programFiles.pictures), pictureKey(name)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, draw));
  return pictures;
}

export const pictureKey = (name: string): string =>
  createHash('sha256').update(`demo picture ${name}`).digest('base64url').slice(0, 22);
