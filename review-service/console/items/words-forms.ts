/** The forms of a review in which somebody types: the public reply, and a message to its author. */
import { LONGEST_TEXT } from '../../../contract/endpoints/limits.ts';
import { filledReply, LONGEST_REPLY_NAME, type ReplyFields, type SavedReply } from '../../content/saved-replies.ts';
import { html, type Markup } from '../../letters/html.ts';
import { keyOf } from '../frame/keys.ts';
import { aboutOf, hidden, nameOf, pathOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { fieldsOf, formOf, type ItemView } from './item-forms.ts';
import type { ReviewItem } from './read-review.ts';

const { item: itemWords } = words;

export interface ReviewView extends ItemView {
  readonly saved: readonly SavedReply[];
}

export function replyForm(item: ReviewItem, view: ReviewView): Markup {
  const { key, hint } = keyOf(view.call.session, 'reply');
  const typed = view.typed?.kind === 'replied' ? view.typed.text : undefined;
  const chosen = view.saved.find(({ id }) => id === valueIn(view.call.query, 'saved'));
  const filled = typed === undefined && chosen ? filledReply(chosen.content, replyFieldsOf(item, view)) : undefined;
  return html`<form method="post" action="${formOf(item, view, 'reply')}">${fieldsOf(item, view)}
${savedReplies(item, view, chosen)}
<label class="label" for="reply">${itemWords.replyLabel}</label>
<textarea id="reply" name="text" rows="5" maxlength="${LONGEST_TEXT}" dir="auto" aria-describedby="reply-hint"
${filled !== undefined && html`data-filled`}>
${typed ?? filled ?? item.reply?.content ?? ''}</textarea>
<span class="hint" id="reply-hint">${itemWords.replyHint}</span>
<button class="${item.listed.state === 'held' && 'second'}" ${key}>${itemWords.reply}${hint}</button>
<details class="as-shown"><summary>${itemWords.preview}</summary>
<button class="second" formaction="${formOf(item, view, 'preview')}"
formtarget="preview">${itemWords.showPreview}</button>
<iframe name="preview" title="${itemWords.preview}"></iframe></details></form>`;
}

const SAVED_FORM = 'saved-form';

export const replyFieldsOf = ({ listed }: ReviewItem, { call }: ItemView): ReplyFields => ({
  name: nameOf(listed.author),
  product: aboutOf(listed.product),
  shop: call.session.business.name,
});

/** The fields that choose one are in the form of the reply, and belong to this one. */
export const savedForm = ({ about }: ReviewItem, { call, list }: ItemView): Markup =>
  html`<form hidden id="${SAVED_FORM}" action="${call.at(pathOf(about))}">
${list !== '' && hidden('in', list)}</form>`;

/** The first of the form, so that Enter in the field of the name saves, and sends nothing. */
function savedReplies(item: ReviewItem, view: ReviewView, chosen: SavedReply | undefined): Markup {
  const fields = replyFieldsOf(item, view);
  const options = view.saved.map(
    (one) => html`<option value="${one.id}" data-text="${filledReply(one.content, fields)}"
${one === chosen && html`selected`}>${one.name}</option>`,
  );
  const some = html`<label class="choice"><span class="label">${itemWords.savedOne}</span>
<select form="${SAVED_FORM}" name="saved" data-fills="reply">
<option value="">${itemWords.chooseSaved}</option>${options}</select></label>
<p class="line"><button class="second" form="${SAVED_FORM}">${itemWords.useSaved}</button>
<button class="quiet" form="${SAVED_FORM}" formmethod="post"
formaction="${formOf(item, view, 'remove-reply')}">${itemWords.removeSaved}</button></p>`;
  return html`<details ${chosen && html`open`}><summary>${itemWords.saved}</summary>${view.saved.length > 0 && some}
<label class="choice"><span class="label">${itemWords.saveName}</span>
<input name="name" maxlength="${LONGEST_REPLY_NAME}" value="${chosen?.name ?? ''}" aria-describedby="save-hint"></label>
<span class="hint" id="save-hint">${itemWords.saveHint}</span>
<button class="second" formaction="${formOf(item, view, 'save-reply')}">${itemWords.save}</button></details>`;
}

/** For a review whose author has an address. */
export function messageForm(item: ReviewItem, view: ReviewView): Markup {
  const { key, hint } = keyOf(view.call.session, 'message');
  const typed = view.typed?.kind === 'mailed' ? view.typed.text : undefined;
  return html`<form method="post" action="${formOf(item, view, 'message')}">${fieldsOf(item, view)}
<details ${typed !== undefined && html`open`}><summary>${itemWords.messageLabel}${hint}</summary>
<textarea name="text" rows="5" maxlength="${LONGEST_TEXT}" dir="auto" aria-label="${itemWords.messageLabel}"
aria-describedby="message-hint">
${typed ?? ''}</textarea>
<span class="hint" id="message-hint">${itemWords.messageHint}</span>
<button class="second" ${key}>${itemWords.message}</button></details></form>`;
}
