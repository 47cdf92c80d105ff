import { html, type Html } from '../html.ts';
import { categories, shop } from '../shop.ts';
import { icons } from './icons.ts';

export function footer(flow: Html | undefined): Html {
  return html`<footer class="foot">
  <div class="foot-columns">
    <div class="foot-about">
      <p class="foot-name">${icons.frond()}${shop.name}</p>
      <p>${shop.tagline}. Made, found and packed at ${shop.address}, by six people and a dog called Biscuit.</p>
    </div>
    <nav aria-label="Everything in the shop">
      <h2>Shop</h2>
      <ul>${categories.map(({ name, path }) => html`<li><a href="${path}">${name}</a></li>`)}<li><a href="/">Everything</a></li></ul>
    </nav>
    <nav aria-label="About the shop">
      <h2>The shop</h2>
      <ul><li><a href="/about">What customers say</a></li><li><a href="/about#kiln-lane">Kiln Lane</a></li><li><a href="/basket">Your basket</a></li><li><a href="mailto:${shop.email}">Write to us</a></li><li><a href="/elements">The elements</a></li><li hidden><a data-mails>The mails</a></li></ul>
    </nav>
    <div>
      <h2>Opening hours</h2>
      <p>Wednesday to Saturday, ten to five.<br>On firing days until the kiln is shut.</p>
    </div>
  </div>
  ${flow}
  <p class="small-print">${shop.name} is an imaginary shop: nothing here is for sale. Its reviews are demonstration data, shown by Plaudit.</p>
</footer>`;
}
