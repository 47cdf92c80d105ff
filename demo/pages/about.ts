import { html, type Html } from '../html.ts';
import type { Page } from '../components/document.ts';
import { flow } from '../components/flow.ts';
import { picture } from '../components/picture.ts';
import { products, shop } from '../shop.ts';
import { renderWidget, shopReviews, shopSummary, writeLink } from '../widget.ts';
import { english } from '../wording/index.ts';

const onTheShelf = ['DEMO-010', 'DEMO-018', 'DEMO-012'].map((sku) => products.find((product) => product.sku === sku)!);

export const about: Page = {
  path: '/about',
  title: 'The shop',
  description: `What customers say about ${shop.name}, and who we are.`,
  flow: flow('/v1/businesses/-', [
    { name: 'the summary of the shop', widget: shopSummary },
    { name: 'the link', widget: writeLink },
    { name: 'the reviews of the shop', widget: shopReviews },
  ]),
  main: html`<section class="room room-about">
  <p class="eyebrow">The shop</p>
  <h1>What customers say</h1>
  <p>About the packing, the post and the people, as they wrote it. We asked everybody and left nobody out.</p>
</section>
<section class="verdict" aria-label="Reviews of the shop">
  <div class="verdict-summary">${renderWidget(shopSummary)}</div>
  <div class="verdict-write">
    <h2>Been to see us?</h2>
    <p>Or had a parcel from us? Say how it went, good or bad. We read every one over Monday’s first pot.</p>
    ${renderWidget(writeLink)}
  </div>
</section>
<section class="reviews words" aria-labelledby="words-title">
  <div class="reviews-aside">
    <h2 id="words-title">In their own words</h2>
    <p>The newest first, and all of them.</p>
  </div>
  ${renderWidget(shopReviews)}
</section>
${lane()}`,
};

function lane(): Html {
  const pictures = onTheShelf.map(
    (product) =>
      html`<li><a href="${product.path}">${picture(product, { eager: false, text: product.title })}</a></li>`,
  );
  return html`<section class="lane" id="kiln-lane" aria-labelledby="lane-title">
  <div class="lane-words">
    <h2 id="lane-title">Twelve, Kiln Lane</h2>
    <p>The shop is the front room of an old pottery. Behind it are two wheels and a kiln; above it, a bench where
      candles are poured and notebooks bound. What we cannot make, we buy from two workshops that we have all been to
      see.</p>
    <p>There are twenty-four things on the shelves, because that is how many fit.</p>
  </div>
  <ul class="lane-pictures">${pictures}</ul>
  <dl class="makers">${Object.entries(english.makers).map(
    ([name, story]) => html`<div><dt>${name}</dt><dd>${story}</dd></div>`,
  )}</dl>
</section>`;
}
