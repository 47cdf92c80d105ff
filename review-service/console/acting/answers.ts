/** The words of the pages about actions: what was done, with its undo, and what was not, since it changed. */
import { fill } from '../../../contract/texts/texts.ts';
import { isQuestion, type Subject } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { keyOf } from '../frame/keys.ts';
import type { PageCall } from '../frame/page.ts';
import { hidden, pathOf, subjectAt, valueIn, withSaid } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import type { Changed, Outcome } from './act.ts';

const { acts, changed: changedWords } = words;

/** A path of the console that a form says to go on with. */
export const ownPath = (value: string, otherwise: string): string =>
  /^\/[\w\-/]*(\?[\w\-=&%+.~*]*)?$/.test(value) ? value : otherwise;

/** Where the page after an action is, so that it says what was done. */
export const addressAfter = (path: string, { act, changed }: Outcome): string =>
  withSaid(path, { done: act ?? '', changed: changed.map(({ about }) => pathOf(about).slice(1)).join(' ') });

const linkTo = (about: Subject, at: PageCall['at']): Markup =>
  html`<a href="${at(pathOf(about))}">${fill(words.things.number, { number: about.number })}</a>`;

/** The action that was done just now, by the address of a page, if it can be taken back. */
export async function saidOf(db: Database, call: PageCall, back: string): Promise<Markup | undefined> {
  const { query, session, at } = call;
  if (valueIn(query, 'undone') !== '') return html`<span>${acts.undone}</span>`;
  const id = valueIn(query, 'done');
  if (id === '') return undefined;
  const steps = await db
    .selectFrom('act')
    .innerJoin('act_step', 'act_step.act_id', 'act.id')
    .select(['act.kind', 'act_step.subject', 'act_step.subject_id as number'])
    .where('act.id', '=', id)
    .where('act.session', '=', session.tokenHash)
    .where('act.business_id', '=', session.business.id)
    .execute();
  const [only, more] = steps;
  if (!only) return undefined;
  const left = valueIn(query, 'changed')
    .split(' ')
    .flatMap((path) => subjectAt(path) ?? [])
    .map((about) => html`<li>${linkTo(about, at)}</li>`);
  const tell = (acts as Readonly<Record<string, unknown> & typeof acts>)[only.kind as 'published'];
  const { key, hint } = keyOf(session, 'undo');
  // The page may be that of the next item.
  return html`<span>${tell(steps.length)}
${more === undefined && only.subject !== 'product' && linkTo(only, at)}</span>
<form method="post" action="${at('/undo')}">${hidden('act', id)}${hidden('back', back)}
<button class="second" ${key}>${acts.undo}${hint}</button></form>
${left.length > 0 && html`<div><p>${changedWords.some}</p><ul>${left}</ul></div>`}`;
}

/** The changes of one thing since it was shown: the text with its parts, or that it is gone. */
export function changeOf(text: string, { about, parts }: Changed): string {
  const named = parts.map((part) => {
    if (part === 'reply' && isQuestion(about.subject)) return changedWords.answers;
    return part === 'product' && about.subject === 'product' ? changedWords.sku : changedWords.parts[part];
  });
  return parts.length === 0 ? changedWords.gone : fill(text, { parts: named.join(', ') });
}

/** Things that changed, each with what did. */
export const listOfChanged = (changed: readonly Changed[], at: PageCall['at']): Markup =>
  html`<ul>${changed.map((one) => html`<li>${linkTo(one.about, at)}: ${changeOf('{parts}', one)}</li>`)}</ul>`;
