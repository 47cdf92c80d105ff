import { html } from '../html.ts';
import type { Page } from '../components/document.ts';

/** Filled by scripts/basket.ts. */
export const basket: Page = {
  path: '/basket',
  title: 'Your basket',
  description: 'What you have put into your basket.',
  main: html`<section class="room">
  <p class="eyebrow">Basket</p>
  <h1>Your basket</h1>
</section>
<section class="basket" aria-label="Basket" data-basket>
  <p data-basket-empty>There is nothing in it yet. <a href="/">Have a look around</a>.</p>
  <noscript><p>The basket is kept in your browser, and needs JavaScript.</p></noscript>
  <ul class="basket-lines" data-basket-lines hidden></ul>
  <p class="basket-total" data-basket-total hidden></p>
  <p class="basket-end" data-basket-end hidden>This is as far as it goes:
    the shop is imaginary, and nothing in it is for sale.</p>
</section>`,
};
