/** The business's work on questions about its products, from the command line. */
import { refuse, type ApiError } from '../../../contract/endpoints/errors.ts';
import type { ProductAnswer, ProductQuestion } from '../../../contract/entities/entities.ts';
import { LONGEST_ANSWER, MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import { typedText } from '../../../contract/entities/typed-text.ts';
import {
  addProductAnswer,
  hideProductQuestion,
  publishProductQuestion,
  showProductAnswer,
} from '../../../review-store/questions/product-question-changes.ts';
import { readProductQuestionPage } from '../../../review-store/questions/questions.ts';
import { businessUser } from '../../people/authors.ts';
import { requireBusiness } from '../../data/require-business.ts';
import { storeOf, type Database } from '../../data/tables.ts';

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
export async function publishQuestion(db: Database, which: QuestionOrAnswer, now = Date.now()): Promise<void> {
  const { id } = await requireBusiness(db, which.business);
  const changed =
    which.answerId === undefined
      ? await publishProductQuestion(storeOf(db), id, which.id, now)
      : await showProductAnswer(storeOf(db), id, answerOf(which, which.answerId, true, now));
  if (!changed) throw nothing(which, 'waits to be published');
}

/** @throws ApiError `questionNotFound` where nothing of these numbers can be seen. */
export async function hideQuestion(db: Database, which: QuestionOrAnswer, now = Date.now()): Promise<void> {
  const { id } = await requireBusiness(db, which.business);
  const changed =
    which.answerId === undefined
      ? await hideProductQuestion(storeOf(db), id, which.id)
      : await showProductAnswer(storeOf(db), id, answerOf(which, which.answerId, false, now));
  if (!changed) throw nothing(which, 'can be seen');
}

/**
 * Answers as the business, for all to see: the author of the answer has its domain for a username.
 * @throws ApiError `questionNotFound`, `malformed`, or `limitExceeded` where it has too many answers.
 */
export async function answerQuestion(
  db: Database,
  { business: domain, id: questionId, content }: { business: string; id: number; content: string },
  now = Date.now(),
): Promise<ProductAnswer> {
  const business = await requireBusiness(db, domain);
  const text = typedText(content);
  if (text === '' || text.length > LONGEST_ANSWER || text.includes('\0'))
    throw refuse('malformed', `An answer must be a text of at most ${LONGEST_ANSWER} characters`);
  const answer = await addProductAnswer(storeOf(db), business.id, {
    questionId,
    author: businessUser(business),
    authorId: null,
    content: text,
    held: false,
    now,
  });
  if (answer === 'none') throw refuse('questionNotFound', `There is no question ${questionId} of ${domain}`);
  if (answer === 'full') throw refuse('limitExceeded', 'The question has as many answers as one may have');
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
