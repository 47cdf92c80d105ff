/** The parts of both lists of the console: filters whose state is the address, rows, pages. */
import { fill } from '../../../contract/texts/texts.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import { html, type Markup } from '../../letters/html.ts';
import { keyOf } from '../frame/keys.ts';
import type { Session } from '../frame/page.ts';
import { selectOf } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { PAGE_SIZE, withFilter } from './filter.ts';

const { list, things } = words;

/** The states as options of a filter. */
export const stateChoices = (['held', 'published', 'hidden'] as const).map(
  (state) => [state, things.states[state]] as const,
);

export const orderChoice = (isOldest: boolean): Markup =>
  selectOf({
    name: 'order',
    label: list.order,
    chosen: isOldest ? 'oldest' : 'newest',
    options: [
      ['newest', list.orders.newest],
      ['oldest', list.orders.oldest],
    ],
  });

interface Field {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly type?: 'text' | 'date';
}

export const fieldOf = ({ name, label, value, type = 'text' }: Field): Markup =>
  html`<label class="choice"><span class="label">${label}</span>
<input type="${type}" name="${name}" value="${value}"></label>`;

export interface FilterForm {
  readonly session: Session;
  /** Of the list, as browsers find it. */
  readonly action: string;
  readonly q: string;
  readonly hint: string;
  /** Filters beside the search. */
  readonly choices: readonly Markup[];
  /** How many of them are set. */
  readonly set: number;
}

export function filterForm({ session, action, q, hint, choices, set }: FilterForm): Markup {
  return html`<form class="card filters" action="${action}" role="search">
<div class="search"><label class="label" for="q">${list.search}</label>
<input type="search" id="q" name="q" value="${q}" placeholder="${hint}" maxlength="200" dir="auto"
${keyOf(session, 'search').key}>
<button>${list.show}</button></div>
<details ${set > 0 && html`open`}><summary>${list.filters}${set > 0 && html` (${set})`}</summary>
<div class="choices">${choices}</div>
<p><a href="${action}">${list.reset}</a></p></details>
</form>`;
}

/** How many pages there are, and the ways to the ones beside this one. */
export function pagesOf(path: string, raw: RawParameters, page: number, total: number): Markup | false {
  const pages = Math.ceil(total / PAGE_SIZE);
  if (pages < 2) return false;
  const to = (other: number, text: string, rel: string) =>
    other >= 1 &&
    other <= pages &&
    html`<a class="button second" rel="${rel}" href="${withFilter(path, raw, { page: String(other) })}">${text}</a>`;
  return html`<nav class="pages" aria-label="${fill(list.page, { page, pages })}">${to(page - 1, list.previous, 'prev')}
<span class="soft">${fill(list.page, { page, pages })}</span>${to(page + 1, list.next, 'next')}</nav>`;
}
