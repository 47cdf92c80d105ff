/** Questions, answers and reports of shoppers about products, where the API has that: they go the way of a review. */
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import { parseParameters, pickParameters } from '../../contract/endpoints/read-parameters.ts';
import { queuedAnswer, queuedQuestion } from '../writes/queued.ts';
import { requireQuestion, requireReview } from '../writes/require.ts';
import { readAsking } from '../writes/review-form.ts';
import { cleanProductAnswer, cleanProductQuestion, cleanQueuedAnswer, cleanQueuedQuestion } from './cleaning.ts';
import { shopperPolicies } from './policies.ts';
import { admit, uncountedIfRefused, type Done, type Write } from './write.ts';

export function addProductQuestion(write: Write): Promise<Done<'addProductQuestion'>> {
  const { tools, business, form, token, upstreamKey } = write;
  return uncountedIfRefused(write, async () => {
    const { fields, parameters } = readAsking('addProductQuestion', form, token?.customer ?? null);
    // Counted apart from the reviews of the product.
    const text = { product: `question about ${parameters.sku}`, text: parameters.content };
    const heldFor = await admit(write, 'addProductQuestion', text);
    const outcome = await tools.outbox.submit(
      {
        id: upstreamKey,
        business,
        operation: 'addProductQuestion',
        fields,
        files: [],
        person: token?.customer.email,
        use: null,
        heldFor,
      },
      shopperPolicies.addProductQuestion.timeoutMs,
    );
    tools.answers.outdate(business);
    const product_question =
      outcome.state === 'waiting'
        ? cleanQueuedQuestion(queuedQuestion(parameters, tools.clock.now()))
        : outcome.delivered && cleanProductQuestion(outcome.delivered);
    return { state: outcome.state, answer: { product_question } };
  });
}

export function answerProductQuestion(write: Write): Promise<Done<'answerProductQuestion'>> {
  const { tools, business, form, token, upstreamKey } = write;
  return uncountedIfRefused(write, async () => {
    const { fields, parameters } = readAsking('answerProductQuestion', form, token?.customer ?? null);
    await requireQuestion(tools, business, parameters.question_id);
    const text = { product: `answer to ${parameters.question_id}`, text: parameters.content };
    const heldFor = await admit(write, 'answerProductQuestion', text);
    const outcome = await tools.outbox
      .submit(
        {
          id: upstreamKey,
          business,
          operation: 'answerProductQuestion',
          fields,
          files: [],
          person: token?.customer.email,
          use: null,
          heldFor,
        },
        shopperPolicies.answerProductQuestion.timeoutMs,
      )
      .catch((error: unknown) => {
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

export function flagProductReview(write: Write): Promise<Done<'flagProductReview'>> {
  const { tools, business, form, token, upstreamKey } = write;
  return uncountedIfRefused(write, async () => {
    const { review_id: reviewId } = parseParameters('flagProductReview', form.fields);
    await requireReview(tools, business, reviewId);
    await admit(write, 'flagProductReview', null);
    const { state } = await tools.outbox.submit(
      {
        id: upstreamKey,
        business,
        operation: 'flagProductReview',
        fields: pickParameters('flagProductReview', form.fields),
        files: [],
        person: token?.customer.email,
        use: null,
      },
      shopperPolicies.flagProductReview.timeoutMs,
    );
    return { state, answer: {} };
  });
}
