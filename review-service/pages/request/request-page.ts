import { fill } from '../../../contract/texts/texts.ts';
import { html, type Markup } from '../../letters/html.ts';
import { formatDay, type Wording } from '../../letters/wording/index.ts';
import { businessReviewFields, mistakeList, productReviewFields, sendButton, writerFields } from '../frame/fields.ts';
import { titleOf, type Page } from '../frame/layout.ts';
import type { Mistakes, Question, TypedReview, TypedWriter } from '../frame/review-form.ts';

export interface RequestedProduct {
  /** How the names of its fields begin. */
  readonly prefix: string;
  readonly title: string;
  /** Address of its picture, if it has one. */
  readonly image: string | null;
  readonly reviewed: boolean;
  readonly typed: TypedReview;
  readonly questions: readonly Question[];
}

export interface RequestPage {
  readonly business: string;
  /** True if new reviews are pending until somebody publishes them. */
  readonly held: boolean;
  readonly orderId: string;
  readonly orderDate: number;
  /** The review of the business; null if it is not asked for, or already written. */
  readonly review: TypedReview | null;
  readonly products: readonly RequestedProduct[];
  readonly writer: TypedWriter;
  readonly mistakes: Mistakes;
  readonly photosSent: boolean;
}

/** One page for an order: the business, what was bought, or both. */
export function requestPage(page: RequestPage, wording: Wording): Page {
  const { business, held, review, products, writer, mistakes, photosSent } = page;
  const words = wording.request;
  const ofBusiness = review !== null;
  return {
    wording,
    business,
    previews: true,
    title: titleOf(fill((ofBusiness ? wording.write : words.products).title, { business }), mistakes, wording),
    images: products.flatMap(({ image }) => image ?? []),
    content: html`
<p class="order">${fill(words.order, { order: page.orderId, date: formatDay(wording, page.orderDate) })}</p>
<h1>${fill((ofBusiness ? wording.write : words.products).heading, { business })}</h1>
<p class="soft">${wording.write.intro}</p>
${mistakeList(mistakes, wording)}
<form method="post" enctype="multipart/form-data" novalidate>
${ofBusiness && businessReviewFields({ prefix: '', typed: review, mistakes, photosSent }, wording)}
${
  products.length > 0 &&
  html`<div class="products">
${ofBusiness && html`<h2>${words.productsToo} <span class="soft">(${wording.form.optional})</span></h2>`}
${products.length > 1 && html`<p class="hint">${words.productsHint}</p>`}
${products.map((product) => productCard(product, { level: ofBusiness ? 3 : 2, mistakes, photosSent }, wording))}
</div>`
}
${writerFields({ typed: writer, mistakes, email: 'known' }, wording)}
${sendButton({ label: held ? words.sendHeld : words.send, held }, wording)}
</form>`,
  };
}

interface CardOptions {
  /** Of its heading. */
  readonly level: 2 | 3;
  readonly mistakes: Mistakes;
  readonly photosSent: boolean;
}

function productCard(
  { prefix, title, image, reviewed, typed, questions }: RequestedProduct,
  { level, mistakes, photosSent }: CardOptions,
  wording: Wording,
): Markup {
  const id = `${prefix}name`;
  const picture = image !== null && html`<img src="${image}" alt="" width="72" height="72" loading="lazy">`;
  const name = html`<bdi>${title}</bdi>`;
  const heading = level === 2 ? html`<h2 id="${id}">${name}</h2>` : html`<h3 id="${id}">${name}</h3>`;
  const fields = reviewed
    ? html`<p class="done">✓ ${wording.request.done}</p>`
    : productReviewFields({ prefix, typed, questions, mistakes, photosSent }, wording);
  return html`<section class="product" aria-labelledby="${id}">
<div class="what">${picture}${heading}</div>
${fields}
</section>`;
}
