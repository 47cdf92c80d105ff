/** The file that was dropped: what it is, its first reviews as they would be, how else to read it, and taking it. */
import { fill } from '../../../contract/texts/texts.ts';
import { encodings } from '../../../exchange/reading/decode-text.ts';
import { dateOrders, mapFields } from '../../../exchange/reviews/format.ts';
import { reviewFormats } from '../../../exchange/reviews/formats/index.ts';
import { sumInWords } from '../../../exchange/reviews/in-words.ts';
import { readMap } from '../../../exchange/reviews/map.ts';
import { PLAUDIT } from '../../../exchange/reviews/plaudit/lines.ts';
import {
  askOfFile,
  dropFile,
  listMaps,
  readKeptFile,
  type FileOptions,
  type KeptFile,
} from '../../content/imports/files/kept-files.ts';
import type { Service } from '../../context.ts';
import type { Database } from '../../data/tables.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { html, type Markup } from '../../letters/html.ts';
import { textField } from '../../pages/frame/fields.ts';
import { choicesOf } from '../frame/forms.ts';
import { problem } from '../frame/guard.ts';
import { Refused, type Answer, type DeclarePage, type PageCall } from '../frame/page.ts';
import { hidden, selectOf, valueIn, type Choice } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { FILE, isFollowed, PATH, progressOf, textsBelow } from './pieces.ts';

const { transfer: said, problems } = words;
const LONGEST_MAP = 10_000;
const LONGEST_NAME = 100;

export function registerFile(page: DeclarePage, { db, now }: Service): void {
  /** The form names the file that it showed. */
  const ask = async ({ session, form }: PageCall, what: Parameters<typeof askOfFile>[2]): Promise<Answer> => {
    const file = { business_id: session.business.id, id: valueIn(form, 'id') };
    if (!(await askOfFile(db, file, what, now()))) throw new Refused(409, said.changed, problems.unknown);
    return { to: `${FILE}?follow=1` };
  };

  page('GET', FILE, 'owner', (call) => show(db, call));

  page('POST', FILE, 'owner', (call) => ask(call, { state: 'checking', options: optionsIn(call) }));

  page('POST', `${FILE}/take`, 'owner', (call) => ask(call, { state: 'taking', actor: call.session.account.id }));

  page('POST', `${FILE}/drop`, 'owner', async ({ session }) => {
    await inTransaction(db, (transaction) => dropFile(transaction, session.business.id));
    return { to: `${PATH}?done=dropped` };
  });
}

/** @throws Refused */
function optionsIn({ form }: PageCall): FileOptions {
  const map = valueIn(form, 'map').slice(0, LONGEST_MAP);
  const one = (name: string, values: readonly string[]) => values.find((value) => value === valueIn(form, name)) ?? '';
  return {
    format: one('format', formats),
    map,
    // Only a map that is written there is saved.
    saveMap: readMap(map) ? valueIn(form, 'saveMap').slice(0, LONGEST_NAME) : '',
    dateOrder: one('dateOrder', dateOrders),
    encoding: one('encoding', encodings),
    createProducts: valueIn(form, 'createProducts') === '1',
  };
}

const formats: readonly string[] = [PLAUDIT, ...Object.keys(reviewFormats)];

async function show(db: Database, call: PageCall): Promise<Answer> {
  const { business } = call.session;
  const kept = await readKeptFile(db, business.id);
  if (!kept) return { to: PATH };
  const { state, name, import_id: importId, outcome } = kept;
  const follow = isFollowed(call) ? '?follow=1' : '';
  if (importId !== null && state !== 'refused') return { to: `${PATH}/${importId}${follow}` };
  if (state === 'checking' || state === 'taking') {
    const { added, changed, already, refused } = outcome.counts;
    const taken = added + changed + already + refused;
    return {
      title: fill(state === 'checking' ? said.checking : said.starting, { name }),
      isFollowed: isFollowed(call),
      body: html`<section class="card">${progressOf(call, FILE, taken, outcome.expected)}</section>
${dropForm(call, said.drop)}`,
    };
  }
  return {
    title: name,
    body: html`${state === 'checked' ? checked(call, kept) : refused(kept)}
${await optionsForm(db, call, kept)}${dropForm(call, said.drop)}`,
  };
}

export const dropForm = ({ at }: PageCall, label: string): Markup =>
  html`<form method="post" action="${at(`${FILE}/drop`)}"><button class="second">${label}</button></form>`;

/** Reasons name flags of the command; here they are fields. */
const asFields: Readonly<Record<string, string>> = {
  '--format': said.format,
  '--map': said.map,
  '--date-order': said.dateOrder,
  '--encoding': said.encoding,
};
const withFields = (reason: string): string =>
  reason.replace(/--[a-z-]+/g, (flag) => (asFields[flag] === undefined ? flag : `“${asFields[flag]}”`));

function refused({ outcome: { wrong }, import_id: importId }: KeptFile): Markup {
  const { line = 0, reason = '' } = wrong ?? {};
  const place = line > 0 ? `${fill(said.line, { line })}: ` : '';
  return html`<section class="card"><h2>${importId === null ? said.refusedFile : said.stopped}</h2>
${problem(place + withFields(reason))}</section>`;
}

function checked({ at }: PageCall, { id, outcome }: KeptFile): Markup {
  const { vendor, counts, notes, first, refused } = outcome;
  const total = counts.added + counts.changed;
  return html`<section class="card"><h2>${fill(said.checked, { vendor })}</h2>
<p>${sumInWords(counts)}</p>
${Object.entries(notes).map(([note, n]) => html`<p class="note">${fill(said.ofThem, { n, note })}</p>`)}
<p class="soft">${said.dry}</p>
<form method="post" action="${at(`${FILE}/take`)}">${hidden('id', id)}<button>${said.take}</button></form></section>
${textsBelow(
  said.refusedRows(counts.refused),
  refused.map(({ line, reason }) => `${fill(said.line, { line })}: ${reason}`),
  counts.refused,
)}
${textsBelow(said.first, first.map(firstRow), Math.max(total, first.length))}`;
}

const firstRow = ({ line, words: [about, ...rest] }: KeptFile['outcome']['first'][number]): Markup =>
  html`<strong>${about}</strong> <span class="hint">${fill(said.line, { line })}
· ${rest.join(' · ')}</span>`;

async function optionsForm(
  db: Database,
  { at }: PageCall,
  { id, state, options, business_id }: KeptFile,
): Promise<Markup> {
  const maps = await listMaps(db, business_id);
  const select = (name: 'format' | 'dateOrder' | 'encoding', values: Choice['options'], usual = said.itself) =>
    selectOf({ name, label: said[name], chosen: options[name], options: [['', usual], ...values] });
  const field = (name: 'map' | 'saveMap', max: number, hint?: string) =>
    textField({ name, label: said[name], value: options[name], max, hint });
  const vendors = formats.map(
    (name) => [name, name === PLAUDIT ? 'Plaudit' : reviewFormats[name as 'csv'].vendor] as const,
  );
  return html`<details class="card" ${state === 'refused' && html`open`}><summary>${said.options}</summary>
<form class="fields pairs" method="post" action="${at(FILE)}">${hidden('id', id)}
${select('format', vendors)}
${select('dateOrder', choicesOf(dateOrders, said.dateOrders))}
${select(
  'encoding',
  encodings.filter((one) => one !== 'utf-8').map((one) => [one, one]),
  said.usual,
)}
${field('map', LONGEST_MAP, fill(said.mapHint, { fields: mapFields.join(', ') }))}
${maps.length > 0 && html`<p class="hint">${fill(said.maps, { maps: maps.join(', ') })}</p>`}
${field('saveMap', LONGEST_NAME)}
<label class="check"><input type="checkbox" name="createProducts" value="1" ${options.createProducts && html`checked`}>
${said.createProducts}</label>
<button class="second">${said.checkAgain}</button></form></details>`;
}
