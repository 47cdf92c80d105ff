/** The forms of a review in which somebody types: the public reply, and a message to its author. */
import { LONGEST_TEXT } from '../../../contract/endpoints/limits.ts';
import { html, type Markup } from '../../letters/html.ts';
import { keyOf } from '../frame/keys.ts';
import { words } from '../words/index.ts';
import { fieldsOf, formOf, type ItemView } from './item-forms.ts';
import type { ReviewItem } from './read-review.ts';

const { item: itemWords } = words;

export function replyForm(item: ReviewItem, view: ItemView): Markup {
  const { key, hint } = keyOf(view.call.session, 'reply');
  const typed = view.typed?.kind === 'replied' ? view.typed.text : undefined;
  return html`<form method="post" action="${formOf(item, view, 'reply')}">${fieldsOf(item, view)}
<label class="label" for="reply">${itemWords.replyLabel}</label>
<textarea id="reply" name="text" rows="5" maxlength="${LONGEST_TEXT}" dir="auto" aria-describedby="reply-hint">
${typed ?? item.reply?.content ?? ''}</textarea>
<span class="hint" id="reply-hint">${itemWords.replyHint}</span>
<button class="${item.listed.state === 'held' && 'second'}" ${key}>${itemWords.reply}${hint}</button></form>`;
}

/** For a review whose author has an address. */
export function messageForm(item: ReviewItem, view: ItemView): Markup {
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
