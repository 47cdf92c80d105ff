/** Why something waits, in words. */
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { maskPersonalData } from '../../../server-kit/personal-data.ts';
import { isHoldReason } from '../../../server-kit/robots/floods.ts';
import type { SubjectKind } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { words } from '../words/index.ts';

const { why } = words;
const LINK = /\bhttps?:\/\/|\bwww\./i;

/** Of those of these numbers that there are: first why it is held, then what there is to look at. */
export async function whyHeld(
  db: Database,
  { id }: BusinessRow,
  subject: SubjectKind,
  numbers: readonly number[],
): Promise<Map<number, string[]>> {
  if (numbers.length === 0) return new Map();
  const held =
    subject === 'product review' ? await ofProducts(db, id, numbers) : await others(db, id, subject, numbers);
  const authors = held.flatMap(({ author }) => author ?? []);
  const counts = authors.length === 0 ? [] : await reviewCounts(db, id, authors);
  const first = new Set(counts.filter(({ num_reviews: reviews }) => reviews <= 1).map((author) => author.id));
  return new Map(
    held.map(({ number, author, reason, text }) => [
      number,
      [
        why[isHoldReason(reason) ? reason : 'new'],
        subject !== 'product question' && author !== null && first.has(author) && why.first,
        LINK.test(text) && why.link,
        maskPersonalData(text) !== text && why.contact,
      ].filter((reason) => reason !== false),
    ]),
  );
}

async function ofProducts(db: Database, businessId: number, numbers: readonly number[]) {
  const rows = await db
    .selectFrom('product_review')
    .select(['id', 'author_id', 'title', 'content'])
    .where('business_id', '=', businessId)
    .where('id', 'in', numbers)
    .execute();
  return rows.map((row) => ({
    number: row.id,
    author: row.author_id,
    reason: null,
    text: `${row.title}\n${row.content}`,
  }));
}

async function others(db: Database, businessId: number, subject: SubjectKind, numbers: readonly number[]) {
  const rows = await db
    .selectFrom((subject === 'review' ? 'review' : 'product_question') as 'product_question')
    .select(['id', 'author_id', 'held_for', 'content'])
    .where('business_id', '=', businessId)
    .where('id', 'in', numbers)
    .execute();
  return rows.map((row) => ({ number: row.id, author: row.author_id, reason: row.held_for, text: row.content }));
}

const reviewCounts = (db: Database, businessId: number, authors: readonly number[]) =>
  db
    .selectFrom('author')
    .select(['id', 'num_reviews'])
    .where('business_id', '=', businessId)
    .where('id', 'in', authors)
    .execute();
