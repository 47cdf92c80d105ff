/** Stores a question about a product, from a call or from the page for asking. */
import { randomUUID } from 'node:crypto';
import type { ProductQuestion } from '../../../contract/entities/entities.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import * as changes from '../../../review-store/questions/product-question-changes.ts';
import { authorOf, type GivenAuthor } from '../../people/authors.ts';
import { reasonToHold } from '../../people/holding.ts';
import { noteWritten } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { noteForShop } from './notices.ts';

export interface QuestionToAsk {
  readonly business: BusinessRow;
  readonly productId: number;
  readonly author: GivenAuthor;
  readonly content: string;
  /** Why it waits whatever the business wants. */
  readonly heldFor: string | null;
  readonly now: number;
}

/** It is pending where the business holds what is new, and the business is told by mail. */
export async function askQuestion(
  transaction: Database,
  { business, productId, author, content, heldFor, now }: QuestionToAsk,
): Promise<ProductQuestion> {
  const why = heldFor ?? (await reasonToHold(transaction, business, { text: content }));
  const question = await changes.addProductQuestion(storeOf(transaction), business.id, {
    productId,
    authorId: await authorOf(transaction, business.id, author),
    content,
    heldFor: why,
    now,
  });
  const about = { subject: 'product question', number: question.id } as const;
  await noteWritten(transaction, { businessId: business.id, about, heldFor: why, now });
  const notice = { id: randomUUID(), businessId: business.id, questionId: question.id, answerId: null, now };
  await noteForShop(transaction, notice);
  return question;
}
