/** The business's work on questions about its products and about itself. */
import { formatRfc } from '../../../contract/entities/dates.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { Answer, ProductQuestion } from '../../../contract/entities/entities.ts';
import { LONGEST_ANSWER, MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import { typedText } from '../../../contract/entities/typed-text.ts';
import {
  addProductAnswer,
  hideProductQuestion,
  publishProductQuestion,
  showProductAnswer,
} from '../../../review-store/questions/product-question-changes.ts';
import { addShopAnswer, readProductQuestionPage, showQuestion } from '../../../review-store/questions/questions.ts';
import { lockAuthor, type AuthorRow } from '../../../review-store/content/authors.ts';
import { findProductById } from '../../../review-store/products/products.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { businessUser } from '../../people/authors.ts';
import { byCommand, noteEvent, type NewEvent, type QuestionKind } from '../../data/events.ts';
import type { RemovalReason } from '../../../contract/removal-reasons.ts';
import { requireBusiness } from '../../data/require-business.ts';
import { tellAuthor, type Told } from '../moderation/mail.ts';
import { storeOf, type Database } from '../../data/tables.ts';

/** Who decides, and when. */
type Decision = Pick<NewEvent, 'actor' | 'now'>;

export interface AskedAbout {
  readonly subject: QuestionKind;
  readonly number: number;
}

/**
 * All about products that are in this state, the newest first, each with its answers.
 * @throws ApiError `businessNotAvailable` if there is no such business; so do the others by command.
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

/** A question about a product, or one of its answers. */
export interface QuestionOrAnswer {
  readonly business: string;
  readonly id: number;
  /** Undefined for the question itself. */
  readonly answerId: number | undefined;
}

const showByCommand = (
  db: Database,
  { business: domain, id: number, answerId }: QuestionOrAnswer,
  showing: Showing,
  now?: number,
): ReturnType<typeof showDecided> =>
  byCommand(
    db,
    domain,
    (transaction, business, by) =>
      showDecided(transaction, business, { subject: 'product question', number }, { ...showing, answerId }, by),
    now,
  );

/** @throws ApiError `questionNotFound` where nothing of these numbers is pending or hidden. */
export const publishQuestion = (db: Database, about: QuestionOrAnswer, now?: number): Promise<unknown> =>
  showByCommand(db, about, { isShown: true }, now);

/** @throws ApiError `questionNotFound` where nothing of these numbers can be seen. */
export const hideQuestion = (
  db: Database,
  about: QuestionOrAnswer,
  reason: RemovalReason,
  now?: number,
): ReturnType<typeof showDecided> => showByCommand(db, about, { isShown: false, reason }, now);

export interface Showing {
  readonly isShown: boolean;
  /** Undefined for the question itself. Answers to questions about the shop show with them. */
  readonly answerId?: number | undefined;
  /** Why it goes from view, kept with what was done. */
  readonly reason?: RemovalReason;
}

/** A question as its author is told of it, and the author, locked: who is being erased gets no mail afterwards. */
export async function findAsker(
  transaction: Database,
  businessId: number,
  { subject, number }: AskedAbout,
): Promise<{ readonly review: Told; readonly author: AuthorRow } | null> {
  const row = await transaction
    .selectFrom((subject === 'question' ? subject : 'product_question') as 'product_question')
    .select(['content', 'created_at', 'author_id'])
    .$if(subject !== 'question', (asked) => asked.select('product_id'))
    .where('business_id', '=', businessId)
    .where('id', '=', number)
    .executeTakeFirst();
  const author = row?.author_id ? await lockAuthor(storeOf(transaction), businessId, row.author_id) : undefined;
  if (!row || !author) return null;
  const product = row.product_id ? await findProductById(storeOf(transaction), businessId, row.product_id) : null;
  const told = { title: row.content, createdRFC: formatRfc(row.created_at) };
  return { review: { ...told, product: product ? (product.title ?? product.sku) : null }, author };
}

/**
 * The author of a question that is hidden for a reason is told, if there is an address, and how to object.
 * @returns the mails.
 * @throws ApiError `questionNotFound` where there is none, or it is so already.
 */
export async function showDecided(
  transaction: Database,
  business: BusinessRow,
  about: AskedAbout,
  { isShown: shown, answerId, reason }: Showing,
  { mailsWaitMs = 0, ...by }: Decision & { readonly mailsWaitMs?: number },
): Promise<{ readonly mails: readonly string[] }> {
  const { id: businessId, domain } = business;
  const store = storeOf(transaction);
  const { now } = by;
  const asker = reason && answerId === undefined ? await findAsker(transaction, businessId, about) : null;
  const { subject, number } = about;
  const change = () => {
    if (subject === 'question') return showQuestion(store, businessId, number, { shown, now });
    if (answerId !== undefined)
      return showProductAnswer(store, businessId, { questionId: number, answerId, shown, now });
    return shown
      ? publishProductQuestion(store, businessId, number, now)
      : hideProductQuestion(store, businessId, number);
  };
  if (!(await change())) {
    const what = answerId === undefined ? `question ${number}` : `answer ${answerId} to question ${number}`;
    throw refuse('questionNotFound', `No ${what} of ${domain} ${shown ? 'waits to be published' : 'can be seen'}`);
  }
  const done = shown ? 'published' : 'hidden';
  const kind = answerId === undefined ? done : (`answer ${done}` as const);
  await noteEvent(transaction, { businessId, about, kind, reason: reason ?? null, ...by });
  const notice = { business, number, isQuestion: true, now, dueAt: now + mailsWaitMs };
  const mail = asker && reason ? await tellAuthor(transaction, { ...notice, ...asker, reason }) : null;
  if (mail === null) return { mails: [] };
  await noteEvent(transaction, { businessId, about, kind: 'mailed', reason: 'hidden', ...by });
  return { mails: [mail] };
}

export interface GivenAnswer {
  readonly business: string;
  /** Of the question. */
  readonly id: number;
  readonly content: string;
}

/** @throws ApiError as `answerDecided`. */
export const answerQuestion = (
  db: Database,
  { business: domain, id: number, content }: GivenAnswer,
  now?: number,
): Promise<Answer> =>
  byCommand(
    db,
    domain,
    (transaction, business, by) =>
      answerDecided(transaction, business, { subject: 'product question', number }, content, by),
    now,
  );

/**
 * Answers as the business, for all to see: the author of the answer has its domain for a username.
 * @throws ApiError `questionNotFound`, `malformed`, or `limitExceeded` where it has too many answers.
 */
export async function answerDecided(
  transaction: Database,
  business: BusinessRow,
  about: AskedAbout,
  text: string,
  by: Decision,
): Promise<Answer> {
  const { id: businessId, domain } = business;
  const { subject, number } = about;
  const content = typedText(text);
  if (content === '' || content.length > LONGEST_ANSWER || content.includes('\0'))
    throw refuse('malformed', `An answer must be a text of at most ${LONGEST_ANSWER} characters`);
  const store = storeOf(transaction);
  const given = { author: businessUser(business), content, now: by.now };
  const answer =
    subject === 'question'
      ? await addShopAnswer(store, businessId, number, given)
      : await addProductAnswer(store, businessId, { ...given, questionId: number, authorId: null, heldFor: null });
  if (answer === 'none') throw refuse('questionNotFound', `There is no question ${number} of ${domain}`);
  if (answer === 'full') throw refuse('limitExceeded', 'The question has as many answers as one may have');
  await noteEvent(transaction, { businessId, about, kind: 'answered', ...by });
  return answer;
}
