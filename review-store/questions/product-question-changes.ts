/** Every change of the questions about products, and of their answers, which are stored with them. */
import type { Selectable } from 'kysely';
import type { ProductAnswer, ProductQuestion, User } from '../../contract/entities/entities.ts';
import { MOST_ANSWERS } from '../../contract/endpoints/limits.ts';
import { countForAuthor, toEmbeddedUser } from '../content/authors.ts';
import { nextId, reserveIds, type Store } from '../content/ids.ts';
import { numbered } from '../content/numbered.ts';
import { publication, publishedAt, stateOf, toLocal, toRfc, toTime } from '../content/moments.ts';
import { place } from '../products/about-products.ts';
import { isPublishedAnswer, wordsOf } from './question-words.ts';
import { answersToJson, getProductQuestion } from './questions.ts';
import { State, type ProductQuestionTable } from '../tables.ts';
import { atomically } from '../databases/transaction.ts';

type Row = Selectable<ProductQuestionTable>;
const rows = numbered('product_question');

/** Stores questions as a server of the API gave them, by their id. */
export function saveProductQuestions(db: Store, businessId: number, items: readonly ProductQuestion[]): Promise<void> {
  return atomically(db, async (db) => {
    const placed = await place(db, businessId, rows, items, ({ author }) => author);
    const changes = placed.map(({ item, before, productId, authorId }) => {
      const after = {
        business_id: businessId,
        id: item.id,
        product_id: productId,
        author_id: authorId,
        state: stateOf(item),
        content: item.content,
        slug: '',
        num_answers: item.num_answers,
        sum_votes: item.sum_votes,
        ...answerColumns(before, item.answers),
        created_at: toTime(item.createdRFC)!,
        published_at: publishedAt(item),
        held_for: before?.held_for ?? null,
      };
      return { before, after };
    });
    await putRows(db, changes);
    await reserveIds(db, 'product_question', items);
    const answers = items.flatMap((item) => item.answers);
    await reserveIds(db, 'product_answer', answers);
  });
}

export interface NewProductQuestion {
  readonly productId: number;
  readonly authorId: number;
  readonly content: string;
  /** Why it waits until it is published; null where it does not. */
  readonly heldFor: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Adds a question that was asked here, published at once unless it is pending. */
export function addProductQuestion(db: Store, businessId: number, asked: NewProductQuestion): Promise<ProductQuestion> {
  const held = asked.heldFor !== null;
  return atomically(db, async (db) => {
    const id = await nextId(db, 'product_question');
    await putRow(db, undefined, {
      business_id: businessId,
      id,
      product_id: asked.productId,
      author_id: asked.authorId,
      state: held ? State.pending : State.published,
      content: asked.content,
      slug: '',
      num_answers: 0,
      sum_votes: 0,
      answers: '[]',
      created_at: asked.now,
      published_at: held ? null : asked.now,
      held_for: asked.heldFor,
      held_answers: null,
    });
    await stillThere(db, businessId, asked.authorId);
    return (await getProductQuestion(db, businessId, id))!;
  });
}

export interface NewProductAnswer {
  readonly questionId: number;
  readonly author: User;
  /** Null for the business itself, which nobody erases. */
  readonly authorId: number | null;
  readonly content: string;
  /** As for a question. */
  readonly heldFor: string | null;
  readonly now: number;
}

/**
 * Adds an answer to a question that is not removed.
 * @returns `none` where there is no such question, `full` where it has as many answers as one may have.
 */
export function addProductAnswer(
  db: Store,
  businessId: number,
  given: NewProductAnswer,
): Promise<ProductAnswer | 'none' | 'full'> {
  return atomically(db, async (db) => {
    const before = await rows.lock(db, businessId, given.questionId);
    if (!before || before.state === State.removed) return 'none';
    // Authors who are no customers may only answer what they can see.
    if (given.authorId !== null && before.state !== State.published) return 'none';
    const answers = answersOf(before);
    if (answers.length >= MOST_ANSWERS) return 'full';
    // Answers of earlier versions were numbered by the program that stored them.
    await reserveIds(db, 'product_answer', answers);
    const answer: ProductAnswer = {
      id: await nextId(db, 'product_answer'),
      content: given.content,
      created: toLocal(given.now),
      createdRFC: toRfc(given.now),
      ...publication(given.heldFor === null ? given.now : null),
      num_votes: 0,
      num_positive_votes: 0,
      num_negative_votes: 0,
      author: toEmbeddedUser(given.author, false),
    };
    const held = given.heldFor === null ? {} : { [answer.id]: given.heldFor };
    const held_answers = JSON.stringify({ ...heldAnswersOf(before), ...held });
    await putAnswers(db, { ...before, held_answers }, [...answers, answer], before);
    if (given.authorId !== null) await stillThere(db, businessId, given.authorId);
    return answer;
  });
}

/** Shows a question that is pending or was hidden. False where there is none, or it is published. */
export function publishProductQuestion(db: Store, businessId: number, id: number, now: number): Promise<boolean> {
  return atomically(db, async (db) => {
    const before = await rows.lock(db, businessId, id);
    if (!before || before.state === State.published) return false;
    await putRow(db, before, { ...before, state: State.published, published_at: before.published_at ?? now });
    return true;
  });
}

/** Takes a question out of view with all its answers. False where there is none, or it is hidden. */
export function hideProductQuestion(db: Store, businessId: number, id: number): Promise<boolean> {
  return atomically(db, async (db) => {
    const before = await rows.lock(db, businessId, id);
    if (!before || before.state === State.removed) return false;
    await putRow(db, before, { ...before, state: State.removed });
    return true;
  });
}

/** Shows an answer, or takes it out of view, which makes it pending. False where that changes nothing. */
export function showProductAnswer(
  db: Store,
  businessId: number,
  { questionId, answerId, shown, now }: { questionId: number; answerId: number; shown: boolean; now: number },
): Promise<boolean> {
  return atomically(db, async (db) => {
    const before = await rows.lock(db, businessId, questionId);
    const answers = before ? answersOf(before) : [];
    const answer = answers.find(({ id }) => id === answerId);
    if (!before || !answer || isPublishedAnswer(answer) === shown) return false;
    const changed = { ...answer, ...publication(shown ? now : null) };
    await putAnswers(
      db,
      before,
      answers.map((one) => (one === answer ? changed : one)),
    );
    return true;
  });
}

/** Brings a question back to how it stood, without an answer that was added since. */
export function bringBackQuestion(
  db: Store,
  businessId: number,
  id: number,
  given: {
    readonly row: Partial<Pick<Row, 'state' | 'published_at' | 'held_answers'>>;
    readonly added?: number | undefined;
    readonly answer?: { readonly id: number; readonly shown: boolean } | undefined;
    readonly now: number;
  },
): Promise<void> {
  return atomically(db, async (db) => {
    const { row, added, answer, now } = given;
    const before = await rows.lock(db, businessId, id);
    if (!before) return;
    if (answer)
      await showProductAnswer(db, businessId, { questionId: id, answerId: answer.id, shown: answer.shown, now });
    const current = (await rows.lock(db, businessId, id))!;
    const answers = answersOf(current).filter((one) => one.id !== added);
    await putAnswers(db, { ...current, ...row }, answers, current);
  });
}

/** Adds an answer that the API has accepted. False where its question is not here, or has the answer. */
export function keepProductAnswer(
  db: Store,
  businessId: number,
  questionId: number,
  answer: ProductAnswer,
): Promise<boolean> {
  return atomically(db, async (db) => {
    const before = await rows.lock(db, businessId, questionId);
    const answers = before ? answersOf(before) : [];
    if (!before || answers.some(({ id }) => id === answer.id)) return false;
    await putAnswers(db, before, [...answers, answer]);
    return true;
  });
}

/** Deletes the answers of these authors to a question. The answers left keep the numbers that the API gave them. */
export async function eraseProductAnswers(
  db: Store,
  businessId: number,
  id: number,
  usernames: ReadonlySet<string>,
): Promise<void> {
  const before = await rows.lock(db, businessId, id);
  if (!before) return;
  const isTheirs = ({ author }: ProductAnswer) => author !== null && usernames.has(author.username);
  const all = answersOf(before);
  const counted = all.filter((answer) => isTheirs(answer) && isPublishedAnswer(answer)).length;
  await putRow(db, before, {
    ...before,
    ...answerColumns(
      before,
      all.filter((answer) => !isTheirs(answer)),
    ),
    num_answers: before.num_answers - counted,
  });
}

/** The reasons of answers that wait, by their numbers. */
export const heldAnswersOf = ({ held_answers: held }: Pick<Row, 'held_answers'>): Readonly<Record<number, string>> =>
  held === null ? {} : (JSON.parse(held) as Record<number, string>);

const answersOf = ({ answers }: Row): ProductAnswer[] => JSON.parse(answers) as ProductAnswer[];

const putAnswers = (db: Store, row: Row, answers: readonly ProductAnswer[], before = row): Promise<void> =>
  putRow(db, before, {
    ...row,
    ...answerColumns(row, answers),
    num_answers: answers.filter(isPublishedAnswer).length,
  });

/** Of the answers that wait, those that are still there and pending. */
function answerColumns(
  row: Pick<Row, 'held_answers'> | undefined,
  answers: readonly ProductAnswer[],
): Pick<Row, 'answers' | 'held_answers'> {
  const reasons = row ? heldAnswersOf(row) : {};
  const held = answers.flatMap((answer) =>
    reasons[answer.id] !== undefined && !isPublishedAnswer(answer) ? [[answer.id, reasons[answer.id]] as const] : [],
  );
  return {
    answers: answersToJson(answers),
    held_answers: held.length === 0 ? null : JSON.stringify(Object.fromEntries(held)),
  };
}

/** @throws AuthorErased where the author was erased meanwhile, and what they wrote must not stay. */
const stillThere = (db: Store, businessId: number, authorId: number): Promise<void> =>
  countForAuthor(db, businessId, authorId, {});

type Written = Omit<Row, 'search_text'>;

/** Adds questions with the numbers that they have, which nobody else has. */
export function restoreProductQuestions(db: Store, given: readonly Written[]): Promise<void> {
  return atomically(db, async (db) => {
    await putRows(
      db,
      given.map((after) => ({ before: undefined, after })),
    );
    await reserveIds(db, 'product_question', given);
  });
}

const putRow = (db: Store, before: Row | undefined, after: Written): Promise<void> => putRows(db, [{ before, after }]);

/** The only way to write questions: their words follow. */
export async function putRows(
  db: Store,
  changes: readonly { before: Row | undefined; after: Written }[],
): Promise<void> {
  await rows.put(
    db,
    changes.map(({ before, after }) => ({ before, after: { ...after, search_text: wordsOf(after) } })),
  );
}
