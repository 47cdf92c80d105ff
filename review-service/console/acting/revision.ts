/**
 * The state that a decision about something is made on, as a short text. A form carries that of what its page showed,
 * so that nobody decides on what has changed meanwhile. Votes and translations are no part of it.
 */
import { createHash } from 'node:crypto';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { readShopReplies } from '../../content/moderation/low-stars.ts';
import { isQuestion, isReview, tableOf, type Subject, type SubjectKind } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';

/** In the order in which a revision holds them. For a question, `reply` are its answers. */
const revisionParts = ['state', 'words', 'photos', 'product', 'reply', 'reports'] as const;
export type RevisionPart = (typeof revisionParts)[number];
type Parts = Readonly<Partial<Record<RevisionPart, readonly unknown[]>>>;
type Shop = Pick<BusinessRow, 'id' | 'domain'>;

const ofQuestion = { state: ['state'], words: ['content'], product: ['product_id'] };
/** The columns that make each part. */
const columns: Readonly<Record<SubjectKind, Readonly<Partial<Record<RevisionPart, readonly string[]>>>>> = {
  // An author may change the stars alone, which no part shows.
  review: { state: ['state', 'hidden_for'], words: ['title', 'content', 'tip', 'edited_at'], photos: ['images'] },
  'product review': {
    state: ['state', 'hidden_for'],
    words: ['title', 'content'],
    photos: ['images'],
    product: ['product_id'],
    reply: ['reply'],
  },
  question: ofQuestion,
  'product question': ofQuestion,
  // Its reviews are no part of a product.
  product: { state: ['removed_at'], words: ['title'], product: ['sku'] },
};

/** Of each part, six letters of a hash: 36 bits. */
const LETTERS = 6;

const revisionOf = (parts: Parts): string =>
  revisionParts
    .map((part) => JSON.stringify(parts[part] ?? []))
    .map((json) => createHash('sha256').update(json).digest('base64url').slice(0, LETTERS))
    .join('');

/** The parts that are no longer as they were; all of them, if the earlier revision is none. */
export const changedParts = (before: string, now: string): RevisionPart[] =>
  revisionParts.filter((_, at) => partOf(before, at) !== partOf(now, at));

const partOf = (revision: string, at: number): string => revision.slice(at * LETTERS, (at + 1) * LETTERS);

/** Undefined where there is no such thing. */
export const readRevision = async (db: Database, business: Shop, about: Subject): Promise<string | undefined> =>
  (await readRevisions(db, business, about.subject, [about.number])).get(about.number);

/** Of those of these numbers that there are. */
export async function readRevisions(
  db: Database,
  business: Shop,
  subject: SubjectKind,
  numbers: readonly number[],
): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map();
  const parts = Object.entries(columns[subject]);
  const rows = await db
    .selectFrom(tableOf[subject])
    .select(['id', ...parts.flatMap(([, names]) => names as 'content'[])])
    .$if(isQuestion(subject), (found) => found.select('answers' as 'content'))
    .where('business_id', '=', business.id)
    .where('id', 'in', numbers)
    .$castTo<{ readonly id: number } & Readonly<Record<string, unknown>>>()
    .execute();
  const beside = await partsBeside(db, business, subject, numbers);
  return new Map(
    rows.map((row) => {
      const own = parts.map(([part, names]) => [part, names.map((name) => row[name])] as const);
      const answers = isQuestion(subject) ? { reply: partsOfAnswers(row['answers'] as string) } : {};
      return [row.id, revisionOf({ ...Object.fromEntries(own), ...answers, ...beside(row.id) })];
    }),
  );
}

const partsOfAnswers = (json: string): unknown[] =>
  (JSON.parse(json) as { id: number; content: string; published?: string }[]).map(({ id, content, published }) => [
    id,
    content,
    published,
  ]);

/** The parts of reviews that their rows do not hold. */
async function partsBeside(
  db: Database,
  business: Shop,
  subject: SubjectKind,
  numbers: readonly number[],
): Promise<(number: number) => Parts> {
  if (!isReview(subject)) return () => ({});
  const replies = subject === 'review' && (await readShopReplies(db, business, numbers));
  const rows = await db
    .selectFrom('review_flag')
    .select(['id', 'review_id'])
    .where('business_id', '=', business.id)
    .where('review_id', 'in', numbers)
    .where('of_product', '=', subject === 'product review' ? 1 : 0)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
  const reports = Map.groupBy(rows, ({ review_id: number }) => number);
  return (number) => ({
    reports: reports.get(number) ?? [],
    ...(replies ? { reply: [replies.get(number)?.content ?? null] } : {}),
  });
}
