/** Pieces that lists and items of the console share: moments, stars, states, and where things are. */
import { roundAverage } from '../../../contract/averages.ts';
import { fill } from '../../../contract/texts/texts.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import type { ReviewState } from '../../content/moderation/listed-reviews.ts';
import type { Subject, SubjectKind } from '../../data/events.ts';
import { html, type Markup } from '../../letters/html.ts';
import type { PageCall, Shown } from './page.ts';
import { words } from '../words/index.ts';

const { things } = words;

/** An import of reviews, or a write that was refused, which wait in the inbox like an item. */
export interface OtherSubject {
  readonly subject: 'import' | 'refused';
  readonly number: number;
}

/** A thing, or all of its kind, by a parameter in the place of their number. */
type Addressed = Subject | OtherSubject | { readonly subject: SubjectKind; readonly number: ':number' };

const folders: Readonly<Record<Exclude<SubjectKind, 'product'> | OtherSubject['subject'], string>> = {
  'product review': 'reviews',
  review: 'shop-reviews',
  'product question': 'questions',
  question: 'shop-questions',
  import: 'import',
  refused: 'refused',
};

export const PRODUCTS = '/products';

/** The address of an item, below the console; that of a product leads on to the one by its sku. */
export const pathOf = ({ subject, number }: Addressed): string =>
  subject === 'product' ? `${PRODUCTS}?number=${number}` : `/${folders[subject]}/${number}`;

/** A sku may be anything; browsers take some for the folder itself, even where they are encoded. */
export const pathOfProduct = (sku: string): string =>
  /^\.{1,2}$/.test(sku) ? `${PRODUCTS}/?sku=${sku}` : `${PRODUCTS}/${encodeURIComponent(sku)}`;

/** @returns null for anything but the address of an item. */
export function subjectAt(path: string): Subject | null {
  const [, folder, number] = /^\/?([a-z-]+)\/([1-9]\d{0,14})$/.exec(path) ?? [];
  const found = Object.entries(folders).find(
    ([subject, name]) => name === folder && subject !== 'import' && subject !== 'refused',
  );
  return found && number !== undefined ? { subject: found[0] as SubjectKind, number: Number(number) } : null;
}

/** Databases limit the number of parameters of a statement. */
const MOST_AT_ONCE = 1_000;

/** Reads things of several kinds, those of each at once. @returns those that there are, by their addresses. */
export async function readEach<Read>(
  abouts: readonly Subject[],
  read: (subject: SubjectKind, numbers: readonly number[]) => Promise<ReadonlyMap<number, Read>>,
): Promise<Map<string, Read>> {
  const found = new Map<string, Read>();
  for (const [subject, some] of Map.groupBy(abouts, (about) => about.subject)) {
    const numbers = some.map(({ number }) => number);
    for (let at = 0; at < numbers.length; at += MOST_AT_ONCE)
      for (const [number, one] of await read(subject, numbers.slice(at, at + MOST_AT_ONCE)))
        found.set(pathOf({ subject, number }), one);
  }
  return found;
}

/** One value of a query or a form; the first, if there are several. Without NUL, which PostgreSQL knows in no text. */
export function valueIn(raw: RawParameters, name: string): string {
  const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
  return (typeof value === 'string' ? value : (value?.[0] ?? '')).replaceAll('\0', '').trim();
}

/** All values of a query or a form under a name. */
export function valuesIn(raw: RawParameters, name: string): readonly string[] {
  const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

/** The words that somebody typed, with their spaces: the field `text` of a form. */
export const textIn = ({ text }: RawParameters): string => (typeof text === 'string' ? text : '');

/** A path with more in its query; nothing of what is empty. */
export function withSaid(path: string, more: Readonly<Record<string, string>>): string {
  const said = new URLSearchParams(Object.entries(more).filter(([, value]) => value !== ''));
  return said.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${said.toString()}`;
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** @param at - milliseconds since 1970, as everywhere here. */
export const momentOf = (at: number): Markup =>
  html`<time datetime="${new Date(at).toISOString()}">${moment.format(at)} UTC</time>`;

export const dayText = (at: number): string => day.format(at);

export const dayOf = (at: number): Markup => html`<time datetime="${new Date(at).toISOString()}">${dayText(at)}</time>`;

export function spanOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return things.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? things.hours(hours) : things.days(Math.floor(hours / 24));
}

export const agoOf = (at: number, now: number): Markup => {
  const said = now - at < 60_000 ? things.now : fill(things.ago, { time: spanOf(now - at) });
  return html`<time datetime="${new Date(at).toISOString()}">${said}</time>`;
};

export function averageOf(average: number): Markup {
  const rounded = roundAverage(average).toFixed(1);
  return html`<span class="stars" role="img" aria-label="${fill(things.average, { average: rounded })}"
>★ ${rounded}</span>`;
}

/** Null where there are none, or nobody is to see them yet. */
export const starsOf = (stars: number | null): Markup | null =>
  stars === null
    ? null
    : html`<span class="stars" role="img" aria-label="${things.stars(stars)}"
>${'★'.repeat(stars)}<span class="none">${'★'.repeat(5 - stars)}</span></span>`;

export const stateOf = (state: ReviewState): Markup =>
  html`<span class="state ${state}">${things.states[state]}</span>`;

export const nameOf = (author: { readonly firstName: string; readonly lastName: string } | null): string =>
  `${author?.firstName ?? ''} ${author?.lastName ?? ''}`.trim() || things.anonymous;

/** The name of an author; for owners it leads to all that is kept about them. */
export function personLink(
  author: Parameters<typeof nameOf>[0],
  id: number | null,
  { session, at }: Pick<PageCall, 'session' | 'at'>,
): Markup {
  const name = html`<bdi>${nameOf(author)}</bdi>`;
  return id === null || session.role !== 'owner' ? name : html`<a href="${at(`/people/${id}`)}">${name}</a>`;
}

const EXCERPT = 160;

export function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1).toWellFormed()}…` : line;
}

/** A product by its title, or the shop. */
export const aboutOf = (product: { readonly sku: string; readonly title: string | null } | null): string =>
  product ? product.title || product.sku : things.shop;

export const productLink = (product: { readonly sku: string; readonly title: string | null }, at: PageCall['at']) =>
  html`<a href="${at(pathOfProduct(product.sku))}"><bdi>${aboutOf(product)}</bdi></a> <code>${product.sku}</code>`;

/** The address of a picture, as browsers find it: those of this service are below the path that it is published at. */
export const ownPicture = ({ at }: Pick<PageCall, 'at'>, address: string): string =>
  address.startsWith('/') ? at('').slice(0, -'/console'.length) + address : address;

/** Says in words the last action, which the address names. */
export function doneOf(
  { query }: Pick<PageCall, 'query'>,
  texts: Readonly<Record<string, string>>,
): Pick<Shown, 'done'> {
  const done = valueIn(query, 'done');
  return Object.hasOwn(texts, done) ? { done: html`${texts[done]!}` } : {};
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });
export const nameOfLanguage = (language: string): string => languageNames.of(language) ?? language;

export const hidden = (name: string, value: string): Markup =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly chosen: string;
  /** Value and text. */
  readonly options: readonly (readonly [string, string])[];
}

export const selectOf = ({ name, label, chosen, options }: Choice): Markup =>
  html`<label class="choice"><span class="label">${label}</span><select name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
  )}</select></label>`;

/** Why something was done, in words. */
export function reasonOf(reason: string): string {
  const { reasons, why, events } = words;
  const known: Readonly<Record<string, unknown>> = { ...why.reports, ...why, ...reasons, ...events };
  const said = Object.hasOwn(known, reason) ? known[reason] : reason;
  return typeof said === 'string' ? said : reason;
}
