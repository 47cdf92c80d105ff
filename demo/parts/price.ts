import { html, type Html } from '../html.ts';
import { formatPrice, type Product } from '../shop.ts';

export function price({ price: now, retailPrice }: Product): Html {
  if (retailPrice === null) return html`<p class="price"><span>${formatPrice(now)}</span></p>`;
  return html`<p class="price"><span class="unseen">Now </span><span class="price-now">${formatPrice(now)}</span> <span class="unseen">, was </span><s>${formatPrice(retailPrice)}</s></p>`;
}
