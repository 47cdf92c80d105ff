/** Reviews and questions as rows of a list. */
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { readListedReviews, type ListedReview } from '../../content/moderation/listed-reviews.ts';
import { isQuestion, subjectOfReview, type Subject } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { aboutOf, agoOf, excerptOf, nameOf, pathOf, readEach, starsOf, stateOf } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { readAsked, type Asked } from './asked.ts';

export type Listed = ListedReview | Asked;

/** Those of these that there are, by their addresses, in this order. */
export async function readListed(
  db: Database,
  business: BusinessRow,
  abouts: readonly Subject[],
): Promise<ReadonlyMap<string, Listed>> {
  const found = await readEach<Listed>(abouts, (subject, numbers) =>
    isQuestion(subject)
      ? readAsked(db, business, subject, numbers)
      : readListedReviews(db, business.id, subject === 'review' ? 'business' : 'product', numbers),
  );
  return new Map(
    abouts.flatMap((about) => {
      const one = found.get(pathOf(about));
      return one ? [[pathOf(about), one] as const] : [];
    }),
  );
}

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

export function itemRow(one: Listed, { now, query = '', at, why, box }: RowView): Markup {
  const { content, author, product, state } = one;
  const name = html`<bdi>${nameOf(author)}</bdi><span><bdi>${aboutOf(product)}</bdi></span>`;
  const waits = why !== undefined && html`<span class="why">${why}</span>`;
  const row = { box, state: !waits && stateOf(state) };
  if ('answers' in one) {
    const answers = !waits && html`<span>${words.questions.count(one.answers.length)}</span>`;
    return listRow(
      html`<a href="${at(pathOf(one.about) + query)}" dir="auto">${excerptOf(content)}</a>`,
      html`${waits}${name}${answers}${agoOf(one.createdAt, now)}`,
      row,
    );
  }
  const { title, photos, stars, createdRFC } = one;
  const text = excerptOf(title === '' ? content : `${title} – ${content}`) || nameOf(author);
  const pictures = photos > 0 && html`<span>${words.things.photos(photos)}</span>`;
  return listRow(
    html`<a href="${at(pathOf(subjectOfReview(one)) + query)}" dir="auto">${text}</a>`,
    html`${waits || starsOf(stars)}${name}${pictures}${agoOf(Date.parse(createdRFC), now)}`,
    row,
  );
}

interface Around {
  readonly box?: Markup | undefined;
  readonly state?: Markup | false;
  readonly below?: Markup;
}

/** @param line - what is said below it. */
export const listRow = (head: Markup, line: Markup, { box, state, below }: Around = {}): Markup =>
  html`<li class="row">${box}<div class="main">${head}
<p class="line soft">${line}</p></div>${state}${below}</li>`;
