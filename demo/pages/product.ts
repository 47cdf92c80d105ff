import { html, type Html } from '../html.ts';
import { card } from '../components/card.ts';
import type { Page } from '../components/document.ts';
import { flow } from '../components/flow.ts';
import { inEnglish } from '../components/header.ts';
import { icons } from '../components/icons.ts';
import { picture } from '../components/picture.ts';
import { price } from '../components/price.ts';
import type { Shown } from '../components/snippet.ts';
import { swatches } from '../components/swatches.ts';
import { companionsOf, type Product } from '../shop.ts';
import { form, questions, renderWidget, reviews, stars, summary } from '../widget.ts';
import { english, fill, inWords, type Wording } from '../wording/index.ts';

export function productPage(original: Product, words: Wording = english): Page {
  const product = inWords(original, words);
  const { sku } = product;
  const companions = companionsOf(original).map((other) => inWords(other, words));
  return {
    path: product.path,
    title: product.title,
    description: product.description,
    words,
    sku,
    flow: flow(`/v1/businesses/-/product/reviews?sku=${sku}&count=3`, widgetsOf(sku, words), words),
    main: html`${breadcrumb(product, words)}
${article(product, words)}
${reviewsOf(product, words)}
${questionsOf(product, words)}
<section class="companions" aria-labelledby="companions">
  <h2 id="companions">${words.product.companions}</h2>
  <ul class="cards cards-alone">${companions.map((other) => card(other, { heading: 'h3', eager: false, words }))}</ul>
</section>`,
  };
}

function widgetsOf(sku: string, words: Wording): readonly Shown[] {
  const { names } = words.widgets;
  return [
    { name: names.stars, widget: stars(sku, words) },
    { name: names.summary, widget: summary(sku, words) },
    { name: names.form, widget: form(sku, words) },
    { name: names.reviews, widget: reviews(sku, words) },
    { name: names.questions, widget: questions(sku, words) },
  ];
}

function breadcrumb({ category, title }: Product, words: Wording): Html {
  return html`<nav class="crumbs" aria-label="${words.product.breadcrumb}">
  <ol>
    <li><a href="/" ${inEnglish(words)}>${words.footer.shop.everything}</a></li>
    <li><a href="${category.path}" ${inEnglish(words)}>${words.categories[category.key]}</a></li>
    <li aria-current="page">${title}</li>
  </ol>
</nav>`;
}

function article(product: Product, words: Wording): Html {
  const texts = words.product;
  const { sku, title, brand, description } = product;
  return html`<article class="product">
  <div class="product-picture">${picture(product, { eager: true, text: fill(texts.picture, { title, brand }) })}</div>
  <div class="product-words">
    <p class="brand">${brand}</p>
    <h1>${title}</h1>
    <div class="product-stars">
      ${renderWidget(stars(sku, words))}
      <a href="#reviews">${texts.readReviews}</a>
    </div>
    ${price(product, words)}
    <p class="product-text">${description}</p>
    ${swatches(product, words)}
    <form class="buy" action="/basket" data-add-to-basket="${sku}"
      data-added="${texts.added}" data-added-more="${texts.addedMore}" data-look="${texts.lookAtBasket}">
      <button class="button" type="submit">${texts.addToBasket}</button>
      <p class="buy-note" role="status" data-basket-note></p>
    </form>
    <ul class="promises">
      <li>${icons.parcel()}${texts.promises.delivery}</li>
      <li>${icons.back()}${texts.promises.back}</li>
      <li>${icons.hand()}${texts.promises.packing}</li>
    </ul>
    ${maker(product, words)}
  </div>
</article>`;
}

function maker({ sku, brand, mpn }: Product, { makers, product: texts }: Wording): Html {
  return html`<div class="maker">
      <h2>${fill(texts.madeBy, { brand })}</h2>
      <p>${makers[brand]}</p>
      <dl>
        <div><dt>${texts.article}</dt><dd>${mpn}</dd></div>
        <div><dt>${texts.listedAs}</dt><dd>${sku}</dd></div>
      </dl>
    </div>`;
}

function reviewsOf({ sku, title }: Product, words: Wording): Html {
  const texts = words.product;
  const hint = fill(texts.writeHint, { title });
  return html`<section class="reviews" id="reviews" aria-labelledby="reviews-title">
  <div class="reviews-aside">
    <h2 id="reviews-title">${texts.reviews}</h2>
    ${renderWidget(summary(sku, words))}
  </div>
  <div class="reviews-main">
    <details class="write">
      <summary>
        <span class="button button-quiet">${texts.write}</span><span class="write-hint">${hint}</span>
      </summary>
      <div class="write-body" id="your-review">${renderWidget(form(sku, words))}</div>
    </details>
    ${renderWidget(reviews(sku, words))}
  </div>
</section>`;
}

function questionsOf({ sku }: Product, words: Wording): Html {
  return html`<section class="reviews asked" aria-labelledby="asked-title">
  <div class="reviews-aside">
    <h2 id="asked-title">${words.product.asked}</h2>
    <p>${words.product.askedAbout}</p>
  </div>
  ${renderWidget(questions(sku, words))}
</section>`;
}
