import sharp from 'sharp';
import type { ImageKey } from '../types.ts';
import { customerPictureKeys, type CustomerPictureKey } from './customer-pictures.ts';
import { readDrawn } from './drawn.ts';
import { productPicture, productPictureKeys } from './product-pictures.ts';
import { mugScenes, type Scene } from './scenes/mugs.ts';
import { otherScenes } from './scenes/others.ts';
import { Drawing } from './svg.ts';

export { customerPictureKeys, productPicture, productPictureKeys };

const scenes: Record<CustomerPictureKey, Scene> = { ...mugScenes, ...otherScenes };

/**
 * Every picture that the demo data names, except the one that is missing on purpose: products by sku, then customers'
 * photos.
 */
export const pictureKeys: readonly ImageKey[] = [...productPictureKeys, ...customerPictureKeys];

/** The photo of a customer as an SVG. */
export function customerPicture(key: string): string {
  if (!Object.hasOwn(scenes, key)) throw new RangeError(`there is no picture ${key}`);
  return scenes[key as CustomerPictureKey](new Drawing(key));
}

/** The drawing of any picture. Throws where there is none. */
export function svgOf(key: ImageKey): string {
  return productPictureKeys.includes(key) ? productPicture(key) : customerPicture(key);
}

/**
 * Any picture as a JPEG: products 1000 by 1000 pixels, photos 1080 on the longer side. Throws where there is none.
 * @param drawn - the directory of those that were drawn in advance.
 */
export async function renderPicture(key: ImageKey, drawn: string): Promise<Buffer> {
  const svg = svgOf(key);
  return (await readDrawn(drawn, svg)) ?? drawPicture(svg);
}

export function drawPicture(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer();
}
