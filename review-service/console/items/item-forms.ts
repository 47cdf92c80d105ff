/** The forms of items. */
import { removalReasons } from '../../../contract/removal-reasons.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { html, type Markup } from '../../letters/html.ts';
import { keyOf, type KeyName } from '../frame/keys.ts';
import type { PageCall } from '../frame/page.ts';
import { dayText, hidden, pathOf } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import type { ItemView } from './item-page.ts';

const { item: itemWords } = words;

/** Where an action on it is sent. */
export const addressOf = ({ call, about }: Pick<ItemView, 'call' | 'about'>, action: string): string =>
  call.at(`${pathOf(about)}/${action}`);

/** A form of an item carries what its page showed, and the list that the person works through. */
export const formOf = (view: ItemView, action: string, fields: Markup, isInline = false): Markup =>
  html`<form method="post" action="${addressOf(view, action)}" ${isInline && html`class="inline"`}>
${hidden('revision', view.revision)}${view.isInList && hidden('in', 'inbox')}
${fields}</form>`;

/** A button with its key; by default the first of its page. */
export function buttonOf(
  { session }: PageCall,
  name: KeyName,
  text: string,
  look: 'second' | 'danger' | false = false,
): Markup {
  const { key, hint } = keyOf(session, name);
  return html`<button ${look && html`class="${look}"`} ${key}>${text}${hint}</button>`;
}

export const publishForm = (view: ItemView): Markup =>
  formOf(view, 'publish', buttonOf(view.call, 'publish', itemWords.publish));

/** @param id - of the field, and the beginning of that of its hint. */
function reasonField(id: string, hint: string): Markup {
  const options = removalReasons.map((reason) => html`<option value="${reason}">${words.reasons[reason]}</option>`);
  return html`<label class="label" for="${id}">${itemWords.reason}</label>
<select id="${id}" name="reason" required aria-describedby="${id}-hint">
<option value="">${itemWords.choose}</option>${options}</select>
<span class="hint" id="${id}-hint">${hint}</span>`;
}

/** Takes it from view, for a reason. */
export const hideForm = (view: ItemView, hint: string): Markup =>
  formOf(
    view,
    'hide',
    html`${reasonField('reason', hint)}
${buttonOf(view.call, 'hide', itemWords.hide, 'danger')}`,
  );

export interface HiddenPart {
  /** Its name and place in the form. */
  readonly name: 'photo' | 'answer';
  readonly at: number;
  readonly summary: string;
  readonly hint: string;
  readonly button: string;
}

/** Takes one part of it from view, for a reason. */
export const hidePartForm = (view: ItemView, { name, at, summary, hint, button }: HiddenPart): Markup =>
  html`<details><summary>${summary}</summary>
${formOf(
  view,
  `hide-${name}`,
  html`${hidden(name, String(at))}
${reasonField(`reason-${at}`, hint)}
<button class="danger">${button}</button>`,
)}</details>`;

/** Puts away for a while what waits. */
export function laterForm(view: ItemView): Markup | false {
  const { waits, until } = view.place;
  if (until !== null) return html`<p class="hint">${fill(itemWords.putOff, { date: dayText(until) })}</p>`;
  const { key, hint } = keyOf(view.call.session, 'later');
  const fields = html`<span class="label">${itemWords.later}</span>
<button class="second" name="until" value="tomorrow" ${key}>${itemWords.tomorrow}${hint}</button>
<button class="second" name="until" value="week">${itemWords.nextWeek}</button>`;
  return waits && formOf(view, 'later', fields, true);
}
