/** The product pictures, drawn in demo-data, and their sizes. */
import { productPicture } from '../demo-data/pictures/product-pictures.ts';
import { products } from './shop.ts';

export const drawings: ReadonlyMap<string, string> = new Map(products.map(({ sku }) => [sku, productPicture(sku)]));

/** In CSS pixels, from the drawing's own `viewBox`. */
export function sizeOf(sku: string): { width: number; height: number } {
  const [, , width, height] = (/viewBox="([^"]+)"/.exec(drawings.get(sku)!)?.[1] ?? '').split(/[\s,]+/).map(Number);
  if (!width || !height) throw new Error(`The picture of ${sku} has no viewBox`);
  return { width, height };
}
