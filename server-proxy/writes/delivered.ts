/** The results of each write: the API's answer, and the mirror's item, so that a reload shows it. */
import { readAnswer } from '../../contract/endpoints/answers.ts';
import type { ProductAnswer, ProductQuestion, ProductReview } from '../../contract/entities/entities.ts';
import { keepProductAnswer, saveProductQuestions } from '../../review-store/questions/product-question-changes.ts';
import { saveProductReviews } from '../../review-store/reviews/product-review-changes.ts';
import { textsChanged } from '../../insights/texts.ts';
import { hold, numberOfQuestion, release } from '../mirror/parts/holds.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { markSeen } from '../mirror/parts/seen.ts';
import { storeOf } from '../state/open.ts';
import type { OutboxTable, ProxyDb } from '../state/tables.ts';

/** Null for what becomes nothing that anybody sees. */
export interface DeliveredBy {
  readonly addProductReview: ProductReview;
  readonly addProductQuestion: ProductQuestion;
  readonly answerProductQuestion: ProductAnswer;
  readonly flagReview: null;
  readonly flagProductReview: null;
}

export type WriteName = OutboxTable['operation'];
export type Delivered = DeliveredBy[WriteName];

/** Null where the answer does not hold it, or there is none. */
export function readDelivered(operation: WriteName, body: unknown): Delivered {
  switch (operation) {
    case 'addProductReview':
      return readAnswer(operation, body)?.product_review ?? null;
    case 'addProductQuestion':
      return readAnswer(operation, body)?.product_question ?? null;
    case 'answerProductQuestion':
      return readAnswer(operation, body)?.product_answer ?? null;
    default:
      return null;
  }
}

export interface Accepted {
  readonly operation: string;
  readonly business: string;
  /** As it was sent. */
  readonly fields: Readonly<Record<string, string>>;
  readonly now: number;
}

/**
 * Puts what the API has just accepted into the mirror, inside `mirror.change`.
 * @returns whether anybody can see it.
 */
export async function keepDelivered(db: ProxyDb, mirror: Mirror, accepted: Accepted, item: object): Promise<boolean> {
  const { operation, business, fields, now } = accepted;
  switch (operation) {
    case 'addProductReview':
      await keepReview(db, mirror, business, item as ProductReview);
      return true;
    case 'addProductQuestion':
      return keepQuestion(db, mirror, business, item as ProductQuestion);
    case 'answerProductQuestion':
      return keepAnswer(
        db,
        mirror,
        { business, questionId: Number(fields['question_id']), now },
        item as ProductAnswer,
      );
    default:
      return false;
  }
}

async function keepReview(db: ProxyDb, mirror: Mirror, business: string, review: ProductReview): Promise<void> {
  const { id } = mirror.business(business);
  await saveProductReviews(storeOf(db), id, [review]);
  await textsChanged(db, id, 'productReviews', [review.id]);
  await mark(db, mirror, business, 'productReviews', review.id);
}

async function keepQuestion(
  db: ProxyDb,
  mirror: Mirror,
  business: string,
  question: ProductQuestion,
): Promise<boolean> {
  if (question.published === 'pending') return false;
  await saveProductQuestions(storeOf(db), mirror.business(business).id, [question]);
  await mark(db, mirror, business, 'productQuestions', question.id);
  return true;
}

async function keepAnswer(
  db: ProxyDb,
  mirror: Mirror,
  { business, questionId, now }: { business: string; questionId: number; now: number },
  answer: ProductAnswer,
): Promise<boolean> {
  if (answer.published === 'pending') return false;
  const { id } = mirror.business(business);
  if (!(await keepProductAnswer(storeOf(db), id, questionId, answer))) return false;
  await mark(db, mirror, business, 'productQuestions', questionId);
  // A page that was asked for before may be kept after this, and does not have the answer.
  const held = { id: `answer ${questionId}/${answer.id}`, business };
  await hold(db, { ...held, reviewId: numberOfQuestion(questionId), until: now });
  await release(db, held, now);
  return true;
}

/** Without a fingerprint, so that it is kept as the API lists it next. */
const mark = (
  db: ProxyDb,
  mirror: Mirror,
  business: string,
  part: 'productReviews' | 'productQuestions',
  id: number,
): Promise<void> => markSeen(db, business, part, [{ id, print: '' }], mirror.sweepOf(business, part));
