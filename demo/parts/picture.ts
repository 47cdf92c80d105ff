import { html, type Html } from '../html.ts';
import { sizeOf } from '../pictures.ts';
import type { Product } from '../shop.ts';

interface Showing {
  /** Whether it is likely to be seen without scrolling. */
  readonly eager: boolean;
  /** Absent if the picture says nothing that the text beside it does not. */
  readonly text?: string;
}

export function picture(product: Product, { eager, text = '' }: Showing): Html {
  const { width, height } = sizeOf(product.sku);
  return html`<img src="${product.image}" alt="${text}" width="${width}" height="${height}"
    ${eager ? null : html`loading="lazy" `}decoding="async">`;
}
