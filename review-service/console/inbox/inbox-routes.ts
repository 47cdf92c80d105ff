/** The inbox: what needs somebody, with the reason in words. */
import { fill } from '../../../contract/texts/texts.ts';
import type { Service } from '../../context.ts';
import { listUnseen, type UnseenImport } from '../../content/imports/files/unseen.ts';
import { readRefused } from '../../content/refused-writes.ts';
import type { Subject } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { saidOf } from '../acting/answers.ts';
import { laterOf } from '../acting/decisions.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { PAGE_SIZE, oneOf, pageIn } from '../lists/filter.ts';
import { pagesOf } from '../lists/list-page.ts';
import { itemRow, listRow, readListed } from '../lists/rows.ts';
import { agoOf, hidden, pathOf, readEach, spanOf, valueIn, withSaid } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { answeredSince } from './answered.ts';
import { firstSteps } from './first-steps.ts';
import { matterKinds, putOffMatter, readMatters, type Matter } from './matters.ts';
import { refusedRow } from './refused-routes.ts';
import { readInbox, waitingKinds, type InInbox } from './waiting.ts';
import { whyHeld, whyReported, whyWaits } from './why.ts';

const { inbox } = words;
const PATH = '/inbox';
const WEEK_MS = 7 * 86_400_000;

export function registerInbox(page: DeclarePage, service: Service): void {
  page('GET', PATH, 'moderator', (call) => show(service, call));
  page('POST', `${PATH}/later`, 'owner', async ({ session, form }) => {
    const kind = oneOf(matterKinds, valueIn(form, 'kind'));
    const later = { until: laterOf(valueIn(form, 'until'), service.now()), revision: valueIn(form, 'revision') };
    if (kind !== '') await putOffMatter(service.db, session.business, kind, later);
    return { to: PATH };
  });
  // For the title of the tab.
  page('GET', `${PATH}/count`, 'moderator', async ({ session }) => ({
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    content: String(Object.values(await readAll(service, session)).flat().length),
  }));
}

/** All that waits for somebody; requests are the owner's. */
async function readAll({ db, now }: Service, { business, role }: PageCall['session']) {
  const matters = role === 'owner' ? await readMatters(db, business, now()) : [];
  return { matters, things: await readInbox(db, { business, role }, now()) };
}

/** The kinds that one may ask for; the last is that of all matters. */
const REQUESTS = 'request';
const tabs = ['', ...waitingKinds, REQUESTS] as const;
type Tab = (typeof tabs)[number];
/** Shops that import nothing, and where all arrives, see no word of it. */
const rare: readonly Tab[] = ['import', 'refused', REQUESTS];

const ofTab = (things: readonly InInbox[], tab: Tab): readonly InInbox[] =>
  tab === '' ? things : things.filter(({ kinds }) => (kinds as readonly Tab[]).includes(tab));

async function show(service: Service, call: PageCall): Promise<Answer> {
  const { db } = service;
  const { query, at } = call;
  const now = service.now();
  const { things, matters } = await readAll(service, call.session);
  const kind = oneOf(tabs, valueIn(query, 'kind'));
  const isOfMatters = kind === '' || kind === REQUESTS;
  const order = oneOf(['riskiest'], valueIn(query, 'order'));
  const some = ofTab(things, kind);
  const ordered = order === '' ? some : some.toSorted((one, other) => other.risk - one.risk);
  const pageNumber = pageIn(query);
  const shown = ordered.slice((pageNumber - 1) * PAGE_SIZE, pageNumber * PAGE_SIZE);
  const rows = [
    ...(pageNumber === 1 && isOfMatters ? matters.map((matter) => matterRow(matter, call, now)) : []),
    ...(await rowsOf(db, call, shown, now)),
  ];
  const isEmpty = rows.length === 0 && ordered.length === 0;
  const address = (changes: Readonly<Record<string, string>>) => withSaid(PATH, { kind, order, ...changes });
  const links = tabs.flatMap((tab) => {
    const count = ofTab(things, tab).length + (tab === '' || tab === REQUESTS ? matters.length : 0);
    if (count === 0 && tab !== kind && rare.includes(tab)) return [];
    const here = tab === kind && html`aria-current="page"`;
    return html`<li><a href="${at(address({ kind: tab }))}" ${here}>${inbox.kinds[tab || 'all']}
<span class="count">${count}</span></a></li>`;
  });
  const orderLink = (to: '' | 'riskiest', label: string) =>
    html`<a href="${at(address({ order: to }))}" ${to === order && html`aria-current="true"`}>${label}</a>`;
  return {
    title: inbox.title,
    done: await saidOf(db, call, address({})),
    next: shown[0] && at(`${pathOf(shown[0].about)}?in=inbox`),
    body: html`<nav aria-label="${inbox.kind}"><ul class="tabs">${links}</ul></nav>
<p class="orders">${orderLink('', inbox.oldest)}
${orderLink('riskiest', inbox.riskiest)}</p>
${rows.length > 0 && html`<ol class="plain card list">${rows}</ol>`}
${pagesOf(at(PATH), query, pageNumber, ordered.length)}
${isEmpty && kind === '' && (await firstSteps(db, call))}
${await endOf(db, call, { isEmpty, isAll: kind === '', now })}`,
  };
}

function matterRow({ kind, count, since, revision }: Matter, { at }: PageCall, now: number): Markup {
  const later = (value: string, label: string) =>
    html`<button class="second" name="until" value="${value}">${label}</button>`;
  return listRow(
    html`<a href="${at(`/requests?state=${encodeURIComponent(kind)}`)}">${inbox.requests(count)}</a>`,
    html`<span class="why">${inbox.matters[kind]}</span>${agoOf(since, now)}`,
    {
      below: html`<form class="below" method="post" action="${at(`${PATH}/later`)}">
${hidden('kind', kind)}${hidden('revision', revision)}
<span class="label">${words.item.later}</span>${later('tomorrow', words.item.tomorrow)}
${later('week', words.item.nextWeek)}</form>`,
    },
  );
}

const importRow = ({ id, file, refused, startedAt }: UnseenImport, address: string, now: number): Markup =>
  listRow(
    html`<a href="${address}">${fill(words.transfer.import, { id })}:
<bdi>${file}</bdi></a>`,
    html`<span class="why">${words.transfer.refusedRows(refused)}</span>${agoOf(startedAt, now)}`,
  );

async function rowsOf(
  db: Database,
  { session, at }: PageCall,
  shown: readonly InInbox[],
  now: number,
): Promise<Markup[]> {
  const { business } = session;
  const isOther = ({ about }: InInbox) => about.subject === 'import' || about.subject === 'refused';
  const items = shown.filter((one) => !isOther(one)).map(({ about }) => about as Subject);
  const listed = await readListed(db, business, items);
  const held = await readEach(items, (subject, numbers) => whyHeld(db, business, subject, numbers));
  const isReported = shown.filter(({ kinds }) => kinds.includes('reported'));
  const reported = await whyReported(
    db,
    business.id,
    isReported.map(({ about }) => about.number),
  );
  const hasOthers = items.length < shown.length;
  const imports = hasOthers ? await listUnseen(db, business.id, now) : [];
  const numbers = shown.flatMap(({ about }) => (about.subject === 'refused' ? about.number : []));
  const refused = await readRefused(db, business.id, numbers, now);
  return shown.flatMap(({ about: { subject, number }, kinds }) => {
    const path = pathOf({ subject, number });
    const unseen = subject === 'import' && imports.find(({ id }) => id === number);
    if (unseen) return importRow(unseen, at(path), now);
    const write = subject === 'refused' && refused.find((one) => one.number === number);
    if (write) return refusedRow(write, at(path), now);
    const one = listed.get(path);
    if (!one) return [];
    const why = whyWaits(one, kinds, { held: held.get(path), reported: reported.get(path) }, now);
    return itemRow(one, { now, at, query: '?in=inbox', why });
  });
}

async function endOf(
  db: Database,
  { session }: PageCall,
  { isEmpty, isAll, now }: { readonly isEmpty: boolean; readonly isAll: boolean; readonly now: number },
): Promise<Markup> {
  const { count, medianMs } = await answeredSince(db, session.business.id, now - WEEK_MS);
  const answered =
    count > 0 &&
    ` ${inbox.week(count)}${medianMs === null ? '' : `, ${fill(inbox.median, { time: spanOf(medianMs) })}`}.`;
  const said = isEmpty ? (isAll ? inbox.empty : inbox.emptyKind) : inbox.end;
  return html`<p class="end ${isEmpty && 'empty'}">${said}${answered}</p>`;
}
