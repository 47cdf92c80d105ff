/** Insights: figures over the days that were chosen, each as a chart, as a table and as a file. */
import { fill } from '../../../contract/texts/texts.ts';
import { csvLine } from '../../../exchange/reviews/writing/csv-line.ts';
import { findProductBySku } from '../../../review-store/products/products.ts';
import type { Service } from '../../context.ts';
import { readBothKinds, type BothKinds } from '../../content/figures/both-kinds.ts';
import { countReviews, type Counted } from '../../content/figures/counts.ts';
import { KeptFigures } from '../../content/figures/kept-figures.ts';
import { storeOf } from '../../data/tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { fileOf } from '../frame/forms.ts';
import { unknown } from '../frame/guard.ts';
import type { DeclarePage, PageCall, Sent, Shown } from '../frame/page.ts';
import { dayOf, selectOf, valueIn } from '../frame/pieces.ts';
import { readFilter, withFilter } from '../lists/filter.ts';
import { fieldOf } from '../lists/list-page.ts';
import { words } from '../words/index.ts';
import { bar, columnChart, lineChart } from './charts.ts';
import { figures, nameOfSource, type Asked, type Figure, type FigureName } from './figures.ts';
import { isByWeek, readRange } from './periods.ts';
import { keepRisingWords } from './rising-words.ts';

const { insights: said, list } = words;
const PATH = '/insights';
const PATIENCE_MS = 100;
/** Rows of a table in the page. */
const MOST_ROWS = 20;
/** Of a product that there is not. */
const NONE = -1;

export function registerInsights(page: DeclarePage, service: Service): void {
  const kept = { figures: new KeptFigures(), words: keepRisingWords() };
  page('GET', PATH, 'moderator', async (call) => show(service, await askedIn(service, kept, call), call));
  page('GET', `${PATH}/:file`, 'moderator', (call) => sendFile(() => askedIn(service, kept, call), call));
}

async function askedIn(
  { db, now: clock }: Service,
  kept: { readonly figures: KeptFigures; readonly words: Asked['words'] },
  { session, query }: PageCall,
): Promise<Asked> {
  const now = clock();
  const { business } = session;
  const { product: sku, source, from, to } = readFilter(query);
  const product = sku === '' ? undefined : await findProductBySku(storeOf(db), business.id, sku);
  const productId = sku === '' ? undefined : (product?.id ?? NONE);
  const filter = { ...readRange({ from, to }, now), productId, source };
  const keep = await kept.figures.of(db, business.id);
  let counted: Promise<readonly Counted[]> | undefined;
  let standing: Promise<BothKinds> | undefined;
  return {
    db,
    business,
    now,
    filter,
    keep,
    words: kept.words,
    counted: () =>
      (counted ??= keep(`reviews ${JSON.stringify({ ...filter, source: '' })}`, () =>
        countReviews(db, business.id, filter),
      )),
    standing: () =>
      (standing ??= keep('standing', async () => [await readBothKinds(db, business.id)]).then(([both]) => both!)),
  };
}

async function show({ sleep }: Service, asked: Asked, call: PageCall): Promise<Shown> {
  const { filter } = asked;
  const sections: Markup[] = [];
  for (const name of Object.keys(figures) as FigureName[])
    sections.push(
      sectionOf(name, await (name === 'words' ? soon(asked, sleep) : figures[name].read(asked)), asked, call),
    );
  return {
    title: words.navigation.insights,
    body: html`${await filterOf(asked, call)}
${filter.productId === NONE && html`<p class="note">${said.unknownProduct}</p>`}
<p class="soft">${said.fine}</p>${sections}`,
  };
}

async function sendFile(asked: () => Promise<Asked>, call: PageCall): Promise<Sent> {
  const name = Object.keys(figures).find((one): one is FigureName => `${one}.csv` === call.params['file']);
  if (name === undefined) throw unknown();
  const { columns, rows } = await figures[name].read(await asked());
  const lines = [columns, ...rows].map((row) => csvLine(row.map((cell) => String(cell ?? ''))));
  return fileOf(`insights-${name}.csv`, 'text/csv; charset=utf-8', lines.join(''));
}

const numbers = new Intl.NumberFormat('en-GB');
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const isoOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

async function filterOf({ counted, filter }: Asked, { at, query }: PageCall): Promise<Markup> {
  const found = new Set((await counted()).map(({ source }) => source));
  if (filter.source !== '') found.add(filter.source);
  const sources = [...found].map((source) => [source, nameOfSource(source)] as const);
  return html`<form class="card find days" action="${at(PATH)}">
${fieldOf({ name: 'from', label: list.from, value: isoOf(filter.from), type: 'date' })}
${fieldOf({ name: 'to', label: list.to, value: isoOf(filter.to), type: 'date' })}
${fieldOf({ name: 'product', label: list.product, value: valueIn(query, 'product') })}
${selectOf({ name: 'source', label: list.source, chosen: filter.source, options: [['', list.any], ...sources] })}
<button class="second">${list.show}</button></form>`;
}

/** Words are read by a thread that may have to start first: the page does not wait for that. */
const soon = (asked: Asked, sleep: Service['sleep']): Promise<Figure | null> =>
  Promise.race([figures.words.read(asked), sleep(PATIENCE_MS).then(() => null)]);

/** @param figure - null where it is being worked out. */
function sectionOf(name: FigureName, figure: Figure | null, { filter }: Asked, { at, query }: PageCall): Markup {
  const title = said.titles[name];
  const days = figures[name].isOfDays && html`<strong>${dayOf(filter.from)} – ${dayOf(filter.to)}.</strong> `;
  const table = figure === null ? html`<p>${said.soon}</p>` : tableOf(title, figure, figures[name].bar);
  const file = withFilter(at(`${PATH}/${name}.csv`), query);
  return html`<section class="card" id="${name}"><div class="head"><h2>${title}</h2>
<a href="${file}" aria-label="${fill(said.fileOf, { title })}">${said.file}</a></div>
<p class="hint">${days}${said.hints[name]}</p>
${
  name === 'time' && figure
    ? html`${chartsOf(figure, isByWeek(filter))}<details><summary>${said.table}</summary>${table}</details>`
    : table
}</section>`;
}

/** @param barred - the column that is drawn. */
function tableOf(title: string, { columns, rows }: Figure, barred: number | null): Markup {
  if (rows.length === 0) return html`<p>${said.none}</p>`;
  const shown = rows.slice(0, barred === null ? rows.length : MOST_ROWS);
  const most = barred === null ? 0 : Math.max(...shown.map((row) => Number(row[barred])));
  const cell = (value: string | number | null, column: number) =>
    column === 0
      ? html`<th scope="row" dir="auto">${value}</th>`
      : typeof value === 'string'
        ? html`<td dir="auto">${value}</td>`
        : html`<td class="number">${value === null ? '–' : numbers.format(value)}
${column === barred && bar(value ?? 0, most)}</td>`;
  return html`<div class="scrolls" tabindex="0" role="group" aria-label="${title}"><table><thead><tr>${columns.map(
    (column) => html`<th scope="col">${column}</th>`,
  )}</tr></thead><tbody>${shown.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table></div>
${shown.length < rows.length && html`<p class="hint">${said.first(shown.length)}</p>`}`;
}

/** Columns of `overTime` in figures.ts. */
const REVIEWS = 1;
const AVERAGE = 4;

function chartsOf({ rows }: Figure, isWeekly: boolean): Markup {
  const names = rows.map(([day]) => (isWeekly ? fill(said.week, { day }) : month.format(Date.parse(day))));
  const periodsOf = (column: number) =>
    rows.map((row, at) => {
      const value = row[column] as number | null;
      return { title: `${names[at]!}: ${value === null ? '–' : numbers.format(value)}`, value };
    });
  const most = Math.max(...rows.map((row) => Number(row[REVIEWS])));
  const ends = html`<p class="ends soft"><span>${names[0]}</span><span>${names.at(-1)}</span></p>`;
  return html`<h3>${said.number}</h3><p class="soft">${fill(said.most, { n: numbers.format(most) })}</p>
${columnChart(said.number, periodsOf(REVIEWS), most)}${ends}
<h3>${said.averageOf}</h3>${lineChart(said.averageOf, periodsOf(AVERAGE), { least: 1, most: 5 })}${ends}`;
}
