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
import type { Mirror } from '../mirror/mirror.ts';
import { reviewPhotos } from '../writes/photos.ts';
import type { Votes } from '../writes/votes/votes.ts';
import type { ShopperAnswers } from './answers.ts';
import { queuedReview } from '../writes/queued.ts';
import { formFields, readReview } from '../writes/review-form.ts';
import { cleanQueuedReview, cleanProductReview } from './cleaning.ts';
import { shopperPolicies } from './policies.ts';
import { completeJson, toJson, type Outgoing } from './cached-answer.ts';
import { requireExtension, type UpstreamExtensions } from '../upstream/extensions.ts';
import { addProductQuestion, answerProductQuestion, flagProductReview, type AskingTools } from './asking.ts';
import { admit, submit, uncountedIfRefused, type Done, type Write, type WriteTools } from './write.ts';
import { guard, header, mayCause, tokenOf, withoutAccountErrors } from './guards.ts';
import type { Counts, Guards, TokenGuard } from './guards.ts';

/** The tools of a review, besides those of all writes. */
interface ReviewTools extends AskingTools {
  readonly extensions: UpstreamExtensions;
}

interface VoteTools extends Counts {
  readonly votes: Votes;
  readonly answers: ShopperAnswers;
}

type WorkTools = ReviewTools & VoteTools;

/** The tools that answer a write. */
export interface ShopperWriteTools extends WriteTools, WorkTools, Guards, TokenGuard, Outgoing {
  readonly mirror: Mirror;
  /** The instance that this process is. */
  readonly instance: string;
}

export const works: { readonly [Name in ShopperWrite]: (write: Write<WorkTools>) => Promise<Done<Name>> } = {
  addProductReview,
  voteOnProductReview,
  flagReview,
  addProductQuestion,
  answerProductQuestion,
  flagProductReview,
};

export async function answerWrite(
  tools: ShopperWriteTools,
  name: ShopperWrite,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, clock } = tools;
  const { network, business } = guard(tools, name, request);
  await requireExtension(tools.extensions, name);
  const token = tokenOf(tools, business, request);
  const key = header(request, 'Idempotency-Key');
  const upstreamKey = createHmac('sha256', tools.key)
    .update(JSON.stringify([business, name, key ?? request.id, key ?? randomUUID()]))
    .digest('base64url');
  const visitor = header(request, 'Plaudit-Visitor')?.slice(0, 200);
  const proof = header(request, 'Plaudit-Proof');
  const announced = { tools, business, network, visitor, token, proof, upstreamKey };
  const write: Write<WorkTools> =
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
async function readPhotos<Tools>(
  announced: Omit<Write<Tools>, 'form' | 'spent'>,
  request: FastifyRequest,
): Promise<Write<Tools>> {
  const { tools, business, network, token, proof, upstreamKey: id } = announced;
  const arriving = { id, business, operation: 'addProductReview', network, proof };
  const expected = token ? null : await tools.robotGuard.expect(arriving);
  try {
    return { ...announced, spent: expected?.spent ?? null, form: await readForm(request, { files: reviewPhotos }) };
  } finally {
    expected?.arrived();
  }
}

function addProductReview(write: Write<ReviewTools>): Promise<Done<'addProductReview'>> {
  const { tools, business, form, token } = write;
  const { db, mirror, answers, clock } = tools;
  return uncountedIfRefused(write, async () => {
    const { fields, files } = readReview(form, token?.customer ?? null);
    // A shop that signs an order into a token vouches for it.
    if (fields['order_id'] !== undefined && (await tools.extensions.has('verified'))) fields['verified'] = '1';
    const heldFor = await admit(write, 'addProductReview', {
      product: fields['sku'] ?? fields['product_id']!,
      text: `${fields['title']} ${fields['content']}`,
    });
    const use = token && (await useOf(db, mirror.business(business), token, fields, clock.now()));
    const witness = token ? null : pseudonymOf(tools.key, write.network, clock.now());
    const outcome = await submit(write, 'addProductReview', { fields, files, use, heldFor, witness });
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
  return uncountedIfRefused(write, async () => {
    parseParameters('flagReview', write.form.fields);
    const fields = pickParameters('flagReview', write.form.fields);
    await admit(write, 'flagReview', null);
    const { state } = await submit(write, 'flagReview', { fields });
    return { state, answer: {} };
  });
}

async function voteOnProductReview({
  tools,
  business,
  network,
  form,
  visitor,
}: Write<VoteTools>): Promise<Done<'voteOnProductReview'>> {
  const { review_id: reviewId, vote, replace: replaces } = parseParameters('voteOnProductReview', form.fields);
  const { timeoutMs } = shopperPolicies.voteOnProductReview;
  const mayCall = () => mayCause(tools, network);
  const state = await tools.votes.cast({ business, reviewId, vote, replaces, visitor, network, timeoutMs, mayCall });
  tools.answers.outdate(business);
  return { state, answer: {} };
}

/** Kept with paths: what is sent again goes out with the address of then. */
function accepted(tools: Outgoing, { state, answer }: Done<ShopperWrite>): WriteAnswer {
  return state === 'waiting'
    ? { status: 202, json: toJson({ ...answer, queued: true } satisfies AnswerOf<ShopperWrite>, tools) }
    : { status: 200, json: toJson(answer, tools) };
}
