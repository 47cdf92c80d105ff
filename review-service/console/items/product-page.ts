/** The page of a product: its figures, what is unanswered, and the forms that correct its sku. */
import { fill } from '../../../contract/texts/texts.ts';
import { LONGEST_LINE } from '../../../contract/endpoints/limits.ts';
import { isOnTheWeb } from '../../../contract/web-address.ts';
import { average } from '../../../review-store/content/rows.ts';
import { html, type Markup } from '../../letters/html.ts';
import { textField } from '../../pages/frame/fields.ts';
import { problem } from '../frame/guard.ts';
import type { PageCall, Shown } from '../frame/page.ts';
import { averageOf, hidden, PRODUCTS, valueIn } from '../frame/pieces.ts';
import { bar } from '../insights/charts.ts';
import { itemRow } from '../lists/rows.ts';
import { words } from '../words/index.ts';
import { columnsOf, factsOf, type Refusal } from './item-page.ts';
import type { ProductItem } from './read-product.ts';
import { timelineOf } from './timeline.ts';

const { products: said, things, list } = words;

export interface ProductView {
  readonly call: PageCall;
  readonly now: number;
  /** Of its page in the shop, as browsers find it; empty where nobody knows it. */
  readonly link: string;
  readonly done: Markup | undefined;
  readonly refused: Pick<Refusal, 'status' | 'problem'> | undefined;
}

export function productPage(item: ProductItem, view: ProductView): Shown {
  const { product, timeline } = item;
  const { call, done, refused } = view;
  const isRemoved = product.removed_at !== null;
  const mayCorrect = call.session.role === 'owner' && !isRemoved;
  const main = html`${figuresOf(item, view)}${saidMostOf(item, view)}${unansweredOf(item, view)}`;
  const side = html`${aboutIt(item, view)}${mayCorrect && formsOf(item, view)}`;
  return {
    status: refused?.status,
    title: product.title || product.sku,
    done,
    aside: isRemoved ? html`<span class="state">${said.removed}</span>` : undefined,
    body: html`${problem(refused?.problem)}
${columnsOf(main, side, timeline.length > 0 && timelineOf(timeline))}`,
  };
}

/** A list of what is about this product. */
const listOf = (
  { product }: ProductItem,
  { call }: ProductView,
  path: '/reviews' | '/questions',
  more: Readonly<Record<string, string>> = {},
): string => call.at(`${path}?${new URLSearchParams({ product: product.sku, ...more }).toString()}`);

function figuresOf(item: ProductItem, view: ProductView): Markup {
  const { product, held } = item;
  const { num_reviews: total, rating_sum: sum } = product;
  const rows = ([5, 4, 3, 2, 1] as const).map((stars) => {
    const count = product[({ 5: 'five', 4: 'four', 3: 'three', 2: 'two', 1: 'one' } as const)[stars]];
    const address = listOf(item, view, '/reviews', { state: 'published', stars: String(stars) });
    return html`<tr><th scope="row"><a href="${address}">${things.stars(stars)}</a></th>
<td>${bar(count, total)}</td><td>${count}</td></tr>`;
  });
  const heldOnes =
    held > 0 && html`<a href="${listOf(item, view, '/reviews', { state: 'held' })}">${said.held(held)}</a>`;
  return html`<section class="card"><h2>${list.reviews}</h2>
${
  total === 0
    ? html`<p class="soft">${said.noReviews}</p>`
    : html`<p class="line">${averageOf(average(sum, total))}
<a href="${listOf(item, view, '/reviews')}">${list.found(total)}</a></p>
<table class="spread"><caption class="soft">${said.spread}</caption><tbody>${rows}</tbody></table>`
}
<p class="line">${heldOnes}<a href="${listOf(item, view, '/questions')}">${said.allQuestions}</a></p></section>`;
}

function saidMostOf(item: ProductItem, view: ProductView): Markup | false {
  const rows = item.saidMost.map(({ words: term, language, count, low }) => {
    const address = listOf(item, view, '/reviews', { state: 'published', q: term });
    return html`<li><a href="${address}" lang="${language}">${term}</a> 
<span class="soft">${count}${low > 0 && html`, ${said.lowOf(low)}`}</span></li>`;
  });
  return (
    rows.length > 0 &&
    html`<section class="card"><h2>${said.saidMost}</h2><p class="soft">${said.saidMostHint}</p>
<ul class="plain said-most">${rows}</ul></section>`
  );
}

function unansweredOf(item: ProductItem, view: ProductView): Markup {
  const { low, questions, unanswered } = item;
  const { now, call } = view;
  const rows = [...low, ...questions].map((one) => itemRow(one, { now, at: call.at }));
  const more = [
    ...(['1', '2'] as const).map((stars) => ({
      path: listOf(item, view, '/reviews', { state: 'published', stars, answered: '0' }),
      text: fill(said.without, { stars: things.stars(Number(stars)) }),
      isWanted: unanswered.low > low.length,
    })),
    {
      path: listOf(item, view, '/questions', { answered: '0' }),
      text: said.questions(unanswered.questions),
      isWanted: unanswered.questions > questions.length,
    },
  ];
  const links = more.flatMap(({ path, text, isWanted }) => (isWanted ? html`<a href="${path}">${text}</a>` : []));
  return html`<section><h2 class="above">${said.unanswered}</h2>${
    rows.length === 0
      ? html`<p class="card soft">${said.allAnswered}</p>`
      : html`<ul class="plain card list">${rows}</ul>`
  }${links.length > 0 && html`<p class="line more">${links}</p>`}</section>`;
}

function aboutIt({ product, earlierSkus }: ProductItem, { call, link }: ProductView): Markup {
  const { sku, brand, gtin, mpn } = product;
  const qr =
    call.session.role === 'owner' &&
    html`<a href="${call.at(`/requests/qr?sku=${encodeURIComponent(sku)}`)}">${said.qr}</a>`;
  const facts = factsOf([
    [said.sku, html`<code>${sku}</code>`],
    [said.earlier, earlierSkus.length > 0 && html`<code>${earlierSkus.join(', ')}</code>`],
    [said.brand, brand],
    [said.gtin, gtin],
    [said.mpn, mpn],
    [said.link, isOnTheWeb(link) && html`<p class="line"><a href="${link}" rel="noopener">${said.open}</a>${qr}</p>`],
  ]);
  return html`<section class="card"><h2>${words.item.facts}</h2>${facts}</section>`;
}

function formsOf({ about, revision }: ProductItem, { call }: ProductView): Markup {
  const form = (action: 'rename' | 'merge') => {
    const { label, hint, button } = said[action];
    // One field each, with a name of its own: both are on one page.
    const value = valueIn(call.form, action);
    return html`<form method="post" action="${call.at(`${PRODUCTS}/${action}`)}">
${hidden('number', String(about.number))}${hidden('revision', revision)}
${textField({ name: action, label, hint, value, max: LONGEST_LINE, required: true })}
<button class="second">${button}</button></form>`;
  };
  return html`<section class="card acts" aria-label="${said.correct}">
${form('rename')}${form('merge')}</section>`;
}
