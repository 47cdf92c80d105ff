import { html, type Html } from '../html.ts';
import { categories } from '../shop.ts';
import { icons } from './icons.ts';

const links = [...categories.map(({ name, path }) => ({ name, path })), { name: 'The shop', path: '/about' }];

export function header(path: string): Html {
  return html`<header class="top">
  <p class="notice">Sent in paper, never plastic. Free delivery from €60.</p>
  <div class="bar">
    <a class="wordmark" href="/" ${current(path, '/')}>${icons.frond()}<span>Marlow <i>&amp;</i> Fern</span></a>
    <nav class="menu" aria-label="Shop">
      <ul>${links.map((link) => html`<li><a href="${link.path}" ${current(path, link.path)}>${link.name}</a></li>`)}</ul>
    </nav>
    <a class="basket-link" href="/basket" ${current(path, '/basket')}>${icons.basket()}<span>Basket</span><span class="basket-count" data-basket-count hidden></span></a>
  </div>
</header>`;
}

function current(path: string, link: string): Html {
  return path === link ? html`aria-current="page"` : html``;
}
