/** The words of the pages about actions: what was done, with its undo, and what was not, since it changed. */
import { fill } from '../../../contract/texts/texts.ts';
import { isQuestion, type Subject } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { keyOf } from '../frame/keys.ts';
import type { PageCall } from '../frame/page.ts';
import { hidden, pathOf, subjectAt, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { findAct, type Changed, type Outcome } from './act.ts';
import type { RevisionPart } from './revision.ts';

const { acts, changed: changedWords } = words;

/** A path of the console that a form says to go on with. */
export const ownPath = (value: string, otherwise: string): string =>
  /^\/[\w\-/]*(\?[\w\-=&%+.~*]*)?$/.test(value) ? value : otherwise;

/** Where the page after an action is, so that it says what was done. */
export function addressAfter(path: string, { act, changed }: Outcome): string {
  const said = new URLSearchParams();
  if (act !== null) said.set('done', act);
  if (changed.length > 0) said.set('changed', changed.map(({ about }) => pathOf(about).slice(1)).join(' '));
  return `${path}${path.includes('?') ? '&' : '?'}${said.toString()}`;
}

/** The action that was done just now, by the address of a page. */
export async function saidOf(db: Database, call: PageCall, back: string): Promise<Markup | undefined> {
  const { query, session, at } = call;
  if (valueIn(query, 'undone') !== '') return html`<span>${acts.undone}</span>`;
  const id = valueIn(query, 'done');
  const act = id === '' ? null : await findAct(db, session, id);
  if (!act) return undefined;
  const left = valueIn(query, 'changed')
    .split(' ')
    .flatMap((path) => subjectAt(path) ?? []);
  const linkTo = (about: Subject) =>
    html`<a href="${at(pathOf(about))}">${fill(words.things.number, { number: about.number })}</a>`;
  const others = left.map((about) => html`<li>${linkTo(about)}</li>`);
  // The page may be that of the next item.
  const [only, more] = act.about;
  const tell = (acts as Readonly<Record<string, unknown> & typeof acts>)[act.kind as 'published'];
  const { key, hint } = keyOf(session, 'undo');
  return html`<span>${tell(act.about.length)}
${only !== undefined && more === undefined && only.subject !== 'product' && linkTo(only)}</span>
<form method="post" action="${at('/undo')}">${hidden('act', act.id)}${hidden('back', back)}
<button class="second" ${key}>${acts.undo}${hint}</button></form>
${others.length > 0 && html`<div><p>${changedWords.some}</p><ul>${others}</ul></div>`}`;
}

/** The parts in words. */
const inWords = (parts: readonly RevisionPart[], about: Changed['about']): string =>
  parts
    .map((part) => {
      if (part === 'reply' && isQuestion(about.subject)) return changedWords.answers;
      return part === 'product' && about.subject === 'product' ? changedWords.sku : changedWords.parts[part];
    })
    .join(', ');

/** The changes of one thing since it was shown. */
export const changeOf = (text: string, { about, parts }: Changed): string =>
  parts.length === 0 ? changedWords.gone : fill(text, { parts: inWords(parts, about) });

/** Things that changed, each with what did. */
export const listOfChanged = (changed: readonly Changed[], at: PageCall['at']): Markup =>
  html`<ul>${changed.map(
    (one) => html`<li><a href="${at(pathOf(one.about))}">${fill(words.things.number, { number: one.about.number })}</a>:
${one.parts.length === 0 ? changedWords.gone : inWords(one.parts, one.about)}</li>`,
  )}</ul>`;
