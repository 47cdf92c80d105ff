import { html, type Html } from '../html.ts';
import { categories } from '../shop.ts';
import { english, type Wording } from '../wording/index.ts';
import { icons } from './icons.ts';

export function header(path: string, words: Wording): Html {
  const { notice, menu, about, basket } = words.frame;
  const places = categories.map(({ key, path: to }) => ({ name: words.categories[key]!, to }));
  const links = [...places, { name: about, to: '/about' }].map(
    ({ name, to }) => html`<li><a href="${to}" ${inEnglish(words)} ${current(path, to)}>${name}</a></li>`,
  );
  return html`<header class="top">
  <p class="notice">${notice}</p>
  <div class="bar">
    <a class="wordmark" href="/" ${inEnglish(words)} ${current(path, '/')}>${icons.frond()}<span
      dir="ltr">Marlow <i>&amp;</i> Fern</span></a>
    <nav class="menu" aria-label="${menu}">
      <ul>${links}</ul>
    </nav>
    <a class="basket-link" href="/basket" ${inEnglish(words)} ${current(path, '/basket')}>${icons.basket()}<span
      >${basket}</span><span class="basket-count" data-basket-count hidden></span></a>
  </div>
</header>`;
}

function current(path: string, link: string): Html | null {
  return path === link ? html`aria-current="page"` : null;
}

/** Most of the shop is there in its first language alone, and links from another say so. */
export function inEnglish(words: Wording): Html | null {
  return words === english ? null : html`hreflang="${english.language}"`;
}
