import { html, type Html } from '../html.ts';
import type { Product } from '../shop.ts';
import { renderWidget, stars } from '../widget.ts';
import { picture } from './picture.ts';
import { price } from './price.ts';

/** @param eager - whether it is likely to be seen without scrolling. */
export function card(product: Product, heading: 'h2' | 'h3', eager: boolean): Html {
  const title = html`<a href="${product.path}">${product.title}</a>`;
  return html`<li class="card">
  <div class="card-picture">${picture(product, { eager })}${label(product)}</div>
  <p class="brand">${product.brand}</p>
  ${heading === 'h2' ? html`<h2 class="card-title">${title}</h2>` : html`<h3 class="card-title">${title}</h3>`}
  ${price(product)}
  ${renderWidget(stars(product.sku))}
</li>`;
}

function label({ isNew, price: now, retailPrice }: Product): Html | null {
  if (isNew) return html`<span class="flag">New</span>`;
  if (retailPrice !== null)
    return html`<span class="flag flag-less">${Math.round(100 * (1 - now / retailPrice))} % less</span>`;
  return null;
}
