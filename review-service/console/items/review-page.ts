/** The page of a review: what it says, what happened to it, and the forms of all that can be done about it. */
import { LONGEST_LINE } from '../../../contract/endpoints/limits.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { html, type Markup } from '../../letters/html.ts';
import type { Shown } from '../frame/page.ts';
import {
  aboutOf,
  dayOf,
  hidden,
  momentOf,
  nameOf,
  personLink,
  productLink,
  reasonOf,
  starsOf,
  stateOf,
  valueIn,
} from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import {
  besideOf,
  fieldsOf,
  formOf,
  hideForm,
  laterForm,
  problemOf,
  publishForm,
  reasonField,
  type Formed,
  type ItemView,
} from './item-forms.ts';
import { cachedOf, nextOf } from './item-routes.ts';
import type { ReviewItem } from './read-review.ts';
import { timelineOf } from './timeline.ts';
import { messageForm, replyForm, savedForm, type ReviewView } from './words-forms.ts';

const { item: itemWords, things } = words;

export function reviewPage(item: ReviewItem, view: ReviewView): Shown {
  const { listed } = item;
  const title = listed.product === null ? things.shopReview : fill(things.review, { about: aboutOf(listed.product) });
  return {
    status: view.status ?? 200,
    title,
    aside: html`${stateOf(listed.state)}${besideOf(view)}`,
    ...nextOf(view),
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

function wordsOf(item: ReviewItem, view: ItemView): Markup {
  const { listed, photos, why, hiddenFor, reply, comments, original, collectedBy } = item;
  const waits = listed.state === 'held' && html`<p class="note">${why.join(', ')}. ${itemWords.noStars}</p>`;
  const gone = hiddenFor !== null && html`<p class="note">${reasonOf(hiddenFor)}</p>`;
  return html`<article class="card">
${waits}${gone}
<p class="line">${starsOf(listed.stars)}<bdi class="strong">${nameOf(listed.author)}</bdi>
<span class="soft">${dayOf(Date.parse(listed.createdRFC))}</span>
${collectedBy !== null && html`<span class="soft">${itemWords.collected} ${collectedBy}</span>`}</p>
${listed.title !== '' && html`<h2 dir="auto">${listed.title}</h2>`}
<p class="text" dir="auto">${listed.content}</p>
${photos.length > 0 && photosOf(item, view)}
${
  original &&
  html`<details><summary>${itemWords.original}</summary><p class="text" dir="auto">${original.title}
${original.content}</p></details>`
}
${reply && replyOf(html`${itemWords.theReply}`, reply.content)}
${comments.map(({ by, content }) => replyOf(html`<bdi>${by}</bdi>`, content))}
</article>`;
}

function photosOf(item: ReviewItem, view: ItemView): Markup {
  const isHidden = item.listed.state === 'hidden';
  const rows = item.photos.map(({ original, small, caption, hidden_for: reason }, at) => {
    const name = fill(itemWords.photo, { n: at + 1 });
    // Hidden ones are served to people of the shop alone.
    const kept = isHidden || reason !== undefined ? formOf(item, view, `photo/${at}`) : null;
    const fields = html`${fieldsOf(item, view)}${hidden('photo', String(at))}`;
    const acts =
      reason === undefined
        ? html`<details><summary>${fill(itemWords.hidePhotoOf, { n: at + 1 })}</summary>
<form method="post" action="${formOf(item, view, 'hide-photo')}">${fields}
${reasonField(`reason-${at}`, `photo-hint-${at}`)}
<span class="hint" id="photo-hint-${at}">${itemWords.photoHint}</span>
<button class="danger">${itemWords.hidePhoto}</button></form></details>`
        : html`<form method="post" action="${formOf(item, view, 'publish-photo')}">${fields}
<span class="hint">${fill(itemWords.hiddenPhoto, { reason: reasonOf(reason) })}</span>
<button class="second">${itemWords.showPhoto}</button></form>`;
    return html`<li><a href="${kept ?? view.picture(original)}"><img src="${kept ?? view.picture(small || original)}"
 alt="${caption || name}" loading="lazy" ${reason !== undefined && html`class="gone"`}></a>${acts}</li>`;
  });
  return html`<ul class="plain photos">${rows}</ul>`;
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

function actionsOf(item: ReviewItem, view: ReviewView): Markup {
  const { state } = item.listed;
  return html`<section class="card acts" aria-label="${itemWords.actions}">
${state !== 'published' && publishForm(item, view)}
${state !== 'hidden' && replyForm(item, view)}
${state !== 'hidden' && hideForm(item, view, itemWords.hideHint)}
${item.private.email !== null && messageForm(item, view)}
${laterForm(item, view)}
${item.about.subject === 'product review' && moveForm(item, view)}
</section>${view.saved.length > 0 && savedForm(item, view)}`;
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
  const { email, order, place, person } = item.private;
  const isOwner = call.session.role === 'owner';
  const facts: readonly (readonly [string, Markup | string | null])[] = [
    [itemWords.product, listed.product && productLink(listed.product, call.at)],
    [itemWords.author, html`${personLink(listed.author, person, call)}${isVerified && html` · ${things.verified}`}`],
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
