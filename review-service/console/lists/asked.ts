/** Questions about products and about the shop in one shape. */
import { toTime } from '../../../review-store/content/moments.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { heldAnswersOf } from '../../../review-store/questions/product-question-changes.ts';
import { readProductQuestions, readQuestions } from '../../../review-store/questions/questions.ts';
import { State } from '../../../review-store/tables.ts';
import type { ListedReview, ReviewState } from '../../content/moderation/listed-reviews.ts';
import type { Subject } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';

export interface Asked {
  readonly about: Subject;
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly publishedAt: number | null;
  readonly state: ReviewState;
  readonly product: ListedReview['product'];
  readonly author: ListedReview['author'];
  readonly answers: readonly {
    readonly id: number;
    readonly content: string;
    readonly author: ListedReview['author'];
    readonly isShown: boolean;
    /** Why it waits; null where it does not. */
    readonly heldFor: string | null;
  }[];
}

/** Of these numbers, those that there are. */
export async function readAsked(
  db: Database,
  business: BusinessRow,
  subject: 'product question' | 'question',
  numbers: readonly number[],
): Promise<Map<number, Asked>> {
  const found = subject === 'question' ? await ofShop(db, business, numbers) : await ofProducts(db, business, numbers);
  return new Map(found.map((asked) => [asked.about.number, asked]));
}

async function ofProducts(db: Database, { id }: BusinessRow, numbers: readonly number[]): Promise<Asked[]> {
  if (numbers.length === 0) return [];
  const questions = await readProductQuestions(storeOf(db), id, numbers);
  const waiting = db.selectFrom('product_question').select(['id', 'held_answers']).where('business_id', '=', id);
  const rows = await waiting.where('id', 'in', numbers).execute();
  const held = new Map(rows.map((row) => [row.id, heldAnswersOf(row)]));
  return questions.map((question) => ({
    about: { subject: 'product question', number: question.id },
    content: question.content,
    createdAt: toTime(question.createdRFC)!,
    publishedAt: toTime(question.publishedRFC),
    state: question.removed ? 'hidden' : question.published === 'pending' ? 'held' : 'published',
    product: question.product,
    author: question.author,
    answers: question.answers.map((answer) => ({
      ...answer,
      isShown: answer.published !== 'pending',
      heldFor: held.get(question.id)?.[answer.id] ?? null,
    })),
  }));
}

async function ofShop(db: Database, { id, domain }: BusinessRow, numbers: readonly number[]): Promise<Asked[]> {
  if (numbers.length === 0) return [];
  const rows = await db
    .selectFrom('question')
    .select(['id', 'state', 'published_at'])
    .where('business_id', '=', id)
    .where('id', 'in', numbers)
    .execute();
  const standing = new Map(rows.map((row) => [row.id, row]));
  return (await readQuestions(storeOf(db), id, domain, numbers)).map((question) => {
    const { state, published_at: publishedAt } = standing.get(question.id)!;
    return {
      about: { subject: 'question', number: question.id },
      content: question.content,
      createdAt: toTime(question.createdRFC)!,
      publishedAt,
      state: state === State.removed ? 'hidden' : state === State.pending ? 'held' : 'published',
      product: null,
      author: question.author,
      answers: question.answers.map((answer) => ({ ...answer, isShown: true, heldFor: null })),
    };
  });
}
