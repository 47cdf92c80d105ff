/** The forms of a review in which somebody types: the public reply, and a message to its author. */
import { LONGEST_TEXT } from '../../../contract/endpoints/limits.ts';
import { filledReply, LONGEST_REPLY_NAME, type ReplyFields, type SavedReply } from '../../content/saved-replies.ts';
import { html, type Markup } from '../../letters/html.ts';
import { aboutOf, hidden, nameOf, pathOf, valueIn } from '../frame/pieces.ts';
import { keyOf } from '../frame/keys.ts';
import { words } from '../words/index.ts';
import { addressOf, buttonOf, formOf } from './item-forms.ts';
import { typedIn, type ItemView } from './item-page.ts';
import type { ReviewItem } from './read-review.ts';

const { item: itemWords } = words;

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
