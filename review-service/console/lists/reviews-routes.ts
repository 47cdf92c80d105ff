/** The list of reviews, with what is done to several at once. */
import { removalReasons } from '../../../contract/removal-reasons.ts';
import type { Service } from '../../context.ts';
import { isReview, subjectOfReview, type EventKind } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { act, type Wanted } from '../acting/act.ts';
import { addressAfter, listOfChanged, saidOf } from '../acting/answers.ts';
import { readRevisions } from '../acting/revision.ts';
import { mistakeIn, workOf } from '../acting/decisions.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { hidden, pathOf, selectOf, subjectAt, valueIn, valuesIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { filterNames, PAGE_SIZE, readFilter, withFilter, type ReviewListFilter } from './filter.ts';
import { findReviews } from './find-reviews.ts';
import { fieldOf, filterForm, orderChoice, pagesOf, stateChoices } from './list-page.ts';
import { reviewRow } from './review-row.ts';

const { list, things, changed: changedWords } = words;
const PATH = '/reviews';

export function registerReviewList(page: DeclarePage, service: Service): void {
  page('GET', PATH, 'moderator', (call) => show(service, call));
  page('POST', `${PATH}/publish`, 'moderator', (call) => toSeveral(service, call, 'published'));
  page('POST', `${PATH}/hide`, 'moderator', (call) => toSeveral(service, call, 'hidden'));
}

/** A POST has the address of its list in a field. */
const addressOf = ({ query, form }: PageCall) => {
  const from = valueIn(form, 'list');
  return from === '' ? query : Object.fromEntries(new URLSearchParams(from));
};

async function show(
  { db, now: clock }: Service,
  call: PageCall,
  more: { readonly status?: number; readonly problem?: Markup } = {},
): Promise<Answer> {
  const { session, at } = call;
  const { business, role } = session;
  const raw = addressOf(call);
  const filter = readFilter(raw);
  const now = clock();
  const { reviews, total } = await findReviews(db, business, filter, role);
  const revisions = await revisionsOf(db, business, reviews);
  const rows = reviews.map((listed) => {
    const path = pathOf(subjectOfReview(listed)).slice(1);
    const value = `${path} ${revisions.get(path) ?? ''}`;
    const label = `${list.choose} ${listed.number}`;
    const box = html`<input type="checkbox" name="revision" value="${value}" aria-label="${label}">`;
    return reviewRow(listed, { now, at, box });
  });
  const here = withFilter(PATH, raw);
  const done = await saidOf(db, call, here);
  const hint = role === 'owner' ? list.searchHint : list.searchHintModerator;
  const isAll = filterNames.every((name) => valueIn(raw, name) === '');
  return {
    title: list.reviews,
    status: more.status ?? 200,
    ...(done === undefined ? {} : { done }),
    body: html`${more.problem && html`<div class="problem" role="alert">${more.problem}</div>`}
${filterForm({ session, action: at(PATH), q: filter.q, hint, choices: choicesOf(filter, raw), set: setOf(raw) })}
<div class="head"><p class="soft" id="found">${list.found(total)}</p>
${role === 'owner' && total > 0 && exportForm(here, at)}</div>
${rows.length === 0 ? html`<p class="card">${isAll ? list.noneAtAll : list.none}</p>` : bulk(rows, here, at)}
${pagesOf(at(PATH), raw, filter.page, total)}`,
  };
}

const exportForm = (here: string, at: PageCall['at']): Markup =>
  html`<form method="post" action="${at(`${PATH}/export`)}">${hidden('list', here.slice(PATH.length + 1))}
<button class="second">${words.transfer.exportShown}</button></form>`;

async function revisionsOf(
  db: Database,
  business: PageCall['session']['business'],
  reviews: Awaited<ReturnType<typeof findReviews>>['reviews'],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const subjects = reviews.map((listed) => subjectOfReview(listed));
  for (const [subject, some] of Map.groupBy(subjects, (about) => about.subject)) {
    const numbers = some.map(({ number }) => number);
    for (const [number, revision] of await readRevisions(db, business, subject, numbers))
      found.set(pathOf({ subject, number }).slice(1), revision);
  }
  return found;
}

function bulk(rows: readonly Markup[], here: string, at: PageCall['at']): Markup {
  const options = removalReasons.map((reason) => [reason, words.reasons[reason]] as const);
  return html`<form method="post" action="${at(`${PATH}/publish`)}">
${hidden('list', here.slice(PATH.length + 1))}
<ul class="plain card list">${rows}</ul>
<div class="card bulk"><span class="label">${list.chosen}</span>
<button class="second" formaction="${at(`${PATH}/publish`)}">${words.item.publish}</button>
${selectOf({ name: 'reason', label: words.item.reason, chosen: '', options: [['', words.item.choose], ...options] })}
<button class="danger" formaction="${at(`${PATH}/hide`)}">${words.item.hide}</button></div>
</form>`;
}

const setOf = (raw: ReturnType<typeof addressOf>): number =>
  filterNames.filter((name) => name !== 'q' && name !== 'order' && valueIn(raw, name) !== '').length;

function choicesOf(filter: ReviewListFilter, raw: ReturnType<typeof addressOf>): Markup[] {
  const any = ['', list.any] as const;
  const flag = (name: string, label: string, yes: string, no?: string) =>
    selectOf({
      name,
      label,
      chosen: valueIn(raw, name),
      options: [any, ['1', yes], ...(no === undefined ? [] : [['0', no] as const])],
    });
  const field = (name: string, label: string, type: 'text' | 'date') =>
    fieldOf({ name, label, type, value: valueIn(raw, name) });
  return [
    selectOf({
      name: 'state',
      label: list.state,
      chosen: filter.state,
      options: [any, ...stateChoices],
    }),
    ...(filter.state === 'held'
      ? []
      : [
          selectOf({
            name: 'stars',
            label: list.stars,
            chosen: String(filter.stars || ''),
            options: [any, ...['5', '4', '3', '2', '1'].map((n) => [n, things.stars(Number(n))] as const)],
          }),
        ]),
    selectOf({
      name: 'kind',
      label: list.kind,
      chosen: filter.kind,
      options: [any, ['product', list.kinds.product], ['shop', list.kinds.shop]],
    }),
    field('product', list.product, 'text'),
    field('from', list.from, 'date'),
    field('to', list.to, 'date'),
    flag('answered', list.answered, list.isAnswered, list.isNotAnswered),
    flag('photos', list.photos, list.withPhotos, list.withoutPhotos),
    flag('verified', list.verified, list.isVerified, list.isNotVerified),
    flag('reported', list.reported, list.isReported),
    field('source', list.source, 'text'),
    orderChoice(filter.order === 'oldest'),
  ];
}

async function toSeveral(service: Service, call: PageCall, kind: EventKind): Promise<Answer> {
  const { db } = service;
  const [now, { session, form, at }] = [service.now(), call];
  // No page shows more, and each is locked until all are done.
  const chosen = valuesIn(form, 'revision').slice(0, PAGE_SIZE);
  const wanted = chosen.flatMap((value): Wanted[] => {
    const [path = '', revision = ''] = value.split(' ');
    const about = subjectAt(path);
    return about && isReview(about.subject) ? [{ about, revision }] : [];
  });
  const mistake = mistakeIn(call, kind) || (wanted.length === 0 && list.chooseNone);
  if (mistake !== false) return show(service, call, { status: 400, problem: html`${mistake}` });
  const outcome = await act({ db, session, now }, kind, wanted, workOf(call, kind, now));
  if (outcome.act === null && outcome.changed.length > 0) {
    const problem = html`<div><p>${changedWords.none}</p>${listOfChanged(outcome.changed, at)}</div>`;
    return show(service, call, { status: 409, problem });
  }
  return { to: addressAfter(withFilter(PATH, addressOf(call)), outcome) };
}
