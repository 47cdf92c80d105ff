/** The page where a shop says what it sells. */
import type { FeedState } from '../../../data/feed-state.ts';
import { html, type Markup } from '../../../letters/html.ts';
import { LONGEST_LINK } from '../../../../contract/endpoints/limits.ts';
import { mistakeList, textField } from '../../../pages/frame/fields.ts';

import type { Page } from '../../../pages/frame/layout.ts';
import type { Mistakes } from '../../../pages/frame/review-form.ts';
import { english } from '../../../letters/wording/index.ts';
import type { TakenCatalogue } from '../catalogue.ts';
import { stepPage } from './pages.ts';

const notYet = html`<button>Send</button> <a href="look">Later</a>`;
/** The address is kept: it may be right soon. */
const tryAgain = html`<button>Send again</button> <a href="look">Go on</a>`;
const goOn = html`<a class="button" href="look">Go on</a> <button class="second">Send again</button>`;

export interface ProductsPage {
  readonly business: string;
  readonly mistakes: Mistakes;
  /** As typed; empty if none was. */
  readonly feed: string;
  /** Its outcome; undefined as long as it is being read. */
  readonly read?: FeedState | undefined;
  /** The outcome of the file that was sent, if one was. */
  readonly taken: TakenCatalogue | null;
}

export function productsPage({ business, mistakes, feed, read, taken }: ProductsPage): Page {
  const isRight = Object.keys(mistakes).length === 0;
  const isKept = read !== undefined;
  const isDone = isRight && (feed !== '' || taken !== null);
  return stepPage({
    step: 'Products',
    business,
    title: 'What do you sell?',
    mistakes,
    content: html`<p class="soft">
A review needs a product to belong to. Give the product feed that your shop already makes
for Google, or an export of your shop: from Shopify, WooCommerce, or any CSV or JSON file with a column “sku”.</p>
${mistakeList(mistakes, english)}
${feed !== '' && isRight && resultOfFeed(read)}
${resultOf(taken)}
<form method="post" enctype="multipart/form-data" novalidate>
${catalogueFields(feed, mistakes, '40 MB')}
<div class="send actions">${isDone ? goOn : isKept ? tryAgain : notYet}</div>
</form>`,
  });
}

/** @param most - of a file, such as `4 MB`. */
export function catalogueFields(feed: string, mistakes: Mistakes, most: string): Markup {
  const wrong = mistakes['file'];
  return html`${textField({
    name: 'feed',
    label: 'Address of a product feed',
    hint: 'Such as https://your-shop.example/feeds/google.xml. It is read again by itself, every six hours.',
    value: feed,
    max: LONGEST_LINK,
    mistake: mistakes['feed'],
    autocomplete: 'url',
  })}
<div><label class="label" for="file">Or a file with your products</label>
<span class="hint" id="file-hint">XML, CSV, tab-separated text or JSON, up to ${most}</span>
${wrong !== undefined && html`<span class="wrong" id="file-wrong">${wrong}</span>`}
<input type="file" id="file" name="file" accept=".xml,.csv,.tsv,.txt,.json,.jsonl"
 aria-describedby="${wrong !== undefined && 'file-wrong '}file-hint"
  ${wrong !== undefined && html`aria-invalid="true"`}></div>`;
}

function resultOfFeed(read: FeedState | undefined): Markup {
  if (!read)
    return html`<p role="status">The feed is still being read. The last page of the set-up says if that fails.</p>`;
  const { products, refused } = read;
  return html`<p class="done" role="status">${products} products were read from the feed, ${refused} refused.
It is read again every six hours.</p>`;
}

/** The outcome of a file; nothing where none was taken. */
export function resultOf(outcome: TakenCatalogue | null): Markup | false {
  if (outcome === null || 'wrong' in outcome) return false;
  const { counts, said } = outcome;
  const { total, added, changed, unchanged } = counts;
  const lines = said.map((line) => html`<li>${line}</li>`);
  return html`<div role="status"><p class="done">${total} products: ${added} added, ${changed} changed,
${unchanged} unchanged, ${counts.refused} refused</p>
${lines.length > 0 && html`<ul class="plain">${lines}</ul>`}</div>`;
}
