/** The shape of a list: filters whose state is the address, rows, pages. */
import { fill } from '../../../contract/texts/texts.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import { html, type Markup } from '../../letters/html.ts';
import { keyOf } from '../frame/keys.ts';
import type { PageCall, Shown } from '../frame/page.ts';
import { selectOf, valueIn, type Choice } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { PAGE_SIZE, withFilter } from './filter.ts';

const { list, things } = words;

/** A filter, by its name in the address: a choice where it has options, of which the first is for none. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly options?: Choice['options'];
  readonly type?: 'text' | 'date';
  /** It orders, and leaves nothing out. */
  readonly isOrder?: true;
}

/** A choice of nothing in particular, or of one of these. */
export const filterOf = (name: string, label: string, options: Choice['options']): Filter => ({
  name,
  label,
  options: [['', list.any], ...options],
});

export const stateFilter: Filter = filterOf(
  'state',
  list.state,
  (['held', 'published', 'hidden'] as const).map((state) => [state, things.states[state]] as const),
);
export const productFilter: Filter = { name: 'product', label: list.product };
export const orderFilter: Filter = { name: 'order', label: list.order, options: Object.entries(list.orders) };

export interface List {
  readonly call: PageCall;
  /** Below the console. */
  readonly path: string;
  /** Its state: the query of its address. */
  readonly raw: RawParameters;
  readonly title: string;
  /** In the empty field of the search. */
  readonly hint: string;
  readonly filters: readonly Filter[];
  /** How many there are, in words. */
  readonly found: string;
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly rows: readonly Markup[];
  /** Said where there are no rows. */
  readonly none: string;
  /** Beside how many there are. */
  readonly beside?: Markup | false;
  /** Puts its rows into a form. */
  readonly around?: (rows: Markup) => Markup;
  readonly problem?: Markup | undefined;
  readonly status?: number | undefined;
  readonly done?: Markup | undefined;
}

export function listPage({ around = (rows) => rows, ...shown }: List): Shown {
  const { call, path, raw, title, status, done, rows, none, total, page, problem, beside } = shown;
  const found = html`<p class="soft" id="found">${shown.found}</p>`;
  return {
    title,
    status,
    done,
    body: html`${problem && html`<div class="problem" role="alert">${problem}</div>`}
${filterForm(shown)}
${beside === undefined ? found : html`<div class="head">${found}${beside}</div>`}
${rows.length === 0 ? html`<p class="card">${none}</p>` : around(html`<ul class="plain card list">${rows}</ul>`)}
${pagesOf(call.at(path), raw, page, total)}`,
  };
}

function filterForm({ call, path, raw, hint, filters }: List): Markup {
  const action = call.at(path);
  const set = filters.filter(
    ({ name, options, isOrder }) => !isOrder && chosenOf(raw, name, options) !== (options?.[0]?.[0] ?? ''),
  ).length;
  const choices = filters.map(({ name, label, options, type }) =>
    options
      ? selectOf({ name, label, options, chosen: chosenOf(raw, name, options) })
      : fieldOf({ name, label, value: valueIn(raw, name), ...(type ? { type } : {}) }),
  );
  return html`<form class="card filters" action="${action}" role="search">
<div class="search"><label class="label" for="q">${list.search}</label>
<input type="search" id="q" name="q" value="${valueIn(raw, 'q')}" placeholder="${hint}" maxlength="200" dir="auto"
${keyOf(call.session, 'search').key}>
<button>${list.show}</button></div>
<details ${set > 0 && html`open`}><summary>${list.filters}${set > 0 && html` (${set})`}</summary>
<div class="choices">${choices}</div>
<p><a href="${action}">${list.reset}</a></p></details>
</form>`;
}

/** Of what cannot be chosen, the first is. */
function chosenOf(raw: RawParameters, name: string, options: Filter['options']): string {
  const given = valueIn(raw, name);
  return options ? (options.find(([value]) => value === given) ?? options[0]!)[0] : given;
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly type?: 'text' | 'date';
}

export const fieldOf = ({ name, label, value, type = 'text' }: Field): Markup =>
  html`<label class="choice"><span class="label">${label}</span>
<input type="${type}" name="${name}" value="${value}"></label>`;

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
