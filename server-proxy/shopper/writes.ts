/** How each write of a shopper is taken: past the guards, into the ledger of votes or the outbox, and answered once. */
import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseParameters, pickParameters } from '../../contract/endpoints/read-parameters.ts';
import type { AnswerOf, ShopperWrite } from '../../contract/shopper/shopper.ts';
import { readForm } from '../../server-kit/http/form.ts';
import { describeRequest } from '../../server-kit/http/idempotency.ts';
import { pseudonymOf } from '../../insights/witnesses.ts';
import { useOf } from '../customer/token-uses.ts';
import { answerOnce, type Replayable, type WriteAnswer } from '../writes/idempotency.ts';
import { reviewPhotos } from '../writes/photos.ts';
import { queuedReview } from '../writes/queued.ts';
import { formFields, readReview } from '../writes/review-form.ts';
import { cleanQueuedReview, cleanProductReview } from './cleaning.ts';
import { shopperPolicies } from './policies.ts';
import { completeJson, toJson } from './rendering.ts';
import { requireExtension } from '../upstream/extensions.ts';
import { addProductQuestion, answerProductQuestion, flagProductReview } from './asking.ts';
import { admit, uncountedIfRefused, type Done, type Write } from './write.ts';
import {
  businessOf,
  countRequest,
  header,
  mayCause,
  tokenOf,
  withoutAccountErrors,
  type ShopperTools,
} from './guards.ts';

export const works: { readonly [Name in ShopperWrite]: (write: Write) => Promise<Done<Name>> } = {
  addProductReview,
  voteOnProductReview,
  flagReview,
  addProductQuestion,
  answerProductQuestion,
  flagProductReview,
};

export async function answerWrite(
  tools: ShopperTools,
  name: ShopperWrite,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, clock } = tools;
  const network = countRequest(tools, name, request);
  tools.mirror.noteShopper();
  const business = businessOf(tools, request);
  await requireExtension(tools.extensions, name);
  const token = tokenOf(tools, business, request);
  const key = header(request, 'Idempotency-Key');
  const upstreamKey = createHmac('sha256', tools.key)
    .update(JSON.stringify([business, name, key ?? request.id, key ?? randomUUID()]))
    .digest('base64url');
  const visitor = header(request, 'Plaudit-Visitor')?.slice(0, 200);
  const proof = header(request, 'Plaudit-Proof');
  const announced = { tools, business, network, visitor, token, proof, upstreamKey };
  const write: Write =
    name === 'addProductReview'
      ? await readPhotos(announced, request)
      : { ...announced, spent: null, form: await readForm(request) };
  const run = () => withoutAccountErrors(async () => accepted(tools, await works[name](write)));
  // A token that was signed anew is the same as long as it names the same customer.
  const described = describeRequest([`${name} ${JSON.stringify(token?.customer ?? null)}`], write.form, formFields);
  const answer: Replayable =
    key === undefined
      ? { ...(await run()), replayed: false }
      : await answerOnce(
          db,
          clock,
          { claimedBy: tools.instance, business, key, request: described, email: token?.customer.email },
          run,
        );
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  return reply
    .header('cache-control', 'no-store')
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .send(completeJson(answer.json, tools));
}

/** Nothing is made of photos whose review will not be taken. */
async function readPhotos(announced: Omit<Write, 'form' | 'spent'>, request: FastifyRequest): Promise<Write> {
  const { tools, business, network, token, proof, upstreamKey: id } = announced;
  const arriving = { id, business, operation: 'addProductReview', network, proof };
  const expected = token ? null : await tools.robotGuard.expect(arriving);
  try {
    return { ...announced, spent: expected?.spent ?? null, form: await readForm(request, { files: reviewPhotos }) };
  } finally {
    expected?.arrived();
  }
}

function addProductReview(write: Write): Promise<Done<'addProductReview'>> {
  const { tools, business, form, token, upstreamKey } = write;
  const { db, mirror, outbox, answers, clock } = tools;
  return uncountedIfRefused(write, async () => {
    const { fields, files } = readReview(form, token?.customer ?? null);
    // A shop that signs an order into a token vouches for it.
    if (fields['order_id'] !== undefined && (await tools.extensions.has('verified'))) fields['verified'] = '1';
    const heldFor = await admit(write, 'addProductReview', {
      product: fields['sku'] ?? fields['product_id']!,
      text: `${fields['title']} ${fields['content']}`,
    });
    const use = token && (await useOf(db, mirror.business(business), token, fields, clock.now()));
    const kept = {
      id: upstreamKey,
      business,
      operation: 'addProductReview',
      fields,
      files,
      person: token?.customer.email,
      use,
      heldFor,
      witness: token ? null : pseudonymOf(tools.key, write.network, clock.now()),
    } as const;
    const outcome = await outbox.submit(kept, shopperPolicies.addProductReview.timeoutMs);
    answers.outdate(business);
    // Only its author sees a review that waits, in this answer.
    const product_review =
      outcome.state === 'waiting'
        ? cleanQueuedReview(queuedReview(fields, clock.now()))
        : outcome.delivered && { ...cleanProductReview(outcome.delivered), language: null };
    return { state: outcome.state, answer: { product_review } };
  });
}

function flagReview(write: Write): Promise<Done<'flagReview'>> {
  const { tools, business, form, token, upstreamKey } = write;
  return uncountedIfRefused(write, async () => {
    parseParameters('flagReview', form.fields);
    const fields = pickParameters('flagReview', form.fields);
    await admit(write, 'flagReview', null);
    const kept = {
      id: upstreamKey,
      business,
      operation: 'flagReview',
      fields,
      files: [],
      person: token?.customer.email,
      use: null,
    } as const;
    const { state } = await tools.outbox.submit(kept, shopperPolicies.flagReview.timeoutMs);
    return { state, answer: {} };
  });
}

async function voteOnProductReview({
  tools,
  business,
  network,
  form,
  visitor,
}: Write): Promise<Done<'voteOnProductReview'>> {
  const { review_id: reviewId, vote, replace: replaces } = parseParameters('voteOnProductReview', form.fields);
  const { timeoutMs } = shopperPolicies.voteOnProductReview;
  const mayCall = () => mayCause(tools, network);
  const state = await tools.votes.cast({ business, reviewId, vote, replaces, visitor, network, timeoutMs, mayCall });
  tools.answers.outdate(business);
  return { state, answer: {} };
}

/** Kept with paths: what is sent again goes out with the address of then. */
function accepted(tools: ShopperTools, { state, answer }: Done<ShopperWrite>): WriteAnswer {
  return state === 'waiting'
    ? { status: 202, json: toJson({ ...answer, queued: true } satisfies AnswerOf<ShopperWrite>, tools) }
    : { status: 200, json: toJson(answer, tools) };
}
