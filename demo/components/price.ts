import { html, type Html } from '../html.ts';
import { formatPrice, type Product } from '../shop.ts';
import type { Wording } from '../wording/index.ts';

export function price({ price: now, retailPrice }: Product, { language, card }: Wording): Html {
  const asked = formatPrice(now, language);
  if (retailPrice === null) return html`<p class="price"><span>${asked}</span></p>`;
  return html`<p class="price">
    <span class="unseen">${card.now} </span><span class="price-now">${asked}</span>
    <span class="unseen">, ${card.was} </span><s>${formatPrice(retailPrice, language)}</s>
  </p>`;
}
