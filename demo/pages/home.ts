/** Everything in the shop, room by room. */
import { html, type Html } from '../html.ts';
import { card } from '../components/card.ts';
import type { Page } from '../components/document.ts';
import { flow, ratingsCall } from '../components/flow.ts';
import { icons } from '../components/icons.ts';
import { picture } from '../components/picture.ts';
import { rooms } from '../components/rooms.ts';
import { signs } from '../components/signs.ts';
import { categories, products, productsOf, shop, type Category } from '../shop.ts';
import { renderWidget, stars, topRated } from '../widget.ts';
import { english } from '../wording/index.ts';

const window = ['DEMO-008', 'DEMO-001', 'DEMO-020'].map((sku) => products.find((product) => product.sku === sku)!);

export const home: Page = {
  path: '/',
  title: shop.name,
  description: 'Stoneware, lamps, paper and garden tools from a small shop on Kiln Lane.',
  flow: flow(ratingsCall(['DEMO-001', 'DEMO-002']), [
    { name: 'the stars on a card', widget: stars('DEMO-001', english) },
    { name: 'the best liked', widget: topRated },
  ]),
  main: html`${hero()}
<section class="shelves" id="everything" aria-labelledby="everything-title">
  <div class="shelf-head">
    <h2 class="unseen" id="everything-title">Everything in the shop</h2>
    ${rooms('/')}
  </div>
  ${categories.map(shelf)}
</section>
<section class="companions" aria-label="Liked best">${renderWidget(topRated)}</section>`,
};

function hero(): Html {
  const arches = window.map(
    (product) => html`<a href="${product.path}">${picture(product, { eager: true, text: product.title })}</a>`,
  );
  return html`<section class="hero">
  <div class="hero-words">
    <p class="eyebrow">Kiln Lane, Marlow</p>
    <h1>Things for tables, desks <em>and slow mornings</em></h1>
    <p>Twenty-four of them, no more. We make more than half of them ourselves, and know the people who make the
      rest.</p>
    <p class="hero-links">
      <a class="button" href="#everything">See all of it</a>
      <a class="more" href="/about">What customers say${icons.arrow()}</a>
    </p>
  </div>
  <div class="hero-window">${arches}</div>
</section>`;
}

function shelf(category: Category, at: number): Html {
  const { key, name, heading, intro, path } = category;
  const cards = productsOf(category).map((product, place) =>
    card(product, { heading: 'h3', eager: at === 0 && place < 3 }),
  );
  return html`<section class="shelf shelf-${key}" id="${key}" aria-labelledby="${key}-title">
  <div class="shelf-sign">
    <p class="eyebrow">${name}</p>
    ${signs[key]?.()}
    <h3 id="${key}-title">${heading}</h3>
    <p>${intro}</p>
    <a class="more" href="${path}">See all ${cards.length}<span class="unseen"> in ${name}</span>${icons.arrow()}</a>
  </div>
  <ul class="cards">${cards}</ul>
</section>`;
}
