/** Everything in the shop, room by room. */
import { html, type Html } from '../html.ts';
import { card } from '../parts/card.ts';
import type { Page } from '../parts/document.ts';
import { flow, ratingsCall } from '../parts/flow.ts';
import { icons } from '../parts/icons.ts';
import { picture } from '../parts/picture.ts';
import { rooms } from '../parts/rooms.ts';
import { signs } from '../parts/signs.ts';
import { snippet } from '../parts/snippet.ts';
import { categories, products, productsOf, shop, type Category } from '../shop.ts';
import { renderWidget, stars, topRated } from '../widget.ts';

const window = ['DEMO-008', 'DEMO-001', 'DEMO-020'].map((sku) => products.find((product) => product.sku === sku)!);

export const home: Page = {
  path: '/',
  title: shop.name,
  description: 'Stoneware, lamps, paper and garden tools from a small shop on Kiln Lane.',
  flow: flow(ratingsCall(['DEMO-001', 'DEMO-002'])),
  main: html`<section class="hero">
  <div class="hero-words">
    <p class="eyebrow">Kiln Lane, Marlow</p>
    <h1>Things for tables, desks <em>and slow mornings</em></h1>
    <p>Twenty-four of them, no more. We make more than half of them ourselves, and know the people who make the rest.</p>
    <p class="hero-links"><a class="button" href="#everything">See all of it</a><a class="more" href="/about">What customers say${icons.arrow()}</a></p>
  </div>
  <div class="hero-window">${window.map((product) => html`<a href="${product.path}">${picture(product, { eager: true, text: product.title })}</a>`)}</div>
</section>
<section class="shelves" id="everything" aria-labelledby="everything-title">
  <div class="shelf-head">
    <h2 class="unseen" id="everything-title">Everything in the shop</h2>
    ${rooms('/')}
    ${snippet(stars('DEMO-001'), 'the stars on a card')}
  </div>
  ${categories.map(shelf)}
</section>
<section class="companions" aria-label="Liked best">
  ${renderWidget(topRated)}
  ${snippet(topRated, 'the best liked')}
</section>`,
};

function shelf(category: Category, at: number): Html {
  return html`<section class="shelf shelf-${category.key}" id="${category.key}" aria-labelledby="${category.key}-title">
  <div class="shelf-sign">
    <p class="eyebrow">${category.name}</p>
    ${signs[category.key]?.()}
    <h3 id="${category.key}-title">${category.heading}</h3>
    <p>${category.intro}</p>
    <a class="more" href="${category.path}">See all ${productsOf(category).length}<span class="unseen"> in ${category.name}</span>${icons.arrow()}</a>
  </div>
  <ul class="cards">${productsOf(category).map((product, place) => card(product, 'h3', at === 0 && place < 3))}</ul>
</section>`;
}
