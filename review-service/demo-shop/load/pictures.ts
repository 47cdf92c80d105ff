/** The pictures of the demo data, processed like uploads; each one once, however many reviews show it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { missingImage, type DemoBusiness } from '../../../demo-data/index.ts';
import { programFiles } from '../../../server-kit/program-files.ts';
import { prepareUpload, type PreparedImage } from '../../images/image-files.ts';

/** As many as a small machine has cores. */
const AT_ONCE = 4;

/** Every picture that a business shows, by its name in the demo data, without the one that is missing on purpose. */
export async function preparePictures(businesses: readonly DemoBusiness[]): Promise<Map<string, PreparedImage>> {
  const files = new Map<string, string>();
  for (const business of businesses) {
    for (const product of business.products)
      for (const name of product.images) files.set(name, pictureFile(`products/${name}`));
    for (const review of [...business.productReviews, ...business.reviews])
      for (const { image: name } of review.images) files.set(name, pictureFile(`customers/${name}`));
  }
  files.delete(missingImage);
  const pictures = new Map<string, PreparedImage>();
  const waiting = [...files];
  const prepare = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, file] = next;
      pictures.set(name, await prepareUpload(await readFile(file), pictureKey(name)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, prepare));
  return pictures;
}

/** The mark of the demo's shop, as a merchant would give it. */
export const readLogo = (): Promise<Buffer> => readFile(pictureFile('logo'));

const pictureFile = (name: string): string => join(programFiles.pictures, `${name}.webp`);

export const pictureKey = (name: string): string =>
  createHash('sha256').update(`demo picture ${name}`).digest('base64url').slice(0, 22);
