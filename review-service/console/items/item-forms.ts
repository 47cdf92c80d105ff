/** The forms that the pages of reviews and of questions share. */
import { removalReasons } from '../../../contract/removal-reasons.ts';
import { fill } from '../../../contract/texts/texts.ts';
import type { EventKind } from '../../data/events.ts';
import { html, type Markup } from '../../letters/html.ts';
import { keyOf } from '../frame/keys.ts';
import type { PageCall } from '../frame/page.ts';
import { dayText, hidden, pathOf } from '../frame/pieces.ts';
import type { Place } from '../inbox/waiting.ts';
import { words } from '../words/index.ts';
import type { ReviewItem } from './read-review.ts';

const { item: itemWords } = words;

export interface ItemView {
  readonly call: PageCall;
  /** The list that the person works through; after an action its next item comes. */
  readonly list: string;
  /** In the inbox. */
  readonly place: Place;
  readonly done?: Markup | undefined;
  /** Said first: why nothing was done. */
  readonly problem?: string | undefined;
  /** The text that was typed into a form that was refused. */
  readonly typed?: { readonly kind: EventKind; readonly text: string } | undefined;
  readonly status?: number;
  /** The address of a picture, as browsers find it. */
  readonly picture: (address: string) => string;
}

export const problemOf = ({ problem }: Pick<ItemView, 'problem'>): Markup | false =>
  problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`;

export type Formed = Pick<ReviewItem, 'about' | 'revision'>;

export const formOf = ({ about }: Formed, { call }: ItemView, action: string): string =>
  call.at(`${pathOf(about)}/${action}`);

/** The fields that every form of an item carries. */
export const fieldsOf = ({ revision }: Formed, { list }: ItemView): Markup =>
  html`${hidden('revision', revision)}${list !== '' && hidden('in', list)}`;

export const publishForm = (item: Formed, view: ItemView): Markup => {
  const { key, hint } = keyOf(view.call.session, 'publish');
  return html`<form method="post" action="${formOf(item, view, 'publish')}">${fieldsOf(item, view)}
<button ${key}>${itemWords.publish}${hint}</button></form>`;
};

/** @param id - of the field. */
export function reasonField(id: string, hintId: string): Markup {
  const options = removalReasons.map((reason) => html`<option value="${reason}">${words.reasons[reason]}</option>`);
  return html`<label class="label" for="${id}">${itemWords.reason}</label>
<select id="${id}" name="reason" required aria-describedby="${hintId}">
<option value="">${itemWords.choose}</option>${options}</select>`;
}

/** Takes it from view, for a reason. */
export function hideForm(item: Formed, view: ItemView, told: string): Markup {
  const { key, hint } = keyOf(view.call.session, 'hide');
  return html`<form method="post" action="${formOf(item, view, 'hide')}">${fieldsOf(item, view)}
${reasonField('reason', 'hide-hint')}
<span class="hint" id="hide-hint">${told}</span>
<button class="danger" ${key}>${itemWords.hide}${hint}</button></form>`;
}

/** Puts away for a while what waits. */
export function laterForm(item: Formed, view: ItemView): Markup | false {
  const { waits, until } = view.place;
  if (until !== null) return html`<p class="hint">${fill(itemWords.putOff, { date: dayText(until) })}</p>`;
  const { key, hint } = keyOf(view.call.session, 'later');
  return (
    waits &&
    html`<form method="post" action="${formOf(item, view, 'later')}" class="inline">${fieldsOf(item, view)}
<span class="label">${itemWords.later}</span>
<button class="second" name="until" value="tomorrow" ${key}>${itemWords.tomorrow}${hint}</button>
<button class="second" name="until" value="week">${itemWords.nextWeek}</button></form>`
  );
}

/** The ways to the things beside it in the inbox. */
export function besideOf({ call, list, place }: ItemView): Markup | false {
  const { previous, next } = place;
  if (list === '' || (!previous && !next)) return false;
  const to = (about: typeof next, name: 'previous' | 'next') => {
    const { key, hint } = keyOf(call.session, name);
    return (
      about &&
      html`<a class="button second" href="${call.at(`${pathOf(about)}?in=${list}`)}" rel="${name.slice(0, 4)}"
${key}>${itemWords[name]}${hint}</a>`
    );
  };
  const links = html`${to(previous, 'previous')}${to(next, 'next')}`;
  return html`<nav class="beside" aria-label="${words.navigation.inbox}">${links}</nav>`;
}
