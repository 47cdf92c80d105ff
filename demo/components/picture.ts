import { html, type Html } from '../html.ts';
import type { Product } from '../shop.ts';

/** In pixels: the product pictures in demo-data are as wide as they are high. */
const SIDE = 1000;

interface Showing {
  /** Whether it is likely to be seen without scrolling. */
  readonly eager: boolean;
  /** Absent if the picture says nothing that the text beside it does not. */
  readonly text?: string;
}

export const picture = (product: Product, { eager, text = '' }: Showing): Html =>
  html`<img src="${product.image}" alt="${text}" width="${SIDE}" height="${SIDE}"
    ${eager ? null : html`loading="lazy" `}decoding="async">`;
