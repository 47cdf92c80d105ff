/** The forms of items: decisions, and those in which somebody types. */
import { removalReasons } from '../../../contract/removal-reasons.ts';
import { LONGEST_TEXT } from '../../../contract/endpoints/limits.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { filledReply, LONGEST_REPLY_NAME, type ReplyFields, type SavedReply } from '../../content/saved-replies.ts';
import { html, type Markup } from '../../letters/html.ts';
import { keyOf, type KeyName } from '../frame/keys.ts';
import type { PageCall } from '../frame/page.ts';
import { aboutOf, dayText, hidden, nameOf, pathOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { typedIn, type ItemView } from './item-page.ts';
import type { ReviewItem } from './read-review.ts';

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

export function replyForm(item: ReviewItem, view: ItemView, saved: readonly SavedReply[]): Markup {
  const { call } = view;
  const typed = typedIn(view, 'replied');
  const chosen = saved.find(({ id }) => id === valueIn(call.query, 'saved'));
  const fields: ReplyFields = {
    name: nameOf(item.listed.author),
    product: aboutOf(item.listed.product),
    shop: call.session.business.name,
  };
  const filled = typed === undefined && chosen ? filledReply(chosen.content, fields) : undefined;
  return formOf(
    view,
    'reply',
    html`${savedReplies(view, { saved, chosen, fields })}
<label class="label" for="reply">${itemWords.replyLabel}</label>
<textarea id="reply" name="text" rows="5" maxlength="${LONGEST_TEXT}" dir="auto" aria-describedby="reply-hint"
${filled !== undefined && html`data-filled`}>
${typed ?? filled ?? item.reply?.content ?? ''}</textarea>
<span class="hint" id="reply-hint">${itemWords.replyHint}</span>
${buttonOf(call, 'reply', itemWords.reply, item.listed.state === 'held' && 'second')}
<details class="as-shown"><summary>${itemWords.preview}</summary>
<button class="second" formaction="${addressOf(view, 'preview')}"
formtarget="preview">${itemWords.showPreview}</button>
<iframe name="preview" title="${itemWords.preview}"></iframe></details>`,
  );
}

const SAVED_FORM = 'saved-form';

/** The fields that choose one are in the form of the reply, and belong to this one. */
export const savedForm = ({ call, about, isInList }: ItemView): Markup =>
  html`<form hidden id="${SAVED_FORM}" action="${call.at(pathOf(about))}">
${isInList && hidden('in', 'inbox')}</form>`;

interface Choosing {
  readonly saved: readonly SavedReply[];
  readonly chosen: SavedReply | undefined;
  readonly fields: ReplyFields;
}

/** The first of the form, so that Enter in the field of the name saves, and sends nothing. */
function savedReplies(view: ItemView, { saved, chosen, fields }: Choosing): Markup {
  const options = saved.map(
    (one) => html`<option value="${one.id}" data-text="${filledReply(one.content, fields)}"
${one === chosen && html`selected`}>${one.name}</option>`,
  );
  const some = html`<label class="choice"><span class="label">${itemWords.savedOne}</span>
<select form="${SAVED_FORM}" name="saved" data-fills="reply">
<option value="">${itemWords.chooseSaved}</option>${options}</select></label>
<p class="line"><button class="second" form="${SAVED_FORM}">${itemWords.useSaved}</button>
<button class="quiet" form="${SAVED_FORM}" formmethod="post"
formaction="${addressOf(view, 'remove-reply')}">${itemWords.removeSaved}</button></p>`;
  return html`<details ${chosen && html`open`}><summary>${itemWords.saved}</summary>${saved.length > 0 && some}
<label class="choice"><span class="label">${itemWords.saveName}</span>
<input name="name" maxlength="${LONGEST_REPLY_NAME}" value="${chosen?.name ?? ''}" aria-describedby="save-hint"></label>
<span class="hint" id="save-hint">${itemWords.saveHint}</span>
<button class="second" formaction="${addressOf(view, 'save-reply')}">${itemWords.save}</button></details>`;
}

/** For a review whose author has an address. */
export function messageForm(view: ItemView): Markup {
  const { key, hint } = keyOf(view.call.session, 'message');
  const typed = typedIn(view, 'mailed');
  return formOf(
    view,
    'message',
    html`<details ${typed !== undefined && html`open`}><summary>${itemWords.messageLabel}${hint}</summary>
<textarea name="text" rows="5" maxlength="${LONGEST_TEXT}" dir="auto" aria-label="${itemWords.messageLabel}"
aria-describedby="message-hint">
${typed ?? ''}</textarea>
<span class="hint" id="message-hint">${itemWords.messageHint}</span>
<button class="second" ${key}>${itemWords.message}</button></details>`,
  );
}
