/** Questions, answers and reports of shoppers about products, where the API has that: they go the way of a review. */
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import { parseParameters, pickParameters } from '../../contract/endpoints/read-parameters.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { queuedAnswer, queuedQuestion } from '../writes/queued.ts';
import { requireQuestion, requireReview, type RequireTools } from '../writes/require.ts';
import { readAsking } from '../writes/review-form.ts';
import { cleanProductAnswer, cleanProductQuestion, cleanQueuedAnswer, cleanQueuedQuestion } from './cleaning.ts';
import type { ShopperAnswers } from './answers.ts';
import { admit, submit, uncountedIfRefused, type Done, type Write } from './write.ts';

export interface AskingTools extends RequireTools {
  readonly answers: ShopperAnswers;
  readonly clock: Clock;
}

export function addProductQuestion(
  write: Write<Omit<AskingTools, keyof RequireTools>>,
): Promise<Done<'addProductQuestion'>> {
  const { tools, business, form, token } = write;
  return uncountedIfRefused(write, async () => {
    const { fields, parameters } = readAsking('addProductQuestion', form, token?.customer ?? null);
    // Counted apart from the reviews of the product.
    const text = { product: `question about ${parameters.sku}`, text: parameters.content };
    const heldFor = await admit(write, 'addProductQuestion', text);
    const outcome = await submit(write, 'addProductQuestion', { fields, heldFor });
    tools.answers.outdate(business);
    const product_question =
      outcome.state === 'waiting'
        ? cleanQueuedQuestion(queuedQuestion(parameters, tools.clock.now()))
        : outcome.delivered && cleanProductQuestion(outcome.delivered);
    return { state: outcome.state, answer: { product_question } };
  });
}

export function answerProductQuestion(write: Write<AskingTools>): Promise<Done<'answerProductQuestion'>> {
  const { tools, business, form, token } = write;
  return uncountedIfRefused(write, async () => {
    const { fields, parameters } = readAsking('answerProductQuestion', form, token?.customer ?? null);
    await requireQuestion(tools, business, parameters.question_id);
    const text = { product: `answer to ${parameters.question_id}`, text: parameters.content };
    const heldFor = await admit(write, 'answerProductQuestion', text);
    const outcome = await submit(write, 'answerProductQuestion', { fields, heldFor }).catch((error: unknown) => {
      // The API has one code for both, and means the question.
      throw error instanceof ApiError && error.is('questionNotFound') ? refuse('questionNotFound') : error;
    });
    tools.answers.outdate(business);
    const product_answer =
      outcome.state === 'waiting'
        ? cleanQueuedAnswer(queuedAnswer(parameters, tools.clock.now()))
        : outcome.delivered && cleanProductAnswer(outcome.delivered);
    return { state: outcome.state, answer: { product_answer } };
  });
}

export function flagProductReview(write: Write<RequireTools>): Promise<Done<'flagProductReview'>> {
  const { tools, business, form } = write;
  return uncountedIfRefused(write, async () => {
    const { review_id: reviewId } = parseParameters('flagProductReview', form.fields);
    await requireReview(tools, business, reviewId);
    await admit(write, 'flagProductReview', null);
    const fields = pickParameters('flagProductReview', form.fields);
    const { state } = await submit(write, 'flagProductReview', { fields });
    return { state, answer: {} };
  });
}
