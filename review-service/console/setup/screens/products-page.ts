/** The page where a shop says what it sells. */
import { LONGEST_LINK } from '../../../../contract/endpoints/limits.ts';
import { fill } from '../../../../contract/texts/texts.ts';
import type { FeedState } from '../../../data/feed-state.ts';
import { html, type Markup } from '../../../letters/html.ts';
import { english } from '../../../letters/wording/index.ts';
import { mistakeList, textField } from '../../../pages/frame/fields.ts';
import type { Page } from '../../../pages/frame/layout.ts';
import type { Mistakes } from '../../../pages/frame/review-form.ts';
import { words } from '../../words/index.ts';
import type { TakenCatalogue } from '../catalogue.ts';
import { stepPage } from './pages.ts';

const { products: said } = words.setUp;

export interface ProductsPage {
  readonly business: string;
  readonly mistakes?: Mistakes;
  /** As typed; empty if none was. */
  readonly feed?: string;
  /** Its outcome; undefined as long as it is being read. */
  readonly read?: FeedState | undefined;
  /** The outcome of the file that was sent, if one was. */
  readonly taken?: TakenCatalogue | null;
}

export function productsPage({ business, mistakes = {}, feed = '', read, taken = null }: ProductsPage): Page {
  const isRight = Object.keys(mistakes).length === 0;
  const isDone = isRight && (feed !== '' || taken !== null);
  // An address that cannot be read is kept: it may be right soon.
  const [send, onwards] = read === undefined ? [said.send, said.later] : [said.sendAgain, said.goOn];
  return stepPage({
    step: 'products',
    business,
    mistakes,
    content: html`<p class="soft">${said.text}</p>
${mistakeList(mistakes, english)}
${feed !== '' && isRight && resultOfFeed(read)}
${resultOf(taken)}
<form method="post" enctype="multipart/form-data" novalidate>
${catalogueFields(feed, mistakes, '40 MB')}
<div class="send actions">${
      isDone
        ? html`<a class="button" href="look">${said.goOn}</a> <button class="second">${said.sendAgain}</button>`
        : html`<button>${send}</button> <a href="look">${onwards}</a>`
    }</div>
</form>`,
  });
}

/** @param most - of a file, such as `4 MB`. */
export function catalogueFields(feed: string, mistakes: Mistakes, most: string): Markup {
  const wrong = mistakes['file'];
  return html`${textField({
    name: 'feed',
    label: said.feed,
    hint: said.feedHint,
    value: feed,
    max: LONGEST_LINK,
    mistake: mistakes['feed'],
    autocomplete: 'url',
  })}
<div><label class="label" for="file">${said.file}</label>
<span class="hint" id="file-hint">${fill(said.fileHint, { most })}</span>
${wrong !== undefined && html`<span class="wrong" id="file-wrong">${wrong}</span>`}
<input type="file" id="file" name="file" accept=".xml,.csv,.tsv,.txt,.json,.jsonl"
 aria-describedby="${wrong !== undefined && 'file-wrong '}file-hint"
  ${wrong !== undefined && html`aria-invalid="true"`}></div>`;
}

const resultOfFeed = (read: FeedState | undefined): Markup =>
  read
    ? html`<p class="done" role="status">${fill(said.wasRead, {
        products: read.products ?? 0,
        refused: read.refused ?? 0,
      })}</p>`
    : html`<p role="status">${said.reading}</p>`;

/** The outcome of a file; nothing where none was taken. */
export function resultOf(outcome: TakenCatalogue | null): Markup | false {
  if (outcome === null || 'wrong' in outcome) return false;
  const { total, added, changed, unchanged, refused } = outcome.counts;
  const lines = outcome.said.map((line) => html`<li>${line}</li>`);
  return html`<div role="status"><p class="done">${fill(said.counts, { total, added, changed, unchanged, refused })}</p>
${lines.length > 0 && html`<ul class="plain">${lines}</ul>`}</div>`;
}
