/** Why something waits, in words. */
import { sql } from 'kysely';
import { fill } from '../../../contract/texts/texts.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { maskPersonalData } from '../../../server-kit/personal-data.ts';
import type { SubjectKind } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { hasLink, isWhy } from '../../people/holding.ts';
import { words } from '../words/index.ts';

const { why } = words;

/** Of those of these numbers that there are: first why it is held, then what there is to look at. */
export async function whyHeld(
  db: Database,
  { id }: BusinessRow,
  subject: SubjectKind,
  numbers: readonly number[],
): Promise<Map<number, string[]>> {
  const table = tables[subject];
  if (numbers.length === 0 || table === undefined) return new Map();
  const held = await db
    .selectFrom(table as 'product_review')
    .select(['id', 'author_id', 'held_for', 'content'])
    .select(subject === 'product question' ? sql<string>`''`.as('title') : 'title')
    .where('business_id', '=', id)
    .where('id', 'in', numbers)
    .execute();
  const authors = held.flatMap((row) => row.author_id ?? []);
  const counts = authors.length === 0 ? [] : await reviewCounts(db, id, authors);
  const first = new Set(counts.filter(({ num_reviews: reviews }) => reviews <= 1).map((author) => author.id));
  return new Map(
    held.map((row) => {
      const text = `${row.title}\n${row.content}`;
      const isFirst = subject !== 'product question' && row.author_id !== null && first.has(row.author_id);
      const more = [
        row.held_for !== 'first' && isFirst && why.first,
        row.held_for !== 'link' && hasLink(text) && why.link,
        maskPersonalData(text) !== text && why.contact,
      ];
      return [
        row.id,
        [fill(why.held, { why: reasonIn(row.held_for ?? 'new') }), ...more.filter((reason) => reason !== false)],
      ];
    }),
  );
}

/** Questions about the shop are never held. */
const tables: Partial<Record<SubjectKind, 'product_review' | 'review' | 'product_question'>> = {
  'product review': 'product_review',
  review: 'review',
  'product question': 'product_question',
};

/** A program may have given a reason of its own. */
export const reasonIn = (reason: string): string => (isWhy(reason) ? why[reason] : reason);

const reviewCounts = (db: Database, businessId: number, authors: readonly number[]) =>
  db
    .selectFrom('author')
    .select(['id', 'num_reviews'])
    .where('business_id', '=', businessId)
    .where('id', 'in', authors)
    .execute();
