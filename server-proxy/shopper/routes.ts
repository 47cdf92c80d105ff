/** The routes of shoppers: one for each row of the policy table, all of them past the same guards. */
import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAnswer } from '../../contract/answers.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { refuse } from '../../contract/errors.ts';
import { parseParameters, pickParameters, type RawParameters } from '../../contract/read-parameters.ts';
import type { AnswerOf, ShopperHeader, ShopperRead, ShopperWrite } from '../../contract/shopper.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { readForm, type Form } from '../../server-kit/form.ts';
import { describeRequest } from '../../server-kit/idempotency.ts';
import type { EncodedImage } from '../../server-kit/images.ts';
import { readCustomer, type CustomerToken } from '../customer/token.ts';
import { useOf } from '../customer/token-uses.ts';
import { sendRendered } from '../http/conditional.ts';
import { costOfRead, type Costs } from '../http/costs.ts';
import { preflight } from '../http/origins.ts';
import type { PreparedAnswers } from '../http/prepared-answers.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { countRefusals } from '../http/refusals.ts';
import type { Metrics } from '../metrics.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Flood } from '../robots/floods.ts';
import type { Arrival, RobotGuard } from '../robots/guard.ts';
import type { Secrets } from '../secrets.ts';
import type { ProxyDb } from '../state/tables.ts';
import { UpstreamRefusal } from '../upstream/answer.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { answerOnce, type Replayable, type WriteAnswer } from '../writes/idempotency.ts';
import type { Outbox, WriteOutcome } from '../writes/outbox.ts';
import { reviewPhotos } from '../writes/photos.ts';
import { queuedReview } from '../writes/queued-review.ts';
import { formFields, readReview } from '../writes/review-form.ts';
import type { Votes } from '../writes/votes.ts';
import type { ShopperAnswers } from './answers.ts';
import { readBulkStats } from './bulk-stats.ts';
import { resolveBusiness } from './business.ts';
import { cleanQueuedReview, cleanProductReview } from './cleaning.ts';
import { callsPerMinute, shopperPolicies, type ShopperOperation, type ShopperPolicy } from './policies.ts';
import { shopperReads } from './reads.ts';
import { toJson, type Rendered } from './rendering.ts';

export interface ShopperTools {
  readonly db: ProxyDb;
  readonly businesses: readonly string[];
  readonly mirror: Mirror;
  readonly client: UpstreamClient;
  readonly answers: ShopperAnswers;
  readonly prepared: PreparedAnswers;
  readonly votes: Votes;
  readonly outbox: Outbox;
  readonly robotGuard: RobotGuard;
  /** Customer tokens are signed with it; without it there are none. */
  readonly customerSecret: string | undefined;
  readonly rateLimits: RateLimits;
  readonly costs: Costs;
  readonly secrets: Secrets;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Hides the keys of shoppers from the API. */
  readonly key: Buffer;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function registerShopperRoutes(scope: FastifyInstance, tools: ShopperTools): void {
  countRefusals(scope, tools.metrics);
  for (const name of shopperReads) {
    const policy: ShopperPolicy = shopperPolicies[name];
    route(scope, name, policy.alsoPost ? ['GET', 'POST'] : ['GET'], (request, reply) =>
      answerRead(tools, name, request, reply),
    );
  }
  for (const name of Object.keys(works) as ShopperWrite[])
    route(scope, name, ['POST'], (request, reply) => answerWrite(tools, name, request, reply));
  route(scope, 'getEditLink', ['GET'], (request, reply) => answerEditLink(tools, request, reply));
}

function route(
  scope: FastifyInstance,
  name: ShopperOperation,
  methods: readonly ('GET' | 'POST')[],
  handler: Handler,
): void {
  const url = `/v1${endpoints[name].path.replace('{business}', ':business')}`;
  scope.route({ method: [...methods], url, handler });
  scope.route({ method: 'OPTIONS', url, handler: preflight(methods) });
}

// ---- reads --------------------------------------------------------------------------------------------------------

async function answerRead(
  tools: ShopperTools,
  name: ShopperRead,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { answers, prepared, rateLimits, costs, mirror, clock } = tools;
  const network = countRequest(tools, name, request);
  mirror.noteShopper();
  const business = businessOf(tools, request);
  const raw: RawParameters = {
    ...(request.query as RawParameters),
    ...(request.method === 'POST' ? (await readForm(request)).fields : {}),
  };
  costs.spend(network, costOfRead(raw));
  const allowCall = () => rateLimits.count('calls', network, callsPerMinute);
  const rendered = await withoutAccountErrors((): Promise<Rendered> =>
    name === 'getProductReviewStats' && raw['skus'] !== undefined
      ? readBulkStats(tools, business, raw, allowCall)
      : answers.read(name, business, raw, allowCall),
  );
  if (request.method === 'POST')
    return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(rendered.json);
  const { standing, json, etag } = rendered;
  if (standing && request.method === 'GET')
    prepared.keep(request.raw.url!, {
      ...standing,
      json,
      etag,
      operation: name,
      perMinute: shopperPolicies[name].perMinute,
    });
  return sendRendered(request, reply, rendered, clock.now());
}

/** The link by which one customer edits one review. It is for nobody else, so nothing here is kept or shared. */
async function answerEditLink(
  tools: ShopperTools,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  countRequest(tools, 'getEditLink', request);
  reply.header('cache-control', 'no-store');
  const business = businessOf(tools, request);
  const token = tokenOf(tools, business, request);
  if (!token)
    throw refuse('userTokenInvalid', 'Header Plaudit-Customer is missing: the shop signs it for its customer');
  const { timeoutMs } = shopperPolicies.getEditLink;
  const { body } = await withoutAccountErrors(() =>
    tools.client.call('getEditLink', { lane: 'shopper', business, fields: { email: token.customer.email }, timeoutMs }),
  );
  const answer = readAnswer('getEditLink', body);
  if (!answer) throw refuse('upstreamFailed', 'The review service answered getEditLink with something unknown');
  return reply
    .type('application/json; charset=utf-8')
    .send(toJson({ link: answer.link } satisfies AnswerOf<'getEditLink'>, tools.secrets));
}

// ---- writes -------------------------------------------------------------------------------------------------------

interface Write {
  readonly tools: ShopperTools;
  readonly business: string;
  readonly network: string;
  readonly form: Form<EncodedImage>;
  readonly visitor: string | undefined;
  readonly token: CustomerToken | null;
  /** The header `Plaudit-Proof`. */
  readonly proof: string | undefined;
  /** The key of this write at the API, the same for every repetition of it. */
  readonly upstreamKey: string;
}

/** What became of a write, and what its answer holds besides that. */
interface Done<Name extends ShopperWrite> {
  readonly state: WriteOutcome['state'];
  readonly answer: Omit<AnswerOf<Name>, 'queued'>;
}

const works: { readonly [Name in ShopperWrite]: (write: Write) => Promise<Done<Name>> } = {
  addProductReview,
  voteOnProductReview,
  flagReview,
};

async function answerWrite(
  tools: ShopperTools,
  name: ShopperWrite,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, clock } = tools;
  const network = countRequest(tools, name, request);
  tools.mirror.noteShopper();
  const business = businessOf(tools, request);
  const token = tokenOf(tools, business, request);
  const form = await readForm(request, name === 'addProductReview' ? { files: reviewPhotos } : {});
  const key = header(request, 'Idempotency-Key');
  const upstreamKey = createHmac('sha256', tools.key)
    .update(JSON.stringify([business, name, key ?? request.id, key ?? randomUUID()]))
    .digest('base64url');
  const visitor = header(request, 'Plaudit-Visitor')?.slice(0, 200);
  const write: Write = {
    tools,
    business,
    network,
    form,
    visitor,
    token,
    proof: header(request, 'Plaudit-Proof'),
    upstreamKey,
  };
  const run = () => withoutAccountErrors(async () => accepted(tools, await works[name](write)));
  // A token that was signed anew is the same as long as it names the same customer.
  const described = describeRequest([`${name} ${JSON.stringify(token?.customer ?? null)}`], form, formFields);
  const answer: Replayable =
    key === undefined
      ? { ...(await run()), replayed: false }
      : await answerOnce(db, clock, { business, key, request: described, person: token?.customer.email }, run);
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  return reply
    .header('cache-control', 'no-store')
    .code(answer.status)
    .type('application/json; charset=utf-8')
    .send(answer.json);
}

function addProductReview(write: Write): Promise<Done<'addProductReview'>> {
  const { tools, business, form, token, upstreamKey } = write;
  const { db, mirror, outbox, answers, clock } = tools;
  return uncountedIfRefused(write, async () => {
    const { fields, files } = readReview(form, token?.customer ?? null);
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
    } as const;
    const outcome = await outbox.submit(kept, shopperPolicies.addProductReview.timeoutMs);
    answers.outdate(business);
    // Only its author sees a review that waits, in this answer.
    const product_review =
      outcome.state === 'waiting'
        ? cleanQueuedReview(queuedReview(fields, clock.now()))
        : outcome.review && { ...cleanProductReview(outcome.review), language: null };
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

/**
 * Somebody whom the shop vouches for is not a robot.
 * @returns why the write is to be held, or null.
 */
async function admit(
  { tools, business, network, token, proof, upstreamKey }: Write,
  operation: ShopperWrite,
  review: Arrival['review'],
): Promise<Flood | null> {
  return token ? null : tools.robotGuard.admit({ id: upstreamKey, business, operation, network, proof, review });
}

async function uncountedIfRefused<Result>({ tools, upstreamKey }: Write, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await tools.robotGuard.withdraw(upstreamKey);
    throw error;
  }
}

async function voteOnProductReview({
  tools,
  business,
  network,
  form,
  visitor,
}: Write): Promise<Done<'voteOnProductReview'>> {
  const { review_id: reviewId, vote } = parseParameters('voteOnProductReview', form.fields);
  const { timeoutMs } = shopperPolicies.voteOnProductReview;
  const state = await tools.votes.cast({ business, reviewId, vote, visitor, network, timeoutMs });
  tools.answers.outdate(business);
  return { state, answer: {} };
}

function accepted({ secrets }: ShopperTools, { state, answer }: Done<ShopperWrite>): WriteAnswer {
  return state === 'waiting'
    ? { status: 202, json: toJson({ ...answer, queued: true } satisfies AnswerOf<ShopperWrite>, secrets) }
    : { status: 200, json: toJson(answer, secrets) };
}

// ---- the guards ---------------------------------------------------------------------------------------------------

/** Counts the request, and returns the network that it counts for. */
function countRequest({ rateLimits }: ShopperTools, name: ShopperOperation, request: FastifyRequest): string {
  const { network } = request;
  rateLimits.count(name, network, shopperPolicies[name].perMinute);
  return network;
}

function businessOf({ businesses }: ShopperTools, request: FastifyRequest): string {
  return resolveBusiness((request.params as { business: string }).business, businesses);
}

/** @throws ApiError `userTokenInvalid` or `userTokenExpired`: whoever sends a token wants to be known by it. */
function tokenOf(
  { customerSecret, clock }: ShopperTools,
  business: string,
  request: FastifyRequest,
): CustomerToken | null {
  const token = header(request, 'Plaudit-Customer');
  return token === undefined ? null : readCustomer(token, { secret: customerSecret, business, clock });
}

function header(request: FastifyRequest, name: ShopperHeader): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}

/** A refusal of the proxy's own account is not the shopper's fault. */
async function withoutAccountErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UpstreamRefusal) || !error.is('notPermitted')) throw error;
    throw refuse('unavailable', 'The review service cannot be asked at the moment', {
      retryAfterSeconds: 60,
      cause: error,
    });
  }
}
