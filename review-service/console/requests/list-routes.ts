/** The requests for reviews: what became of each, a reminder, and taking back what was just asked. */
import { fill } from '../../../contract/texts/texts.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import type { Service } from '../../context.ts';
import { html, type Markup } from '../../letters/html.ts';
import { mayRemind, readRequests, requestStates, type ListedRequest } from '../../letters/requests/outcomes.ts';
import { remind, takeBack } from '../../letters/requests/remind.ts';
import { MAILS_WAIT_MS } from '../acting/act.ts';
import { choicesOf } from '../frame/forms.ts';
import type { DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { pageIn, PAGE_SIZE } from '../lists/filter.ts';
import { pagesOf } from '../lists/list-page.ts';
import { doneOf, hidden, selectOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { factsOf, PATH, requestTabs } from './pieces.ts';

const { requests: said } = words;

export function registerRequestList(page: DeclarePage, { db, now }: Service): void {
  page('GET', PATH, 'owner', (call) => list(db, call));

  page('POST', `${PATH}/remind`, 'owner', async ({ session, form }) => {
    const at = now();
    const id = valueIn(form, 'id');
    const isDone = await inTransaction(db, (transaction) =>
      remind(transaction, session.business, id, { now: at, mailAt: at + MAILS_WAIT_MS }),
    );
    return { to: isDone ? `${PATH}?done=reminded&at=${at}` : `${PATH}?done=notReminded` };
  });

  page('POST', `${PATH}/undo`, 'owner', async ({ session, form }) => {
    const at = Number(valueIn(form, 'at'));
    const which = { at: Number.isSafeInteger(at) ? at : 0, now: now() };
    const count = await inTransaction(db, (transaction) => takeBack(transaction, session.business.id, which));
    return { to: `${PATH}?done=${count > 0 ? 'takenBack' : 'tooLate'}&count=${count}` };
  });
}

async function list(db: Service['db'], call: PageCall): Promise<Shown> {
  const { session, query, at } = call;
  const state = requestStates.find((one) => one === valueIn(query, 'state'));
  const q = valueIn(query, 'q').slice(0, 200);
  const page = pageIn(query);
  const wanted = { start: (page - 1) * PAGE_SIZE, count: PAGE_SIZE };
  const { requests, total } = await readRequests(db, session.business.id, { state, q }, wanted);
  const options = choicesOf(requestStates, said.states, said.any);
  const none = q === '' && state === undefined ? said.noneAtAll : said.none;
  return {
    title: words.navigation.requests,
    aside: html`<a class="button" href="${at(`${PATH}/new`)}">${said.ask}</a>`,
    ...done(call),
    body: html`${requestTabs(call, PATH)}
<form class="card find" role="search">
<div><label class="label" for="q">${said.search}</label>
<input type="search" id="q" name="q" value="${q}" maxlength="200"></div>
${selectOf({ name: 'state', label: said.state, chosen: state ?? '', options })}
<button class="second">${said.show}</button></form>
<p class="soft">${said.found(total)}</p>
${
  requests.length === 0
    ? html`<p class="card">${none}</p>`
    : html`<section class="card"><ul class="plain rows">${requests.map((one) => row(one, at))}</ul></section>`
}
${pagesOf(at(PATH), query, page, total)}`,
  };
}

/** The last action; what was asked or reminded can be taken back. */
function done(call: PageCall): Pick<Shown, 'done'> {
  const count = Number(valueIn(call.query, 'count')) || 0;
  const { reminded, notReminded, tooLate } = said;
  const texts = { asked: said.asked(count), reminded, notReminded, takenBack: said.takenBack(count), tooLate };
  const { done: text } = doneOf(call, texts);
  if (!text) return {};
  const moment = valueIn(call.query, 'at');
  const undo =
    moment !== '' &&
    html`<form method="post" action="${call.at(`${PATH}/undo`)}">${hidden('at', moment)}
<button class="second">${said.undo}</button></form>`;
  return { done: html`<span>${text}</span>${undo}` };
}

function row(request: ListedRequest, at: PageCall['at']): Markup {
  const { id, kind, state, email, phone, order_id: order, product_skus: skus, created, reminded } = request;
  const name = `${request.first_name} ${request.last_name}`.trim();
  const recipient = email ?? phone ?? '';
  const about = kind === 'products' ? skus.join(', ') : said.aboutShop;
  const facts = [name === '' ? '' : recipient, fill(said.order, { order }), about, created.slice(0, 10)].filter(
    Boolean,
  );
  const again = reminded !== null && fill(said.remindedOn, { date: reminded.slice(0, 10) });
  const label = fill(said.remindOf, { name: name || recipient, order });
  const form =
    reminded === null &&
    email !== null &&
    mayRemind(state) &&
    html`<form method="post" action="${at(`${PATH}/remind`)}">${hidden('id', id)}
<button class="second" aria-label="${label}">${said.remind}</button></form>`;
  return html`<li><span class="what"><strong><bdi>${name || recipient}</bdi></strong>
${factsOf(facts)}</span>
<span class="fate"><span class="tag is-${state.replace(' ', '-')}">${said.states[state]}</span>
${again && html`<span class="hint">${again}</span>`}${form}</span></li>`;
}
