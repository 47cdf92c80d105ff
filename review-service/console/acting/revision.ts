/**
 * The state that a decision about something is made on, as a short text. A form carries that of what its page showed,
 * so that nobody decides on what has changed meanwhile. Votes and translations are no part of it.
 */
import { createHash } from 'node:crypto';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { readShopReplies } from '../../content/moderation/low-stars.ts';
import { isQuestion, type SubjectKind } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';

/** In the order in which a revision holds them. For a question, `reply` are its answers. */
export const revisionParts = ['state', 'words', 'photos', 'product', 'reply', 'reports'] as const;
export type RevisionPart = (typeof revisionParts)[number];
type Parts = Readonly<Record<RevisionPart, readonly unknown[]>>;

/** Of each part, six letters of a hash: 36 bits. */
const LETTERS = 6;

const revisionOf = (parts: Parts): string =>
  revisionParts
    .map((part) => createHash('sha256').update(JSON.stringify(parts[part])).digest('base64url').slice(0, LETTERS))
    .join('');

/** The parts that are no longer as they were; all of them, if the earlier revision is none. */
export const changedParts = (before: string, now: string): RevisionPart[] =>
  revisionParts.filter((_, at) => partOf(before, at) !== partOf(now, at));

const partOf = (revision: string, at: number): string => revision.slice(at * LETTERS, (at + 1) * LETTERS);

/** Of those of these numbers that there are. */
export async function readRevisions(
  db: Database,
  business: Pick<BusinessRow, 'id' | 'domain'>,
  subject: SubjectKind,
  numbers: readonly number[],
): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map();
  if (isQuestion(subject)) return ofQuestions(db, business.id, subject, numbers);
  if (subject === 'product') return ofProducts(db, business.id, numbers);
  const reports = await openReports(db, business.id, subject, numbers);
  const rows =
    subject === 'product review'
      ? await productReviews(db, business.id, numbers)
      : await shopReviews(db, business, numbers);
  return new Map(rows.map(({ id, ...parts }) => [id, revisionOf({ ...parts, reports: reports.get(id) ?? [] })]));
}

async function productReviews(db: Database, businessId: number, numbers: readonly number[]) {
  const rows = await db
    .selectFrom('product_review')
    .select(['id', 'state', 'hidden_for', 'title', 'content', 'images', 'product_id', 'reply'])
    .where('business_id', '=', businessId)
    .where('id', 'in', numbers)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    state: [row.state, row.hidden_for],
    words: [row.title, row.content],
    photos: [row.images],
    product: [row.product_id],
    reply: [row.reply],
  }));
}

async function shopReviews(db: Database, business: Pick<BusinessRow, 'id' | 'domain'>, numbers: readonly number[]) {
  const rows = await db
    .selectFrom('review')
    // An author may change the stars alone, which no part shows.
    .select(['id', 'state', 'hidden_for', 'title', 'content', 'tip', 'edited_at', 'images'])
    .where('business_id', '=', business.id)
    .where('id', 'in', numbers)
    .execute();
  const replies = await readShopReplies(db, business, numbers);
  return rows.map((row) => ({
    id: row.id,
    state: [row.state, row.hidden_for],
    words: [row.title, row.content, row.tip, row.edited_at],
    photos: [row.images],
    product: [],
    reply: [replies.get(row.id)?.content ?? null],
  }));
}

async function openReports(db: Database, businessId: number, subject: SubjectKind, numbers: readonly number[]) {
  const rows = await db
    .selectFrom('review_flag')
    .select(['id', 'review_id'])
    .where('business_id', '=', businessId)
    .where('review_id', 'in', numbers)
    .where('of_product', '=', subject === 'product review' ? 1 : 0)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ review_id: number }) => number);
}

const nothing: Parts = { state: [], words: [], photos: [], product: [], reply: [], reports: [] };

/** The reviews of a product are no part of it. */
async function ofProducts(db: Database, businessId: number, numbers: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'sku', 'title', 'removed_at'])
    .where('business_id', '=', businessId)
    .where('id', 'in', numbers)
    .execute();
  return new Map(
    rows.map(({ id, title, removed_at: removed, sku }) => [
      id,
      revisionOf({ ...nothing, state: [removed !== null], words: [title], product: [sku] }),
    ]),
  );
}

async function ofQuestions(
  db: Database,
  businessId: number,
  subject: 'product question' | 'question',
  numbers: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom((subject === 'question' ? subject : 'product_question') as 'question')
    .select(['id', 'state', 'content', 'product_id', 'answers'])
    .where('business_id', '=', businessId)
    .where('id', 'in', numbers)
    .execute();
  const parts = rows.map(({ id, state, content, product_id: product, answers }) => {
    const given = (JSON.parse(answers) as { id: number; content: string; published?: string }[]).map((answer) => [
      answer.id,
      answer.content,
      answer.published,
    ]);
    const revision = revisionOf({
      ...nothing,
      state: [state],
      words: [content],
      product: [product],
      reply: given,
    });
    return [id, revision] as const;
  });
  return new Map(parts);
}
