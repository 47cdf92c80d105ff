/** The list of reviews, with what is done to several at once. */
import { removalReasons } from '../../../contract/removal-reasons.ts';
import type { Service } from '../../context.ts';
import { isReview, subjectOfReview, type EventKind } from '../../data/events.ts';
import { readLanguages } from '../../content/languages.ts';
import { html, type Markup } from '../../letters/html.ts';
import { act, type Wanted } from '../acting/act.ts';
import { addressAfter, listOfChanged, saidOf } from '../acting/answers.ts';
import { mistakeIn, workOf } from '../acting/decisions.ts';
import { readRevisions } from '../acting/revision.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { hidden, pathOf, readEach, selectOf, subjectAt, valueIn, valuesIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { filterNames, PAGE_SIZE, readFilter, withFilter } from './filter.ts';
import { findReviews } from './find-reviews.ts';
import { filterOf, listPage, orderFilter, productFilter, stateFilter, type Filter } from './list-page.ts';
import { itemRow } from './rows.ts';

const { list, things, item } = words;
const PATH = '/reviews';

const stars = filterOf(
  'stars',
  list.stars,
  [5, 4, 3, 2, 1].map((n) => [String(n), things.stars(n)] as const),
);
const filters: readonly Filter[] = [
  stateFilter,
  stars,
  filterOf('kind', list.kind, Object.entries(list.kinds)),
  productFilter,
  { name: 'from', label: list.from, type: 'date' },
  { name: 'to', label: list.to, type: 'date' },
  flag('answered', list.answered, list.isAnswered, list.isNotAnswered),
  flag('photos', list.photos, list.withPhotos, list.withoutPhotos),
  flag('verified', list.verified, list.isVerified, list.isNotVerified),
  filterOf('reported', list.reported, [['1', list.isReported]]),
  { name: 'source', label: list.source },
];
const order: Filter = { ...orderFilter, isOrder: true };
const names = new Intl.DisplayNames('en', { type: 'language' });

function flag(name: string, label: string, yes: string, no: string): Filter {
  return filterOf(name, label, [
    ['1', yes],
    ['0', no],
  ]);
}

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
  refused: { readonly status?: number; readonly problem?: Markup } = {},
): Promise<Answer> {
  const { session, at } = call;
  const { business, role } = session;
  const raw = addressOf(call);
  const filter = readFilter(raw);
  const now = clock();
  const { reviews, total } = await findReviews(db, business, filter, role);
  const revisions = await readEach(reviews.map(subjectOfReview), (subject, numbers) =>
    readRevisions(db, business, subject, numbers),
  );
  const rows = reviews.map((listed) => {
    const path = pathOf(subjectOfReview(listed));
    const value = `${path.slice(1)} ${revisions.get(path) ?? ''}`;
    const label = `${list.choose} ${listed.number}`;
    const box = html`<input type="checkbox" name="revision" value="${value}" aria-label="${label}">`;
    return itemRow(listed, { now, at, box });
  });
  const here = withFilter(PATH, raw);
  const languages = new Set([...(await readLanguages(db, business.id)), ...(filter.language ? [filter.language] : [])]);
  const language = filterOf(
    'language',
    list.language,
    [...languages].map((one) => [one, names.of(one)!] as const),
  );
  const isAll = filterNames.every((name) => valueIn(raw, name) === '');
  return listPage({
    call,
    path: PATH,
    raw,
    title: list.reviews,
    hint: role === 'owner' ? list.searchHint : list.searchHintModerator,
    // Of what is held nobody asks for stars.
    filters: [...filters.filter((one) => filter.state !== 'held' || one !== stars), language, order],
    found: list.found(total),
    total,
    page: filter.page,
    rows,
    none: isAll ? list.noneAtAll : list.none,
    beside: role === 'owner' && total > 0 && exportForm(here, at),
    around: (some) => bulk(some, here, at),
    done: await saidOf(db, call, here),
    ...refused,
  });
}

const listField = (here: string): Markup => hidden('list', here.slice(PATH.length + 1));

const exportForm = (here: string, at: PageCall['at']): Markup =>
  html`<form method="post" action="${at(`${PATH}/export`)}">${listField(here)}
<button class="second">${words.transfer.exportShown}</button></form>`;

function bulk(rows: Markup, here: string, at: PageCall['at']): Markup {
  const reasons = removalReasons.map((reason) => [reason, words.reasons[reason]] as const);
  return html`<form method="post" action="${at(`${PATH}/publish`)}">
${listField(here)}
${rows}
<div class="card bulk"><span class="label">${list.chosen}</span>
<button class="second" formaction="${at(`${PATH}/publish`)}">${item.publish}</button>
${selectOf({ name: 'reason', label: item.reason, chosen: '', options: [['', item.choose], ...reasons] })}
<button class="danger" formaction="${at(`${PATH}/hide`)}">${item.hide}</button></div>
</form>`;
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
    const problem = html`<div><p>${words.changed.none}</p>${listOfChanged(outcome.changed, at)}</div>`;
    return show(service, call, { status: 409, problem });
  }
  return { to: addressAfter(withFilter(PATH, addressOf(call)), outcome) };
}
