/** The page of a review: what it says, what happened to it, and the forms of all that can be done about it. */
import { LONGEST_LINE, LONGEST_TEXT } from '../../../contract/endpoints/limits.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { removalReasons } from '../../../contract/removal-reasons.ts';
import { html, type Markup } from '../../letters/html.ts';
import type { PageCall, Shown } from '../frame/page.ts';
import {
  aboutOf,
  dayOf,
  hidden,
  momentOf,
  nameOf,
  pathOf,
  productLink,
  reasonOf,
  starsOf,
  stateOf,
  valueIn,
} from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { cachedOf } from './item-routes.ts';
import type { ReviewItem } from './read-review.ts';
import { timelineOf } from './timeline.ts';

const { item: itemWords, things } = words;

export interface ItemView {
  readonly call: PageCall;
  /** The list that the person works through; after an action its next item comes. */
  readonly list: string;
  readonly done?: Markup | undefined;
  /** Said first: why nothing was done. */
  readonly problem?: string | undefined;
  /** The text that was typed into a form that was refused. */
  readonly typed?: string | undefined;
  readonly status?: number;
  /** The address of a picture, as browsers find it. */
  readonly picture: (address: string) => string;
}

export function reviewPage(item: ReviewItem, view: ItemView): Shown {
  const { listed } = item;
  const title = listed.product === null ? things.shopReview : fill(things.review, { about: aboutOf(listed.product) });
  return {
    status: view.status ?? 200,
    title,
    aside: stateOf(listed.state),
    ...(view.done === undefined ? {} : { done: view.done }),
    ...cachedOf(view.call),
    body: html`${problemOf(view)}
<div class="item">
<div>
${wordsOf(item, view)}
${item.reports.length > 0 && reportsOf(item, view)}
</div>
<div>${actionsOf(item, view)}${factsOf(item, view)}</div>
<div>${timelineOf(item.timeline)}</div>
</div>`,
  };
}

export const problemOf = ({ problem }: Pick<ItemView, 'problem'>): Markup | false =>
  problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`;

function wordsOf(
  { listed, photos, why, hiddenFor, reply, comments, original, collectedBy }: ReviewItem,
  view: ItemView,
) {
  const pictures = photos.map(
    ({ original: full, small, caption }, at) =>
      html`<a href="${view.picture(full)}"><img src="${view.picture(small || full)}"
 alt="${caption || fill(itemWords.photo, { n: at + 1 })}" loading="lazy"></a>`,
  );
  const waits = listed.state === 'held' && html`<p class="note">${why.join(', ')}. ${itemWords.noStars}</p>`;
  const gone = hiddenFor !== null && html`<p class="note">${reasonOf(hiddenFor)}</p>`;
  return html`<article class="card">
${waits}${gone}
<p class="line">${starsOf(listed.stars)}<bdi class="strong">${nameOf(listed.author)}</bdi>
<span class="soft">${dayOf(Date.parse(listed.createdRFC))}</span>
${collectedBy !== null && html`<span class="soft">${itemWords.collected} ${collectedBy}</span>`}</p>
${listed.title !== '' && html`<h2 dir="auto">${listed.title}</h2>`}
<p class="text" dir="auto">${listed.content}</p>
${pictures.length > 0 && html`<p class="photos">${pictures}</p>`}
${
  original &&
  html`<details><summary>${itemWords.original}</summary><p class="text" dir="auto">${original.title}
${original.content}</p></details>`
}
${reply && replyOf(html`${itemWords.theReply}`, reply.content)}
${comments.map(({ by, content }) => replyOf(html`<bdi>${by}</bdi>`, content))}
</article>`;
}

const replyOf = (by: Markup, content: string): Markup =>
  html`<div class="reply"><h3>${by}</h3><p class="text" dir="auto">${content}</p></div>`;

const reportReasonIn = (reason: string): string =>
  (words.why.reports as Readonly<Record<string, string>>)[reason] ?? reason;

function reportsOf(item: ReviewItem, view: ItemView): Markup {
  const rows = item.reports.map(
    ({ reason, message }) =>
      html`<li><span class="strong">${reportReasonIn(reason)}</span>
<span class="text" dir="auto">${message}</span></li>`,
  );
  return html`<section class="card"><h2>${itemWords.reports}</h2><ul class="plain rows">${rows}</ul>
<form method="post" action="${formOf(item, view, 'close-reports')}">${fieldsOf(item, view)}
<button class="second" aria-describedby="close-hint">${itemWords.close}</button>
<span class="hint" id="close-hint">${itemWords.closeHint}</span></form></section>`;
}

type Formed = Pick<ReviewItem, 'about' | 'revision'>;

export const formOf = ({ about }: Formed, { call }: ItemView, action: string): string =>
  call.at(`${pathOf(about)}/${action}`);

/** The fields that every form of an item carries. */
export const fieldsOf = ({ revision }: Formed, { list }: ItemView): Markup =>
  html`${hidden('revision', revision)}${list !== '' && hidden('in', list)}`;

/** Takes it from view, for a reason. */
export function hideForm(item: Formed, view: ItemView, hint: string): Markup {
  const options = removalReasons.map((reason) => html`<option value="${reason}">${words.reasons[reason]}</option>`);
  return html`<form method="post" action="${formOf(item, view, 'hide')}">${fieldsOf(item, view)}
<label class="label" for="reason">${itemWords.reason}</label>
<select id="reason" name="reason" required aria-describedby="hide-hint">
<option value="">${itemWords.choose}</option>${options}</select>
<span class="hint" id="hide-hint">${hint}</span>
<button class="danger">${itemWords.hide}</button></form>`;
}

/** Puts it away for a while. */
export const laterForm = (item: Formed, view: ItemView): Markup =>
  html`<form method="post" action="${formOf(item, view, 'later')}" class="inline">${fieldsOf(item, view)}
<span class="label">${itemWords.later}</span>
<button class="second" name="until" value="tomorrow">${itemWords.tomorrow}</button>
<button class="second" name="until" value="week">${itemWords.nextWeek}</button></form>`;

function actionsOf(item: ReviewItem, view: ItemView): Markup {
  const { state } = item.listed;
  const publish = html`<form method="post" action="${formOf(item, view, 'publish')}">${fieldsOf(item, view)}
<button>${itemWords.publish}</button></form>`;
  const reply = html`<form method="post" action="${formOf(item, view, 'reply')}">${fieldsOf(item, view)}
<label class="label" for="reply">${itemWords.replyLabel}</label>
<textarea id="reply" name="text" rows="5" maxlength="${LONGEST_TEXT}" dir="auto" aria-describedby="reply-hint">
${view.typed ?? item.reply?.content ?? ''}</textarea>
<span class="hint" id="reply-hint">${itemWords.replyHint}</span>
<button class="${state === 'held' && 'second'}">${itemWords.reply}</button></form>`;
  return html`<section class="card acts" aria-label="${itemWords.actions}">
${state !== 'published' && publish}
${state !== 'hidden' && reply}
${state !== 'hidden' && hideForm(item, view, itemWords.hideHint)}
${laterForm(item, view)}
${item.about.subject === 'product review' && moveForm(item, view)}
</section>`;
}

function moveForm(item: Formed, view: ItemView): Markup {
  const sku = valueIn(view.call.form, 'sku');
  return html`<details ${sku !== '' && html`open`}><summary>${itemWords.move}</summary>
<form method="post" action="${formOf(item, view, 'move')}">${fieldsOf(item, view)}
<label class="label" for="sku">${itemWords.moveSku}</label>
<input type="text" id="sku" name="sku" value="${sku}" maxlength="${LONGEST_LINE}" required>
<button class="second">${itemWords.moveButton}</button></form></details>`;
}

function factsOf(item: ReviewItem, { call }: ItemView): Markup {
  const { listed, isVerified } = item;
  const { email, order, place } = item.private;
  const isOwner = call.session.role === 'owner';
  const facts: readonly (readonly [string, Markup | string | null])[] = [
    [itemWords.product, listed.product && productLink(listed.product, call.at)],
    [itemWords.author, html`<bdi>${nameOf(listed.author)}</bdi>${isVerified && html` · ${things.verified}`}`],
    [itemWords.email, isOwner ? email : null],
    [itemWords.order, isOwner ? order : null],
    [itemWords.place, isOwner ? place : null],
    [itemWords.written, momentOf(Date.parse(listed.createdRFC))],
  ];
  const rows = facts.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  const number = fill(things.number, { number: listed.number });
  return html`<section class="card"><h2>${itemWords.facts}</h2><dl class="facts">${rows}</dl>
<p class="soft">${number}</p></section>`;
}
