/** The shape of an item: everything about one thing and the forms of all that can be done about it, at one address. */
import type { Service } from '../../context.ts';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import type { EventKind, Subject, SubjectKind } from '../../data/events.ts';
import { html, type Markup } from '../../letters/html.ts';
import { act, type Outcome, type Work } from '../acting/act.ts';
import { addressAfter, changeOf, saidOf } from '../acting/answers.ts';
import { actions, mistakeIn, workOf, works } from '../acting/decisions.ts';
import { readRevision } from '../acting/revision.ts';
import { problem, unknown } from '../frame/guard.ts';
import { keyOf } from '../frame/keys.ts';
import type { Answer, DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { pathOf, textIn, valueIn } from '../frame/pieces.ts';
import { placeOf, type Place } from '../inbox/waiting.ts';
import { words } from '../words/index.ts';

const { item: itemWords } = words;

/** A form that was refused. */
export interface Refusal {
  readonly kind: EventKind;
  readonly status: number;
  /** Said first: why nothing was done. */
  readonly problem: string;
}

export interface ItemView {
  readonly call: PageCall;
  readonly about: Subject;
  /** Of what is shown. */
  readonly revision: string;
  /** The address of this page, below the console. */
  readonly path: string;
  /** In the inbox. */
  readonly place: Place;
  /** Whether the person works through the inbox; after an action its next item comes. */
  readonly isInList: boolean;
  readonly done: Markup | undefined;
  readonly refused: Refusal | undefined;
}

/** The text that was typed into a form of this kind that was refused. */
export const typedIn = ({ call, refused }: ItemView, kind: EventKind): string | undefined =>
  refused?.kind === kind ? textIn(call.form) : undefined;

export interface Parts {
  readonly title: string;
  readonly aside: Markup;
  /** The thing itself, what may be done about it, and its history. */
  readonly main: Markup;
  readonly side: Markup;
  readonly last: Markup;
}

export const columnsOf = (main: Markup, side: Markup, last: Markup | false = false): Markup =>
  html`<div class="item">
<div>${main}</div>
<div>${side}</div>
<div>${last}</div>
</div>`;

export function itemPage(view: ItemView, { title, aside, main, side, last }: Parts): Shown {
  const { call, place, isInList, refused, done } = view;
  const isPrefetched = call.request.headers['sec-purpose']?.toString().startsWith('prefetch') === true;
  return {
    status: refused?.status,
    title,
    aside: html`${aside}${besideOf(view)}`,
    next: isInList && place.next ? call.at(inListOf(place.next)) : undefined,
    done,
    // It is shown at once then; a decision on one that changed since does nothing.
    cacheControl: isPrefetched ? 'private, max-age=30' : undefined,
    body: html`${problem(refused?.problem)}
${columnsOf(main, side, last)}`,
  };
}

const inListOf = (about: Subject): string => `${pathOf(about)}?in=inbox`;

/** The ways to the things beside it in the inbox. */
function besideOf({ call, isInList, place: { previous, next } }: ItemView): Markup | false {
  if (!isInList || (!previous && !next)) return false;
  const to = (about: Subject | null, name: 'previous' | 'next') => {
    const { key, hint } = keyOf(call.session, name);
    return (
      about &&
      html`<a class="button second" href="${call.at(inListOf(about))}" rel="${name.slice(0, 4)}"
${key}>${itemWords[name]}${hint}</a>`
    );
  };
  const links = html`${to(previous, 'previous')}${to(next, 'next')}`;
  return html`<nav class="beside" aria-label="${words.navigation.inbox}">${links}</nav>`;
}

/** Names and values, without those that nobody knows. */
export function factsOf(facts: readonly (readonly [string, Markup | string | null | false])[]): Markup {
  const rows = facts.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return html`<dl class="facts">${rows}</dl>`;
}

/** Somebody whom a link in a mail let at one thing works through no list. */
const isInListOf = ({ query, form, session }: PageCall): boolean =>
  session.item === undefined && [query, form].some((raw) => valueIn(raw, 'in') === 'inbox');

/** @throws Refused if there is no such thing. */
export async function viewOf(
  { db, now }: Service,
  call: PageCall,
  about: Subject,
  refused: Refusal | undefined,
): Promise<ItemView> {
  const { business } = call.session;
  const revision = await readRevision(db, business, about);
  if (revision === undefined) throw unknown();
  const isInList = isInListOf(call);
  const path = isInList ? inListOf(about) : pathOf(about);
  const place = await placeOf(db, business, about, now());
  return { call, about, revision, path, place, isInList, done: await saidOf(db, call, path), refused };
}

export type ShowItem = (call: PageCall, about: Subject, refused?: Refusal) => Promise<Answer>;

/** @throws Refused where the address names no number. */
export function numberIn({ params: { number = '' } }: PageCall): number {
  if (!/^[1-9]\d{0,14}$/.test(number)) throw unknown();
  return Number(number);
}

/** Declares the page of things of this kind, and all that is done to them. */
export function registerItem(
  page: DeclarePage,
  service: Service,
  subject: Exclude<SubjectKind, 'product'>,
  show: ShowItem,
): void {
  const path = pathOf({ subject, number: ':number' });
  const aboutIn = (call: PageCall): Subject => ({ subject, number: numberIn(call) });
  page('GET', path, 'moderator', (call) => show(call, aboutIn(call)));
  for (const [action, kind] of Object.entries(actions))
    if (works[subject][kind])
      page('POST', `${path}/${action}`, 'moderator', (call) => decide(service, call, aboutIn(call), kind, show));
}

const ofPhotos: readonly EventKind[] = ['photo hidden', 'photo published'];

async function decide(
  service: Service,
  call: PageCall,
  about: Subject,
  kind: EventKind,
  show: ShowItem,
): Promise<Answer> {
  const refuse = (status: number, problem: string) => show(call, about, { kind, status, problem });
  const mistake = mistakeIn(call, kind);
  if (mistake !== false) return refuse(400, mistake);
  const now = service.now();
  const { next } = await placeOf(service.db, call.session.business, about, now);
  return doTo(service, call, {
    about,
    kind,
    now,
    work: workOf(call, kind, now),
    refuse,
    // The words of a review whose photo was hidden are still to be decided about.
    after: (outcome) => ({ to: addressAfter(pathAfter(call, about, ofPhotos.includes(kind) ? about : next), outcome) }),
  });
}

/**
 * The next item of the list, the list itself after its last, or the same item where nobody works through a list, or the
 * person stays.
 */
function pathAfter(call: PageCall, about: Subject, next: Subject | null): string {
  if (!isInListOf(call)) return pathOf(about);
  if (call.session.account.stays) return inListOf(about);
  return next ? inListOf(next) : '/inbox';
}

export interface ToDo {
  readonly about: Subject;
  readonly kind: EventKind;
  /** In milliseconds since 1970, as what the work notes has it. */
  readonly now: number;
  readonly work: Work;
  readonly refuse: (status: number, problem: string) => Promise<Answer>;
  readonly after: (outcome: Outcome) => Answer;
}

/** Does something to the thing that a form is about, unless that changed since. */
export async function doTo(
  { db }: Pick<Service, 'db'>,
  { session, form }: PageCall,
  { about, kind, now, work, refuse, after }: ToDo,
): Promise<Answer> {
  try {
    const wanted = [{ about, revision: valueIn(form, 'revision') }];
    const outcome = await act({ db, session, now }, kind, wanted, work);
    const [changed] = outcome.changed;
    return changed ? await refuse(409, changeOf(words.changed.nothing, changed)) : after(outcome);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse(error.is('productNotFound') ? 400 : error.http === 404 ? 409 : error.http, error.message);
  }
}
