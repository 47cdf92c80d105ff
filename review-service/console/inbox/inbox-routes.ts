/** The inbox: what needs somebody, with the reason in words. */
import { fill } from '../../../contract/texts/texts.ts';
import type { Service } from '../../context.ts';
import { listUnseen, type UnseenImport } from '../../content/imports/files/unseen.ts';
import { listRefused } from '../../content/refused-writes.ts';
import { readListedReviews, type ListedReview } from '../../content/moderation/listed-reviews.ts';
import { subjectOfReview, type SubjectKind } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { saidOf } from '../acting/answers.ts';
import { laterOf } from '../acting/decisions.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { readAsked, type Asked } from '../lists/asked.ts';
import { PAGE_SIZE, oneOf, pageIn } from '../lists/filter.ts';
import { pagesOf } from '../lists/list-page.ts';
import { questionRow, reviewRow } from '../lists/review-row.ts';
import { agoOf, hidden, pathOf, spanOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { answeredSince } from './answered.ts';
import { firstSteps } from './first-steps.ts';
import { matterKinds, putOffMatter, readMatters, type Matter } from './matters.ts';
import { refusedRow } from './refused-routes.ts';
import { readInbox, waitingKinds, type InInbox, type WaitingKind } from './waiting.ts';
import { reasonIn, whyHeld } from './why.ts';

const { inbox, why: whyWords } = words;
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
    content: String(await countWaiting(service, session)),
  }));
}

async function countWaiting({ db, now }: Service, { business, role }: PageCall['session']): Promise<number> {
  const matters = role === 'owner' ? await readMatters(db, business, now()) : [];
  return matters.length + (await readInbox(db, { business, role }, now())).length;
}

async function show({ db, now: clock }: Service, call: PageCall): Promise<Answer> {
  const { session, query, at } = call;
  const now = clock();
  const all = await readInbox(db, session, now);
  // Requests are the owner's.
  const matters = session.role === 'owner' ? await readMatters(db, session.business, now) : [];
  const isOfMatters = valueIn(query, 'kind') === REQUESTS;
  const kind = isOfMatters ? REQUESTS : oneOf(waitingKinds, valueIn(query, 'kind'));
  const isRiskiest = valueIn(query, 'order') === 'riskiest';
  const some = kind === '' ? all : kind === REQUESTS ? [] : all.filter(({ kinds }) => kinds.includes(kind));
  const ordered = isRiskiest ? some.toSorted((one, other) => other.risk - one.risk) : some;
  const pageNumber = pageIn(query);
  const shown = ordered.slice((pageNumber - 1) * PAGE_SIZE, pageNumber * PAGE_SIZE);
  const isWithMatters = pageNumber === 1 && (kind === '' || kind === REQUESTS);
  const rows = [
    ...(isWithMatters ? matters.map((matter) => matterRow(matter, call, now)) : []),
    ...(await rowsOf(db, call, shown, now)),
  ];
  const isEmpty = rows.length === 0 && ordered.length === 0;
  const address = (changes: Readonly<Record<string, string>>) =>
    addressOf({ kind, order: isRiskiest ? 'riskiest' : '', ...changes });
  const done = await saidOf(db, call, address({}));
  const first = shown[0];
  const kinds = kindLinks(all, matters, kind, (of) => at(address({ kind: of })));
  const orderLink = (order: '' | 'riskiest', label: string) => {
    const isHere = isRiskiest === (order === 'riskiest') && html`aria-current="true"`;
    return html`<a href="${at(address({ order }))}" ${isHere}>${label}</a>`;
  };
  return {
    title: inbox.title,
    ...(done === undefined ? {} : { done }),
    ...(first ? { next: at(`${pathOf(first.about)}?in=inbox`) } : {}),
    body: html`<nav aria-label="${inbox.kind}"><ul class="tabs">${kinds}</ul></nav>
<p class="orders">${orderLink('', inbox.oldest)}
${orderLink('riskiest', inbox.riskiest)}</p>
${rows.length > 0 && html`<ol class="plain card list">${rows}</ol>`}
${pagesOf(at(PATH), query, pageNumber, ordered.length)}
${isEmpty && kind === '' && (await firstSteps(db, call))}
${await endOf(db, call, { isEmpty, isAll: kind === '', now })}`,
  };
}

function addressOf(filters: Readonly<Record<string, string>>): string {
  const said = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  return said.size === 0 ? PATH : `${PATH}?${said.toString()}`;
}

/** The one kind of all matters. */
const REQUESTS = 'request';

function kindLinks(
  all: readonly InInbox[],
  matters: readonly Matter[],
  chosen: WaitingKind | typeof REQUESTS | '',
  address: (kind: string) => string,
): Markup[] {
  // Shops that import nothing, and where all arrives, see no word of it.
  const isRare = (kind: string) => kind === 'import' || kind === 'refused';
  const isThere = (kind: string) => chosen === kind || all.some(({ kinds }) => (kinds as string[]).includes(kind));
  const hasRequests = chosen === REQUESTS || matters.length > 0;
  const shown = (['', ...waitingKinds, REQUESTS] as const).filter(
    (kind) => (!isRare(kind) || isThere(kind)) && (kind !== REQUESTS || hasRequests),
  );
  return shown.map((kind) => {
    const waits = kind === REQUESTS ? [] : all.filter(({ kinds }) => kind === '' || kinds.includes(kind));
    const count = waits.length + (kind === '' || kind === REQUESTS ? matters.length : 0);
    const here = kind === chosen && html`aria-current="page"`;
    const label = html`${inbox.kinds[kind || 'all']} <span class="count">${count}</span>`;
    return html`<li><a href="${address(kind)}" ${here}>${label}</a></li>`;
  });
}

function matterRow({ kind, count, since, revision }: Matter, { at }: PageCall, now: number): Markup {
  const later = (value: string, label: string) =>
    html`<button class="second" name="until" value="${value}">${label}</button>`;
  return html`<li class="row"><div class="main">
<a href="${at(`/requests?state=${encodeURIComponent(kind)}`)}">${inbox.requests(count)}</a>
<p class="line soft"><span class="why">${inbox.matters[kind]}</span>${agoOf(since, now)}</p></div>
<form class="below" method="post" action="${at(`${PATH}/later`)}">${hidden('kind', kind)}${hidden('revision', revision)}
<span class="label">${words.item.later}</span>${later('tomorrow', words.item.tomorrow)}
${later('week', words.item.nextWeek)}</form></li>`;
}

async function rowsOf(
  db: Database,
  { session, at }: PageCall,
  shown: readonly InInbox[],
  now: number,
): Promise<Markup[]> {
  const { business } = session;
  const bySubject = Map.groupBy(shown, ({ about }) => about.subject);
  const numbers = (subject: SubjectKind) => (bySubject.get(subject) ?? []).map(({ about }) => about.number);
  const found = new Map<string, ListedReview>();
  const why = new Map<string, readonly string[]>();
  for (const [subject, kind] of [
    ['product review', 'product'],
    ['review', 'business'],
  ] as const) {
    for (const listed of (await readListedReviews(db, business.id, kind, numbers(subject))).values())
      found.set(pathOf(subjectOfReview(listed)), listed);
  }
  for (const subject of ['product review', 'review', 'product question'] as const)
    for (const [number, reasons] of await whyHeld(db, business, subject, numbers(subject)))
      why.set(pathOf({ subject, number }), reasons);
  const questions = new Map<string, Asked>();
  for (const subject of ['product question', 'question'] as const)
    for (const asked of (await readAsked(db, business, subject, numbers(subject))).values())
      questions.set(pathOf(asked.about), asked);
  const reports = await reportsOf(db, business.id, shown);
  const refused = bySubject.has('refused') ? await listRefused(db, business.id, now) : [];
  const imports = bySubject.has('import') ? await listUnseen(db, business.id, now) : [];
  return shown.flatMap((waiting) => {
    const path = pathOf(waiting.about);
    const view = { now, at, query: '?in=inbox' };
    const unseen = waiting.about.subject === 'import' && imports.find(({ id }) => id === waiting.about.number);
    if (unseen) return [importRow(unseen, at(path), now)];
    const write = waiting.about.subject === 'refused' && refused.find(({ number }) => number === waiting.about.number);
    if (write) return [refusedRow(write, at(path), now)];
    const question = questions.get(path);
    if (question) {
      const time = spanOf(now - question.createdAt);
      const waits = question.state === 'held' ? why.get(path) : heldAnswers(question);
      return [questionRow(question, { ...view, why: waits?.join(', ') ?? fill(whyWords.noAnswer, { time }) })];
    }
    const listed = found.get(path);
    if (!listed) return [];
    const reasons = waiting.kinds.flatMap((kind) => {
      if (kind === 'held') return why.get(path) ?? [];
      if (kind === 'reported') return reports.get(path) ?? [];
      const time = spanOf(now - Date.parse(listed.createdRFC));
      return listed.stars === null ? [] : [`${whyWords.low(listed.stars)}, ${fill(whyWords.noReply, { time })}`];
    });
    return [reviewRow(listed, { ...view, why: reasons.join(', ') })];
  });
}

const importRow = ({ id, file, refused, startedAt }: UnseenImport, address: string, now: number): Markup =>
  html`<li class="row"><div class="main"><a href="${address}">${fill(words.transfer.import, { id })}:
<bdi>${file}</bdi></a><p class="line soft"><span class="why">${words.transfer.refusedRows(refused)}</span>
${agoOf(startedAt, now)}</p></div></li>`;

/** Undefined where none waits. */
function heldAnswers({ answers }: Asked): string[] | undefined {
  const reasons = new Set(answers.flatMap(({ heldFor }) => (heldFor === null ? [] : reasonIn(heldFor))));
  return reasons.size === 0 ? undefined : [fill(whyWords.heldAnswer, { why: [...reasons].join(', ') })];
}

/** How often and what for, in words. */
async function reportsOf(db: Database, businessId: number, shown: readonly InInbox[]): Promise<Map<string, string[]>> {
  const reported = shown.filter(({ kinds }) => kinds.includes('reported'));
  if (reported.length === 0) return new Map();
  const rows = await db
    .selectFrom('review_flag')
    .select(['review_id', 'of_product', 'reason'])
    .where('business_id', '=', businessId)
    .where('closed_at', 'is', null)
    .where(
      'review_id',
      'in',
      reported.map(({ about }) => about.number),
    )
    .execute();
  const each = Map.groupBy(rows, (row) =>
    pathOf({ subject: row.of_product === 1 ? 'product review' : 'review', number: row.review_id }),
  );
  const names = whyWords.reports as Readonly<Record<string, string>>;
  return new Map(
    [...each].map(([path, some]) => {
      const reasons = [...new Set(some.map(({ reason }) => names[reason] ?? reason))];
      return [path, [`${whyWords.reported(some.length)}: ${reasons.join(', ')}`]];
    }),
  );
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
