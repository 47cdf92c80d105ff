import { html, type Html } from '../html.ts';
import { card } from '../parts/card.ts';
import type { Page } from '../parts/document.ts';
import { flow } from '../parts/flow.ts';
import { icons } from '../parts/icons.ts';
import { picture } from '../parts/picture.ts';
import { price } from '../parts/price.ts';
import { snippet } from '../parts/snippet.ts';
import { swatches } from '../parts/swatches.ts';
import { companionsOf, makers, shop, type Product } from '../shop.ts';
import { form, questions, renderWidget, reviews, stars, summary } from '../widget.ts';

export function productPage(product: Product): Page {
  return {
    path: product.path,
    title: product.title,
    description: product.description,
    flow: flow(`/v1/businesses/-/product/reviews?sku=${product.sku}&count=3`),
    main: html`${breadcrumb(product)}
<article class="product">
  <div class="product-picture">${picture(product, { eager: true, text: `${product.title}, by ${product.brand}` })}</div>
  <div class="product-words">
    <p class="brand">${product.brand}</p>
    <h1>${product.title}</h1>
    <div class="product-stars">
      ${renderWidget(stars(product.sku))}
      <a href="#reviews">Read the reviews</a>
      ${snippet(stars(product.sku), 'the line of stars')}
    </div>
    ${price(product)}
    <p class="product-text">${product.description}</p>
    ${swatches(product)}
    <form class="buy" action="/basket" data-add-to-basket="${product.sku}">
      <button class="button" type="submit">Add to basket</button>
      <p class="buy-note" role="status" data-basket-note></p>
    </form>
    <ul class="promises">
      <li>${icons.parcel()}With you in two to four days</li>
      <li>${icons.back()}Thirty days to change your mind</li>
      <li>${icons.hand()}Packed by whoever made it, if they are in</li>
    </ul>
    <div class="maker">
      <h2>Made by ${product.brand}</h2>
      <p>${makers[product.brand]}</p>
      <dl><div><dt>Article</dt><dd>${product.mpn}</dd></div><div><dt>Listed as</dt><dd>${product.sku}</dd></div></dl>
    </div>
  </div>
</article>
${reviewsOf(product)}
${questionsOf(product)}
<section class="companions" aria-labelledby="companions">
  <h2 id="companions">From the same room</h2>
  <ul class="cards cards-alone">${companionsOf(product).map((other) => card(other, 'h3', false))}</ul>
</section>`,
  };
}

function breadcrumb({ category, title }: Product): Html {
  return html`<nav class="crumbs" aria-label="Breadcrumb">
  <ol><li><a href="/">Everything</a></li><li><a href="${category.path}">${category.name}</a></li><li aria-current="page">${title}</li></ol>
</nav>`;
}

function reviewsOf({ sku, title }: Product): Html {
  return html`<section class="reviews" id="reviews" aria-labelledby="reviews-title">
  <div class="reviews-aside">
    <h2 id="reviews-title">What people say about it</h2>
    ${renderWidget(summary(sku))}
    ${snippet(summary(sku), 'the summary')}
  </div>
  <div class="reviews-main">
    <div class="reviews-head">
      <details class="write">
        <summary><span class="button button-quiet">Write a review</span><span class="write-hint">Bought the ${title}? Tell others.</span></summary>
        <div class="write-body" id="your-review">
          ${renderWidget(form(sku, shop.email))}
          ${snippet(form(sku, shop.email), 'the form')}
        </div>
      </details>
      ${snippet(reviews(sku), 'the reviews')}
    </div>
    ${renderWidget(reviews(sku))}
  </div>
</section>`;
}

function questionsOf({ sku }: Product): Html {
  return html`<section class="reviews asked" aria-labelledby="asked-title">
  <div class="reviews-aside">
    <h2 id="asked-title">What people asked</h2>
    <p>About sizes, glazes and the dishwasher. Whoever made it answers.</p>
    ${snippet(questions(sku), 'the questions')}
  </div>
  ${renderWidget(questions(sku))}
</section>`;
}
