/** Questions and answers of shoppers about products. The specification only lists questions: these extend it. */
import { randomUUID } from 'node:crypto';
import { refuse } from '../../../../contract/endpoints/errors.ts';
import { findAuthor, toUser } from '../../../../review-store/content/authors.ts';
import * as changes from '../../../../review-store/questions/product-question-changes.ts';
import { findProductBySku } from '../../../../review-store/products/products.ts';
import { askQuestion } from '../../../content/asking/ask.ts';
import { noteForShop } from '../../../content/asking/notices.ts';
import { authorOf, businessUser, signedBy } from '../../../people/authors.ts';
import { reasonToHold } from '../../../people/holding.ts';
import { BY_SHOPPER, noteEvent } from '../../../data/events.ts';
import { storeOf } from '../../../data/tables.ts';
import type { Operation } from '../call.ts';

export const addProductQuestion: Operation<'addProductQuestion'> = ({ addresses, business, parameters, now, commit }) =>
  commit(async (db) => {
    const product = await findProductBySku(storeOf(db), business.id, parameters.sku);
    if (!product) throw refuse('productNotFound');
    const asked = { productId: product.id, author: signedBy(parameters), content: parameters.content };
    const question = await askQuestion(db, { business, ...asked, heldFor: parameters.hold ?? null, now });
    return { product_question: addresses.productQuestion(question) };
  });

export const answerProductQuestion: Operation<'answerProductQuestion'> = ({
  business,
  session,
  role,
  parameters,
  now,
  commit,
}) =>
  commit(async (db) => {
    const store = storeOf(db);
    const { question_id: questionId, content, by_business: byBusiness, hold } = parameters;
    if (role === 'moderator' && !byBusiness)
      throw refuse('notPermitted', 'A moderator answers as the shop: give by_business');
    const heldFor = byBusiness ? null : (hold ?? (await reasonToHold(db, business, { text: content })));
    const authorId = byBusiness ? null : await authorOf(db, business.id, signedBy(parameters));
    const author =
      authorId === null ? businessUser(business) : toUser((await findAuthor(store, business.id, authorId))!, false)!;
    const answer = await changes.addProductAnswer(store, business.id, {
      questionId,
      author,
      authorId,
      content,
      heldFor,
      now,
    });
    if (answer === 'none') throw refuse('questionNotFound');
    if (answer === 'full') throw refuse('limitExceeded', 'The question has as many answers as one may have');
    const about = { subject: 'product question', number: questionId } as const;
    const actor = byBusiness ? session.accountId : BY_SHOPPER;
    await noteEvent(db, { businessId: business.id, about, kind: 'answered', actor, now });
    if (!byBusiness)
      await noteForShop(db, { id: randomUUID(), businessId: business.id, questionId, answerId: answer.id, now });
    return { product_answer: answer };
  });
