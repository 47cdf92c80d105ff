import { readBusiness } from '../../../../review-store/content/businesses.ts';
import * as store from '../../../../review-store/questions/questions.ts';
import { storeOf } from '../../../data/tables.ts';
import type { Operation } from '../call.ts';

export const listQuestions: Operation<'listQuestions'> = async ({ db, addresses, business, parameters }) => {
  const questions = await store.readQuestionPage(storeOf(db), business.id, business.domain, parameters);
  const url = addresses.business(await readBusiness(storeOf(db), business));
  return { url, questions, count: questions.length, start: parameters.start, query: '' };
};

export const listProductQuestions: Operation<'listProductQuestions'> = async ({
  db,
  addresses,
  business,
  parameters,
}) => {
  const items = await store.readProductQuestionPage(storeOf(db), business.id, parameters);
  const url = addresses.business(await readBusiness(storeOf(db), business));
  return {
    url,
    questions: items.map((question) => addresses.productQuestion(question)),
    count: items.length,
    start: parameters.start,
    sku: parameters.sku ?? null,
  };
};
