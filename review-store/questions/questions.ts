import type { Selectable } from 'kysely';
import type { Answer, ProductAnswer, ProductQuestion, Question, User } from '../../contract/entities/entities.ts';
import { MOST_ANSWERS } from '../../contract/endpoints/limits.ts';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import { readAuthors, saveAuthors, toEmbeddedUser, toUser } from '../content/authors.ts';
import { nextId, reserveIds, type Store } from '../content/ids.ts';
import { publication, toLocal, toRfc, toTime } from '../content/moments.ts';
import { readProducts, type Page } from '../products/products.ts';
import { hasWords } from './question-words.ts';
import { numbered } from '../content/numbered.ts';
import { countAll } from '../content/rows.ts';
import { State, type QuestionTable } from '../tables.ts';
import { atomically } from '../databases/transaction.ts';

type QuestionRow = Selectable<QuestionTable>;
type Kind = 'product_question' | 'question';

const rows = numbered('question');

/** One page of the questions about products; without a `filter`, of all that are not removed. */
export async function readProductQuestionPage(
  db: Store,
  businessId: number,
  query: Parameters<'listProductQuestions'>,
): Promise<ProductQuestion[]> {
  return toProductQuestions(db, businessId, await readPage(selectProductQuestions(db, businessId, query), query));
}

/** A question in any state. */
export async function getProductQuestion(db: Store, businessId: number, id: number): Promise<ProductQuestion | null> {
  return (await readProductQuestions(db, businessId, [id]))[0] ?? null;
}

/** Questions in any state, by number. */
export const readProductQuestions = async (
  db: Store,
  businessId: number,
  ids: readonly number[],
): Promise<ProductQuestion[]> =>
  toProductQuestions(db, businessId, await readNumbered(db, 'product_question', businessId, ids));

async function toProductQuestions(
  db: Store,
  businessId: number,
  rows: readonly QuestionRow[],
): Promise<ProductQuestion[]> {
  const authors = await readAuthors(db, businessId, rows);
  const products = await readProducts(db, businessId, rows);
  return rows.map((row) => ({
    id: row.id,
    content: row.content,
    created: toLocal(row.created_at)!,
    createdRFC: toRfc(row.created_at)!,
    ...publication(row.published_at),
    removed: row.state === State.removed,
    num_answers: row.num_answers,
    sum_votes: row.sum_votes,
    answers: JSON.parse(row.answers) as ProductAnswer[],
    product: (row.product_id === null ? undefined : products.get(row.product_id)) ?? null,
    author: toUser(row.author_id === null ? undefined : authors.get(row.author_id), false),
  }));
}

/** The same, and how many there are on all pages. */
export async function listProductQuestions(
  db: Store,
  businessId: number,
  query: Parameters<'listProductQuestions'>,
): Promise<Page<ProductQuestion>> {
  return {
    items: await readProductQuestionPage(db, businessId, query),
    total: await countAll(selectProductQuestions(db, businessId, query)),
  };
}

function selectProductQuestions(
  db: Store,
  businessId: number,
  query: Parameters<'listProductQuestions'>,
): FoundQuestions {
  let found = selectQuestions(db, 'product_question').where('business_id', '=', businessId);
  // Written as an exclusion, so that the index orders the listing: two states would be two orders.
  if (query.filter === undefined) found = found.where('state', '<>', State.removed);
  else found = found.where('state', '=', filters[query.filter]);
  if (query.sku !== undefined) {
    const sku = query.sku;
    found = found.where('product_id', '=', (eb) =>
      eb.selectFrom('product').select('id').where('business_id', '=', businessId).where('sku', '=', sku),
    );
  }
  return query.q === undefined ? found : found.where(hasWords(businessId, query.q));
}

const filters = { PENDING: State.pending, PUBLISHED: State.published, REMOVED: State.removed } as const;

/** One page of the published questions about the business itself. */
export async function readQuestionPage(
  db: Store,
  businessId: number,
  domain: string,
  query: Parameters<'listQuestions'>,
): Promise<Question[]> {
  return toQuestions(db, businessId, domain, await readPage(selectBusinessQuestions(db, businessId), query));
}

/** Questions about the business in any state, by number. */
export const readQuestions = async (
  db: Store,
  businessId: number,
  domain: string,
  ids: readonly number[],
): Promise<Question[]> => toQuestions(db, businessId, domain, await readNumbered(db, 'question', businessId, ids));

async function toQuestions(
  db: Store,
  businessId: number,
  domain: string,
  rows: readonly QuestionRow[],
): Promise<Question[]> {
  const authors = await readAuthors(db, businessId, rows);
  return rows.map((row) => ({
    id: row.id,
    business: domain,
    content: row.content,
    created: toLocal(row.created_at)!,
    createdRFC: toRfc(row.created_at)!,
    num_answers: row.num_answers,
    slug: row.slug,
    sum_votes: row.sum_votes,
    answers: JSON.parse(row.answers) as Answer[],
    author: toUser(row.author_id === null ? undefined : authors.get(row.author_id), false),
  }));
}

/** The same, and how many there are on all pages. */
export async function listQuestions(
  db: Store,
  businessId: number,
  domain: string,
  query: Parameters<'listQuestions'>,
): Promise<Page<Question>> {
  return {
    items: await readQuestionPage(db, businessId, domain, query),
    total: await countAll(selectBusinessQuestions(db, businessId)),
  };
}

const selectBusinessQuestions = (db: Store, businessId: number): FoundQuestions =>
  selectQuestions(db, 'question').where('business_id', '=', businessId).where('state', '=', State.published);

const readNumbered = (db: Store, kind: Kind, businessId: number, ids: readonly number[]): Promise<QuestionRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : selectQuestions(db, kind)
        .selectAll()
        .where('business_id', '=', businessId)
        .where('id', 'in', [...ids])
        .execute();

/** Both tables have the same shape; naming either one satisfies the query builder. */
const selectQuestions = (db: Store, kind: Kind) => db.selectFrom(kind as 'question');
type FoundQuestions = ReturnType<typeof selectQuestions>;

function readPage(
  found: FoundQuestions,
  query: { order: 'ASC' | 'DESC'; start: number; count: number },
): Promise<QuestionRow[]> {
  const direction = query.order === 'ASC' ? 'asc' : 'desc';
  return found
    .selectAll()
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .offset(query.start)
    .limit(query.count)
    .execute();
}

/** Stores questions about the business as a server of the API gave them, by their id; it lists only published ones. */
export function saveQuestions(db: Store, businessId: number, items: readonly Question[]): Promise<void> {
  return atomically(db, async (db) => {
    const each = [...new Map(items.map((item) => [item.id, item])).values()];
    const known = await rows.lockAll(
      db,
      businessId,
      each.map(({ id }) => id),
    );
    const authorIds = await saveAuthors(
      db,
      businessId,
      each.map(({ id, author }) => ({ user: author, earlier: known.get(id)?.author_id ?? null })),
    );
    const changes = each.map((item, at) => {
      const before = known.get(item.id);
      const after = {
        business_id: businessId,
        id: item.id,
        product_id: null,
        author_id: authorIds[at]!,
        // The API gives no state: one that was hidden here stays hidden.
        state: before?.state ?? State.published,
        content: item.content,
        slug: item.slug,
        num_answers: item.num_answers,
        sum_votes: item.sum_votes,
        answers: answersToJson(item.answers),
        created_at: toTime(item.createdRFC)!,
        published_at: toTime(item.createdRFC)!,
      };
      return { before, after };
    });
    await rows.put(db, changes);
    await reserveIds(db, 'question', items);
  });
}

/** Adds questions about the business with the numbers that they have, which nobody else has. */
export function restoreQuestions(db: Store, given: readonly QuestionRow[]): Promise<void> {
  return atomically(db, async (db) => {
    await rows.put(
      db,
      given.map((after) => ({ before: undefined, after })),
    );
    await reserveIds(db, 'question', given);
  });
}

export interface ShopAnswer {
  readonly author: User;
  readonly content: string;
  readonly now: number;
}

/**
 * Adds an answer of the business to a question about it that is not removed.
 * @returns the answer; `none` where there is no such question, `full` where it has as many as one may have.
 */
export function addShopAnswer(
  db: Store,
  businessId: number,
  id: number,
  { author, content, now }: ShopAnswer,
): Promise<Answer | 'none' | 'full'> {
  return atomically(db, async (db) => {
    const before = await rows.lock(db, businessId, id);
    if (!before || before.state === State.removed) return 'none';
    const answers = JSON.parse(before.answers) as Answer[];
    if (answers.length >= MOST_ANSWERS) return 'full';
    await reserveIds(db, 'product_answer', answers);
    const answer: Answer = {
      id: await nextId(db, 'product_answer'),
      content,
      created: toLocal(now),
      createdRFC: toRfc(now),
      num_votes: 0,
      author: toEmbeddedUser(author, false),
    };
    await putAnswers(db, before, [...answers, answer]);
    return answer;
  });
}

const putAnswers = async (db: Store, before: QuestionRow, answers: readonly Answer[], row = before): Promise<void> =>
  void (await rows.put(db, [
    { before, after: { ...row, answers: answersToJson(answers), num_answers: answers.length } },
  ]));

/** Shows a question about the business, or takes it out of view. False where there is none, or it is so already. */
export function showQuestion(
  db: Store,
  businessId: number,
  id: number,
  { shown, now }: { readonly shown: boolean; readonly now: number },
): Promise<boolean> {
  return atomically(db, async (db) => {
    const before = await rows.lock(db, businessId, id);
    const state = shown ? State.published : State.removed;
    if (!before || before.state === state) return false;
    const publishedAt = shown ? (before.published_at ?? now) : before.published_at;
    await rows.put(db, [{ before, after: { ...before, state, published_at: publishedAt } }]);
    return true;
  });
}

/** Brings a question about the business back to how it stood, without an answer that was added since. */
export function bringBackShopQuestion(
  db: Store,
  businessId: number,
  id: number,
  {
    row,
    added,
  }: { readonly row: Partial<Pick<QuestionRow, 'state' | 'published_at'>>; readonly added?: number | undefined },
): Promise<void> {
  return atomically(db, async (db) => {
    const before = await rows.lock(db, businessId, id);
    if (!before) return;
    const answers = (JSON.parse(before.answers) as Answer[]).filter((one) => one.id !== added);
    await putAnswers(db, before, answers, { ...before, ...row });
  });
}

/** As a question keeps them. */
export const answersToJson = (answers: readonly (Answer | ProductAnswer)[]): string =>
  JSON.stringify(answers.map((answer) => ({ ...answer, author: toEmbeddedUser(answer.author, false) })));
