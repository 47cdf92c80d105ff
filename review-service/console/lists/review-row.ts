/** A review, or a question, as a row of a list. */
import type { ListedReview } from '../../content/moderation/listed-reviews.ts';
import { subjectOfReview } from '../../data/events.ts';
import { html, type Markup } from '../../letters/html.ts';
import { aboutOf, agoOf, excerptOf, nameOf, pathOf, starsOf, stateOf } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import type { Asked } from './asked.ts';

export interface RowView {
  readonly now: number;
  /** Appended to the address of its item. */
  readonly query?: string;
  readonly at: (path: string) => string;
  /** Why it waits, in words. */
  readonly why?: string;
  /** Before the text: a box to choose it by. */
  readonly box?: Markup;
}

export function reviewRow(listed: ListedReview, { now, query = '', at, why, box }: RowView): Markup {
  const path = pathOf(subjectOfReview(listed)) + query;
  const { title, content, photos, stars, state } = listed;
  const text = excerptOf(title === '' ? content : `${title} – ${content}`);
  return html`<li class="row">${box}<div class="main">
<a href="${at(path)}" dir="auto">${text || nameOf(listed.author)}</a>
<p class="line soft">${why !== undefined && html`<span class="why">${why}</span>`}${why === undefined && starsOf(stars)}
<bdi>${nameOf(listed.author)}</bdi><span><bdi>${aboutOf(listed.product)}</bdi></span>
${photos > 0 && html`<span>${words.things.photos(photos)}</span>`}
${agoOf(Date.parse(listed.createdRFC), now)}</p></div>${why === undefined && stateOf(state)}</li>`;
}

/** A question as a row. */
export function questionRow(asked: Asked, { now, query = '', at, why }: RowView): Markup {
  const { content, author, product, answers, createdAt, state, about } = asked;
  const address = at(pathOf(about) + query);
  return html`<li class="row"><div class="main"><a href="${address}" dir="auto">${excerptOf(content)}</a>
<p class="line soft">${why !== undefined && html`<span class="why">${why}</span>`}
<bdi>${nameOf(author)}</bdi><span><bdi>${aboutOf(product)}</bdi></span>
${why === undefined && html`<span>${words.questions.count(answers.length)}</span>`}
${agoOf(createdAt, now)}</p></div>${why === undefined && stateOf(state)}</li>`;
}
