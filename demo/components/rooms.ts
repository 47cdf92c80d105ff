import { html, type Html } from '../html.ts';
import { categories, products, productsOf } from '../shop.ts';

/** The filter by category: plain links, one page each. */
export function rooms(path: string): Html {
  const all = [
    { path: '/', name: 'Everything', number: products.length },
    ...categories.map((category) => ({ ...category, number: productsOf(category).length })),
  ];
  const links = all.map(
    (room) => html`<li><a href="${room.path}"
      ${room.path === path ? html`aria-current="page"` : null}>${room.name} <span>${room.number}</span></a></li>`,
  );
  return html`<nav class="rooms" aria-label="Categories">
  <ul>${links}</ul>
</nav>`;
}
