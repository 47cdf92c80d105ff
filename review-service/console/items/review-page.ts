/** The page of a review: what it says, what happened to it, and the forms of all that can be done about it. */
import { LONGEST_LINE } from '../../../contract/endpoints/limits.ts';
import { fill } from '../../../contract/texts/texts.ts';
import type { SavedReply } from '../../content/saved-replies.ts';
import { html, type Markup } from '../../letters/html.ts';
import type { Shown } from '../frame/page.ts';
import {
  aboutOf,
  dayOf,
  hidden,
  momentOf,
  nameOf,
  ownPicture,
  personLink,
  productLink,
  reasonOf,
  starsOf,
  stateOf,
  valueIn,
} from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import {
  addressOf,
  formOf,
  hideForm,
  hidePartForm,
  laterForm,
  messageForm,
  publishForm,
  replyForm,
  savedForm,
} from './item-forms.ts';
import { factsOf, itemPage, type ItemView } from './item-page.ts';
import type { ReviewItem } from './read-review.ts';
import { timelineOf } from './timeline.ts';

const { item: itemWords, things } = words;

export function reviewPage(item: ReviewItem, view: ItemView, saved: readonly SavedReply[]): Shown {
  const { listed, reports, timeline } = item;
  return itemPage(view, {
    title: listed.product === null ? things.shopReview : fill(things.review, { about: aboutOf(listed.product) }),
    aside: stateOf(listed.state),
    main: html`${wordsOf(item, view)}
${reports.length > 0 && reportsOf(item, view)}`,
    side: html`${actionsOf(item, view, saved)}${aboutIt(item, view)}`,
    last: timelineOf(timeline),
  });
}

function wordsOf(item: ReviewItem, view: ItemView): Markup {
  const { listed, photos, why, hiddenFor, reply, comments, original, collectedBy } = item;
  return html`<article class="card">
${listed.state === 'held' && html`<p class="note">${why.join(', ')}. ${itemWords.noStars}</p>`}
${hiddenFor !== null && html`<p class="note">${reasonOf(hiddenFor)}</p>`}
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
  const rows = item.photos.map(({ original, small, caption, hidden_for: reason }, at) => {
    const name = { n: at + 1 };
    const isGone = reason !== undefined;
    // Hidden ones are served to people of the shop alone.
    const kept = isGone || item.listed.state === 'hidden' ? addressOf(view, `photo/${at}`) : null;
    const act = isGone
      ? formOf(
          view,
          'publish-photo',
          html`${hidden('photo', String(at))}
<span class="hint">${fill(itemWords.hiddenPhoto, { reason: reasonOf(reason) })}</span>
<button class="second">${itemWords.showPhoto}</button>`,
        )
      : hidePartForm(view, {
          name: 'photo',
          at,
          summary: fill(itemWords.hidePhotoOf, name),
          hint: itemWords.photoHint,
          button: itemWords.hidePhoto,
        });
    const picture = (address: string) => kept ?? ownPicture(view.call, address);
    return html`<li><a href="${picture(original)}"><img src="${picture(small || original)}"
 alt="${caption || fill(itemWords.photo, name)}" loading="lazy" ${isGone && html`class="gone"`}></a>${act}</li>`;
  });
  return html`<ul class="plain photos">${rows}</ul>`;
}

const replyOf = (by: Markup, content: string): Markup =>
  html`<div class="reply"><h3>${by}</h3><p class="text" dir="auto">${content}</p></div>`;

function reportsOf({ reports }: ReviewItem, view: ItemView): Markup {
  const reasons: Readonly<Record<string, string>> = words.why.reports;
  const rows = reports.map(
    ({ reason, message }) =>
      html`<li><span class="strong">${reasons[reason] ?? reason}</span>
<span class="text" dir="auto">${message}</span></li>`,
  );
  const close = html`<button class="second" aria-describedby="close-hint">${itemWords.close}</button>
<span class="hint" id="close-hint">${itemWords.closeHint}</span>`;
  return html`<section class="card"><h2>${itemWords.reports}</h2><ul class="plain rows">${rows}</ul>
${formOf(view, 'close-reports', close)}</section>`;
}

function actionsOf(item: ReviewItem, view: ItemView, saved: readonly SavedReply[]): Markup {
  const { state } = item.listed;
  return html`<section class="card acts" aria-label="${itemWords.actions}">
${state !== 'published' && publishForm(view)}
${state !== 'hidden' && replyForm(item, view, saved)}
${state !== 'hidden' && hideForm(view, itemWords.hideHint)}
${item.private.email !== null && messageForm(view)}
${laterForm(view)}
${view.about.subject === 'product review' && moveForm(view)}
</section>${saved.length > 0 && savedForm(view)}`;
}

function moveForm(view: ItemView): Markup {
  const sku = valueIn(view.call.form, 'sku');
  const fields = html`<label class="label" for="sku">${itemWords.moveSku}</label>
<input type="text" id="sku" name="sku" value="${sku}" maxlength="${LONGEST_LINE}" required>
<button class="second">${itemWords.moveButton}</button>`;
  return html`<details ${sku !== '' && html`open`}><summary>${itemWords.move}</summary>
${formOf(view, 'move', fields)}</details>`;
}

function aboutIt({ listed, isVerified, private: { email, order, place, person } }: ReviewItem, { call }: ItemView) {
  const isOwner = call.session.role === 'owner';
  const facts = factsOf([
    [itemWords.product, listed.product && productLink(listed.product, call.at)],
    [itemWords.author, html`${personLink(listed.author, person, call)}${isVerified && html` · ${things.verified}`}`],
    [itemWords.email, isOwner && email],
    [itemWords.order, isOwner && order],
    [itemWords.place, isOwner && place],
    [itemWords.written, momentOf(Date.parse(listed.createdRFC))],
  ]);
  return html`<section class="card"><h2>${itemWords.facts}</h2>${facts}
<p class="soft">${fill(things.number, { number: listed.number })}</p></section>`;
}
