/** Why something waits, in words. */
import { sql } from 'kysely';
import { fill } from '../../../contract/texts/texts.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { maskPersonalData } from '../../../server-kit/personal-data.ts';
import { isReview, tableOf, type SubjectKind } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { hasLink, isWhy } from '../../people/holding.ts';
import { pathOf, spanOf } from '../frame/pieces.ts';
import type { Listed } from '../lists/rows.ts';
import { words } from '../words/index.ts';
import type { WaitingKind } from './waiting.ts';

const { why } = words;

/** Of those of these numbers that there are: first why it is held, then what there is to look at. */
export async function whyHeld(
  db: Database,
  { id }: BusinessRow,
  subject: SubjectKind,
  numbers: readonly number[],
): Promise<Map<number, string[]>> {
  // Questions about the shop are never held.
  if (numbers.length === 0 || subject === 'question' || subject === 'product') return new Map();
  const held = await db
    .selectFrom(tableOf[subject])
    .select(['id', 'author_id', 'held_for', 'content'])
    .select(isReview(subject) ? 'title' : sql<string>`''`.as('title'))
    .where('business_id', '=', id)
    .where('id', 'in', numbers)
    .execute();
  const authors = isReview(subject) ? held.flatMap((row) => row.author_id ?? []) : [];
  const first = authors.length === 0 ? new Set() : await newAmong(db, id, authors);
  return new Map(
    held.map((row) => {
      const text = `${row.title}\n${row.content}`;
      const more = [
        row.held_for !== 'first' && first.has(row.author_id) && why.first,
        row.held_for !== 'link' && hasLink(text) && why.link,
        maskPersonalData(text) !== text && why.contact,
      ];
      const main = fill(why.held, { why: reasonIn(row.held_for ?? 'new') });
      return [row.id, [main, ...more.filter((reason) => reason !== false)]];
    }),
  );
}

/** A program may have given a reason of its own. */
export const reasonIn = (reason: string): string => (isWhy(reason) ? why[reason] : reason);

/** Those who have written one review at most. */
async function newAmong(db: Database, businessId: number, authors: readonly number[]): Promise<Set<number | null>> {
  const rows = await db
    .selectFrom('author')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', 'in', authors)
    .where('num_reviews', '<=', 1)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** How often reviews are reported and what for, in words, by their addresses. */
export async function whyReported(
  db: Database,
  businessId: number,
  numbers: readonly number[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('review_flag')
    .select(['review_id', 'of_product', 'reason'])
    .where('business_id', '=', businessId)
    .where('closed_at', 'is', null)
    .where('review_id', 'in', numbers)
    .execute();
  const each = Map.groupBy(rows, ({ of_product: ofProduct, review_id: number }) =>
    pathOf({ subject: ofProduct === 1 ? 'product review' : 'review', number }),
  );
  const names = why.reports as Readonly<Record<string, string>>;
  return new Map(
    [...each].map(([path, some]) => {
      const reasons = [...new Set(some.map(({ reason }) => names[reason] ?? reason))];
      return [path, `${why.reported(some.length)}: ${reasons.join(', ')}`];
    }),
  );
}

/** @param noted - why it is held, and reported, as far as it is. */
export function whyWaits(
  one: Listed,
  kinds: readonly WaitingKind[],
  noted: { readonly held: readonly string[] | undefined; readonly reported: string | undefined },
  now: number,
): string {
  if ('answers' in one) {
    const reasons = one.state === 'held' ? noted.held : heldAnswersOf(one.answers);
    return reasons?.join(', ') ?? fill(why.noAnswer, { time: spanOf(now - one.createdAt) });
  }
  const { stars, createdRFC } = one;
  const noReply = fill(why.noReply, { time: spanOf(now - Date.parse(createdRFC)) });
  const reasons = kinds.flatMap((kind) => {
    if (kind === 'held') return noted.held ?? [];
    if (kind === 'reported') return noted.reported ?? [];
    return stars === null ? [] : [`${why.low(stars)}, ${noReply}`];
  });
  return reasons.join(', ');
}

/** Undefined where none waits. */
function heldAnswersOf(answers: readonly { readonly heldFor: string | null }[]): string[] | undefined {
  const reasons = new Set(answers.flatMap(({ heldFor }) => (heldFor === null ? [] : reasonIn(heldFor))));
  return reasons.size === 0 ? undefined : [fill(why.heldAnswer, { why: [...reasons].join(', ') })];
}
