/** The business's work on questions about its products, from the command line. */
import { refuse, type ApiError } from '../../../contract/endpoints/errors.ts';
import type { ProductAnswer, ProductQuestion } from '../../../contract/entities/entities.ts';
import { MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import {
  addProductAnswer,
  hideProductQuestion,
  publishProductQuestion,
  showProductAnswer,
} from '../../../review-store/questions/product-question-changes.ts';
import { readProductQuestionPage } from '../../../review-store/questions/questions.ts';
import { businessUser } from '../../people/authors.ts';
import { BY_COMMAND, noteEvent, type EventKind, type NewEvent } from '../../data/events.ts';
import type { RemovalReason } from '../../../contract/removal-reasons.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { requireBusiness } from '../../data/require-business.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { readAnswer } from './shop-questions.ts';

/** Who decides, and when. */
type Decision = Pick<NewEvent, 'actor' | 'now'>;

/** A question, or one of its answers. */
export interface QuestionOrAnswer {
  readonly business: string;
  readonly id: number;
  /** Undefined for the question itself. */
  readonly answerId: number | undefined;
}

/**
 * All that are in this state, the newest first, each with its answers.
 * @throws ApiError `businessNotAvailable` if there is no such business; so do the others here.
 */
export async function* listQuestionsToAnswer(
  db: Database,
  domain: string,
  filter: 'PENDING' | 'PUBLISHED' | 'REMOVED' | undefined,
): AsyncGenerator<ProductQuestion> {
  const { id } = await requireBusiness(db, domain);
  const page = { count: MAX_COUNT, order: 'DESC', sku: undefined, q: undefined, filter } as const;
  for (let start = 0; ; start += MAX_COUNT) {
    const questions = await readProductQuestionPage(storeOf(db), id, { ...page, start });
    yield* questions;
    if (questions.length < MAX_COUNT) return;
  }
}

/** @throws ApiError `questionNotFound` where nothing of these numbers is pending or hidden. */
export function publishQuestion(db: Database, which: QuestionOrAnswer, now = Date.now()): Promise<void> {
  return inTransaction(db, (transaction) => publishQuestionDecided(transaction, which, { actor: BY_COMMAND, now }));
}

/** @throws ApiError as `publishQuestion`. */
export async function publishQuestionDecided(db: Database, which: QuestionOrAnswer, by: Decision): Promise<void> {
  const { id } = await requireBusiness(db, which.business);
  const changed =
    which.answerId === undefined
      ? await publishProductQuestion(storeOf(db), id, which.id, by.now)
      : await showProductAnswer(storeOf(db), id, answerOf(which, which.answerId, true, by.now));
  if (!changed) throw nothing(which, 'waits to be published');
  await noteDecision(db, id, which, which.answerId === undefined ? 'published' : 'answer published', by);
}

/** @throws ApiError `questionNotFound` where nothing of these numbers can be seen. */
export function hideQuestion(db: Database, which: QuestionOrAnswer, now = Date.now()): Promise<void> {
  return inTransaction(db, (transaction) => hideQuestionDecided(transaction, which, { actor: BY_COMMAND, now }));
}

/**
 * @param reason - kept with what was done; one who hides by command gives none.
 * @throws ApiError as `hideQuestion`.
 */
export async function hideQuestionDecided(
  db: Database,
  which: QuestionOrAnswer,
  by: Decision,
  reason: RemovalReason | null = null,
): Promise<void> {
  const { id } = await requireBusiness(db, which.business);
  const changed =
    which.answerId === undefined
      ? await hideProductQuestion(storeOf(db), id, which.id)
      : await showProductAnswer(storeOf(db), id, answerOf(which, which.answerId, false, by.now));
  if (!changed) throw nothing(which, 'can be seen');
  await noteDecision(db, id, which, which.answerId === undefined ? 'hidden' : 'answer hidden', by, reason);
}

const noteDecision = (
  db: Database,
  businessId: number,
  { id: number }: QuestionOrAnswer,
  kind: EventKind,
  { actor, now }: Decision,
  reason: RemovalReason | null = null,
): Promise<void> =>
  noteEvent(db, { businessId, about: { subject: 'product question', number }, kind, actor, reason, now });

/**
 * Answers as the business, for all to see: the author of the answer has its domain for a username.
 * @throws ApiError `questionNotFound`, `malformed`, or `limitExceeded` where it has too many answers.
 */
export function answerQuestion(db: Database, given: GivenAnswer, now = Date.now()): Promise<ProductAnswer> {
  return inTransaction(db, (transaction) => answerDecided(transaction, given, { actor: BY_COMMAND, now }));
}

export interface GivenAnswer {
  readonly business: string;
  /** Of the question. */
  readonly id: number;
  readonly content: string;
}

/** @throws ApiError as `answerQuestion`. */
export async function answerDecided(
  db: Database,
  { business: domain, id: questionId, content }: GivenAnswer,
  by: Decision,
): Promise<ProductAnswer> {
  const business = await requireBusiness(db, domain);
  const text = readAnswer(content);
  const answer = await addProductAnswer(storeOf(db), business.id, {
    questionId,
    author: businessUser(business),
    authorId: null,
    content: text,
    heldFor: null,
    now: by.now,
  });
  if (answer === 'none') throw refuse('questionNotFound', `There is no question ${questionId} of ${domain}`);
  if (answer === 'full') throw refuse('limitExceeded', 'The question has as many answers as one may have');
  await noteDecision(db, business.id, { business: domain, id: questionId, answerId: undefined }, 'answered', by);
  return answer;
}

const answerOf = ({ id }: QuestionOrAnswer, answerId: number, shown: boolean, now: number) => ({
  questionId: id,
  answerId,
  shown,
  now,
});

const nothing = ({ business, id, answerId }: QuestionOrAnswer, does: string): ApiError =>
  refuse(
    'questionNotFound',
    answerId === undefined
      ? `No question ${id} of ${business} ${does}`
      : `No answer ${answerId} to question ${id} of ${business} ${does}`,
  );
