/** Asking for reviews: about one order by hand, or about those of a file, which are checked and shown first. */
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { fill } from '../../../contract/texts/texts.ts';
import { LONGEST_LINE, LONGEST_TEXT } from '../../../contract/endpoints/limits.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import { FileRefused } from '../../../exchange/file-refused.ts';
import { orderFields, type FoundOrder, type OrderField } from '../../../exchange/orders/order.ts';
import { readOrders } from '../../../exchange/orders/read-orders.ts';
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import { sendOrders } from '../../letters/requests/send-orders.ts';
import { textField } from '../../pages/frame/fields.ts';
import { MAILS_WAIT_MS } from '../acting/act.ts';
import { fileForm, fine, languageChoice, rowsBelow, wrong } from '../frame/forms.ts';
import { problem } from '../frame/guard.ts';
import { Refused, type DeclarePage, type PageCall, type Shown } from '../frame/page.ts';
import { hidden, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { factsOf, PATH, requestTabs } from './pieces.ts';

const { requests: said, problems } = words;
/** Orders and refusals that a check shows of each. */
const MOST_SHOWN = 50;
/** Of the orders that a page carries from the check to the sending, as its field has them; in characters. */
const MOST_CARRIED = 200_000;
const MOST_UNPACKED_BYTES = 2 ** 24;

export function registerAsking(page: DeclarePage, { db, now }: Service): void {
  page('GET', `${PATH}/new`, 'owner', (call) => newPage(call));

  page('POST', `${PATH}/new`, 'owner', async (call) => {
    const order = { line: 1, fields: fieldsIn(call.form) };
    const at = now();
    let byHand: string | null = null;
    await sendOrders(db, call.session.business, [order], {
      now: at,
      mailAt: at + MAILS_WAIT_MS,
      onOrder(_line, outcome, _order, reason) {
        if (outcome !== 'asked') byHand = reason ?? said.notAsked[outcome as 'unsubscribed'];
      },
    });
    if (byHand !== null) return newPage(call, wrong({ byHand }));
    return { to: `${PATH}?done=asked&count=1&at=${at}` };
  });

  page('POST', `${PATH}/check`, 'owner', async (call) => {
    const file = call.files.get('file');
    if (!file) return newPage(call, wrong({ byFile: said.noFile }));
    try {
      return await checked(db, call, file, now());
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      const place = error.line > 0 ? `${fill(said.line, { line: error.line })}: ` : '';
      return newPage(call, wrong({ byFile: place + error.message }));
    }
  });

  page('POST', `${PATH}/send`, 'owner', async ({ session, form }) => {
    const orders = unpacked(valueIn(form, 'orders'));
    const at = now();
    const options = { now: at, mailAt: at + MAILS_WAIT_MS, onOrder: () => {} };
    const { asked } = await sendOrders(db, session.business, orders, options);
    return { to: `${PATH}?done=asked&count=${asked}&at=${at}` };
  });
}

const fieldsIn = (raw: RawParameters) =>
  Object.fromEntries(orderFields.map((name) => [name, valueIn(raw, name)])) as FoundOrder['fields'];

function newPage(call: PageCall, { status, mistakes } = fine): Shown {
  const typed = fieldsIn(call.form);
  const field = (name: Exclude<OrderField, 'language'>, type: 'text' | 'email' | 'lines' = 'text') =>
    textField({
      name,
      hint: undefined,
      ...said.fields[name],
      value: typed[name],
      max: name === 'product_skus' ? LONGEST_TEXT : LONGEST_LINE,
      type,
      required: name !== 'first_name' && name !== 'last_name',
    });
  return {
    status,
    title: said.ask,
    body: html`${requestTabs(call, `${PATH}/new`)}
<section class="card" aria-labelledby="file-title"><h2 id="file-title">${said.fileTitle}</h2>
<p class="soft">${said.fileText}</p>${problem(mistakes['byFile'])}
${fileForm(call.at(`${PATH}/check`), said)}</section>
<section class="card" aria-labelledby="hand-title"><h2 id="hand-title">${said.handTitle}</h2>
<p class="soft">${said.handText}</p>${problem(mistakes['byHand'])}
<form class="fields pairs" method="post" action="${call.at(`${PATH}/new`)}">
${field('email', 'email')}${field('order_id')}${field('first_name')}${field('last_name')}
${field('product_skus', 'lines')}${field('order_date')}
${languageChoice(said.language, typed.language, said.shopsLanguage)}
<button>${said.send}</button></form></section>`,
  };
}

type Looked = Parameters<Parameters<typeof sendOrders>[3]['onOrder']>;

async function checked(db: Service['db'], call: PageCall, file: Buffer, now: number): Promise<Shown> {
  const notices: string[] = [];
  const orders = await readOrders(Readable.from([file]), (notice) => notices.push(notice));
  const looked: Looked[] = [];
  const counts = await sendOrders(db, call.session.business, orders, {
    dryRun: true,
    now,
    onOrder: (...one) => void looked.push(one),
  });
  const asked = looked.flatMap(([, outcome, order]) => (outcome === 'asked' && order ? [order] : []));
  const refused = looked.filter(([, outcome]) => outcome === 'refused');
  const carried = packed(asked);
  if (carried.length > MOST_CARRIED) throw new Refused(413, said.tooManyTitle, said.tooMany);
  const facts = (['already asked', 'unsubscribed', 'left out'] as const)
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => html`<li>${said.counts[outcome](counts[outcome])}</li>`);
  const faults = refused
    .slice(0, MOST_SHOWN)
    .map(([line, , , reason]) => html`<li><span><strong>${fill(said.line, { line })}</strong> ${reason}</span></li>`);
  return {
    title: said.checkTitle,
    body: html`<section class="card"><h2>${said.toAsk(asked.length)}</h2>
${notices.map((notice) => html`<p class="note">${notice}</p>`)}
${facts.length > 0 && html`<ul class="plain soft">${facts}</ul>`}
<div class="below">${
      asked.length > 0 &&
      html`<form method="post" action="${call.at(`${PATH}/send`)}">${hidden('orders', carried)}
<button>${said.askAll(asked.length)}</button></form>`
    }
<a class="button second" href="${call.at(`${PATH}/new`)}">${said.other}</a></div></section>
${rowsBelow(said.refusedRows(refused.length), faults, refused.length, said.more)}
${rowsBelow(said.firstRows, asked.slice(0, MOST_SHOWN).map(orderRow), asked.length, said.more)}`,
  };
}

function orderRow({ email, order_id: order, order_date, first_name, last_name, product_skus }: FoundOrder['fields']) {
  const name = `${first_name} ${last_name}`.trim();
  const about = [name && email, fill(said.order, { order }), product_skus, order_date];
  return html`<li><span class="what"><strong><bdi>${name || email}</bdi></strong>
${factsOf(about)}</span></li>`;
}

const packed = (orders: readonly FoundOrder['fields'][]): string =>
  gzipSync(JSON.stringify(orders.map((order) => orderFields.map((name) => order[name])))).toString('base64');

/** It comes back from a browser: what it says is checked again as it is sent. */
function unpacked(carried: string): FoundOrder[] {
  try {
    const text = gunzipSync(Buffer.from(carried, 'base64'), { maxOutputLength: MOST_UNPACKED_BYTES }).toString();
    const orders = JSON.parse(text) as unknown;
    if (!Array.isArray(orders)) throw new TypeError('no list');
    return orders.map((order: unknown, index) => {
      const values = Array.isArray(order) ? order : [];
      return {
        line: index + 1,
        fields: fieldsIn(Object.fromEntries(orderFields.map((name, at) => [name, String(values[at] ?? '')]))),
      };
    });
  } catch {
    throw new Refused(400, problems.unreadableTitle, problems.unreadable);
  }
}
