import { html } from '../html.ts';
import { card } from '../components/card.ts';
import type { Page } from '../components/document.ts';
import { flow, ratingsCall } from '../components/flow.ts';
import { rooms } from '../components/rooms.ts';
import { productsOf, shop, type Category } from '../shop.ts';
import { stars } from '../widget.ts';
import { english } from '../wording/index.ts';

export function categoryPage(category: Category): Page {
  const products = productsOf(category);
  return {
    path: category.path,
    title: category.name,
    description: `${category.heading}, from ${shop.name}. ${category.intro}`,
    flow: flow(ratingsCall(products.map(({ sku }) => sku)), [
      { name: 'the stars on a card', widget: stars(products[0]!.sku, english) },
    ]),
    main: html`<section class="room shelf-${category.key}">
  <p class="eyebrow">${category.name}</p>
  <h1>${category.heading}</h1>
  <p>${category.intro}</p>
</section>
<section class="shelves" aria-label="${category.name}">
  <div class="shelf-head">${rooms(category.path)}</div>
  <ul class="cards cards-alone">${products.map((product, at) => card(product, { heading: 'h2', eager: at < 4 }))}</ul>
</section>`,
  };
}
