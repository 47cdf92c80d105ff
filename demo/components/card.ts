import { html, type Html } from '../html.ts';
import type { Product } from '../shop.ts';
import { renderWidget, stars } from '../widget.ts';
import { english, fill, type Wording } from '../wording/index.ts';
import { picture } from './picture.ts';
import { price } from './price.ts';

interface CardPlace {
  readonly heading: 'h2' | 'h3';
  /** Whether it is likely to be seen without scrolling. */
  readonly eager: boolean;
  readonly words?: Wording;
}

export function card(product: Product, { heading, eager, words = english }: CardPlace): Html {
  const title = html`<a href="${product.path}">${product.title}</a>`;
  return html`<li class="card">
  <div class="card-picture">${picture(product, { eager })}${label(product, words)}</div>
  <p class="brand">${product.brand}</p>
  ${heading === 'h2' ? html`<h2 class="card-title">${title}</h2>` : html`<h3 class="card-title">${title}</h3>`}
  ${price(product, words)}
  ${renderWidget(stars(product.sku, words))}
</li>`;
}

function label({ isNew, price: now, retailPrice }: Product, { card: texts }: Wording): Html | null {
  if (isNew) return html`<span class="flag">${texts.isNew}</span>`;
  if (retailPrice === null) return null;
  const percent = Math.round(100 * (1 - now / retailPrice));
  return html`<span class="flag flag-less">${fill(texts.less, { percent })}</span>`;
}
