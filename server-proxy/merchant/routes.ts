/**
 * The routes of the merchant's own servers: every operation of the API except the login, which only the proxy makes.
 * Personal data are left in, nothing is kept for later, and nothing may be cached.
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import type { ProductReview } from '../../contract/entities/entities.ts';
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import { parseParameters, pickParameters, type RawParameters } from '../../contract/endpoints/read-parameters.ts';
import { readForm, type Form } from '../../server-kit/http/form.ts';
import { describeRequest } from '../../server-kit/http/idempotency.ts';
import type { EncodedImage } from '../../server-kit/pictures/images.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Metrics } from '../metrics.ts';
import { resolveBusiness } from '../shopper/business.ts';
import { completeJson, toJson, type Outgoing } from '../shopper/cached-answer.ts';
import { neverLeft } from '../../server-kit/network/exchange.ts';
import { requireExtension, type UpstreamExtensions } from '../upstream/extensions.ts';
import { answerOnce, type WriteAnswer } from '../writes/idempotency.ts';
import { addWaitingVotes } from '../writes/votes/vote-rows.ts';
import { guardMerchant } from './access.ts';
import { follow, foresee, type AftermathTools } from './aftermath.ts';
import { registerQueueRoutes } from './queue.ts';
import { countMalformed, merchantReads, readMerchantAnswer, type Body, type MerchantRead } from './reads.ts';
import { totalFromMirror } from './totals.ts';
import {
  filesOf,
  merchantWrites,
  readWrite,
  readWriteAnswer,
  refuseUnknown,
  refuseUnread,
  type MerchantWrite,
} from './writes.ts';

export interface MerchantTools extends AftermathTools, Outgoing {
  readonly extensions: UpstreamExtensions;
  readonly businesses: readonly string[];
  /** The instance that this process is. */
  readonly instance: string;
  readonly rateLimits: RateLimits;
  readonly metrics: Metrics;
  /** Hides the keys of merchants from the API. */
  readonly key: Buffer;
}

/** How long a merchant waits. A write may carry pictures. */
const READ_TIMEOUT_MS = 10_000;
const WRITE_TIMEOUT_MS = 30_000;
/** After which a merchant may try again what could not be passed on. */
const RETRY_AFTER_SECONDS = 10;

export function registerMerchantRoutes(scope: FastifyInstance, merchantKey: string, tools: MerchantTools): void {
  guardMerchant(scope, merchantKey, tools.rateLimits);
  for (const name of merchantReads) {
    const method = name === 'listTopRatedProducts' ? (['GET', 'POST'] as const) : 'GET';
    scope.route({
      method: method as 'GET',
      url: pathOf(name),
      handler: (request, reply) => answerRead(tools, name, request, reply),
    });
  }
  for (const name of merchantWrites)
    scope.route({
      method: 'POST',
      url: pathOf(name),
      handler: (request, reply) => answerWrite(tools, name, request, reply),
    });
  // It holds nothing to be cleaned, and shoppers get what the API and the mirror say together.
  scope.get(pathOf('getTransparency'), async (request, reply) => {
    const query = request.query as RawParameters;
    refuseUnknown('getTransparency', Object.keys(query));
    const rendered = await tools.answers.read('getTransparency', businessOf(tools, request), query, () => {});
    return send(tools, reply, 200, rendered.answer());
  });
  registerQueueRoutes(scope, tools);
}

const pathOf = (name: EndpointName): string => `/merchant/v1${endpoints[name].path.replace('{business}', ':business')}`;

async function answerRead<Name extends MerchantRead>(
  tools: MerchantTools,
  name: Name,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const business = businessOf(tools, request);
  const raw = {
    ...(request.query as RawParameters),
    ...(request.method === 'POST' ? (await readForm(request, { isKnown: true })).fields : {}),
  };
  refuseUnknown(name, Object.keys(raw));
  const query = parseParameters(name, raw);
  const { body } = await tools.client.call(name, {
    lane: 'shopper',
    business,
    fields: pickParameters(name, raw),
    timeoutMs: READ_TIMEOUT_MS,
  });
  const answer = readMerchantAnswer[name](query, body);
  if (!answer) throw refuse('upstreamFailed', `The review service answered ${name} with something unknown`);
  const malformed = countMalformed(name, body);
  if (malformed > 0) tools.metrics.malformedItems.inc({ operation: name }, malformed);
  return send(tools, reply, 200, await complete(tools, name, business, query, answer));
}

/** Adds what the API does not say and the proxy knows: how many items match, and the votes that still wait here. */
async function complete(
  { db, mirror }: MerchantTools,
  name: MerchantRead,
  business: string,
  query: object,
  answer: Body,
): Promise<Body> {
  const total = answer['total'] === null ? await totalFromMirror(db, mirror, business, name, query) : answer['total'];
  const counted =
    name === 'listProductReviews'
      ? { product_reviews: await addWaitingVotes(db, business, answer['product_reviews'] as ProductReview[]) }
      : {};
  return { ...answer, ...counted, ...('count' in answer ? { total } : {}) };
}

async function answerWrite(
  tools: MerchantTools,
  name: MerchantWrite,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, clock } = tools;
  const business = businessOf(tools, request);
  await requireExtension(tools.extensions, name);
  const files = filesOf(name);
  const form = await readForm(request, { isKnown: true, ...(files ? { files } : {}) });
  const notThere: string[] = [];
  for (const [parameter, extension] of Object.entries({
    verified: 'verified',
    hold: 'hold',
    replace: 'revote',
  } as const))
    if (!(await tools.extensions.has(extension))) notThere.push(parameter);
  refuseUnread(name, form, request.query as RawParameters, notThere);
  const given = request.headers['idempotency-key'];
  const key = typeof given === 'string' ? given : undefined;
  const work = () => pass(tools, name, business, form, key ?? randomUUID());
  if (key === undefined) return sendAnswer(tools, reply, await work());
  const { email } = form.fields;
  const keyed = {
    claimedBy: tools.instance,
    business,
    key,
    request: describeRequest([`merchant ${name}`], form),
    email: typeof email === 'string' ? email : undefined,
  };
  const answer = await answerOnce(db, clock, keyed, work);
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  return sendAnswer(tools, reply, answer);
}

async function pass(
  tools: MerchantTools,
  name: MerchantWrite,
  business: string,
  form: Form<EncodedImage>,
  key: string,
): Promise<WriteAnswer> {
  const { fields, files } = readWrite(name, form);
  const upstreamKey = createHmac('sha256', tools.key)
    .update(JSON.stringify(['merchant', business, name, key]))
    .digest('base64url');
  const foreseen = await foresee(tools, name, business, fields);
  const { body } = await refusedUnlessSent(() =>
    tools.client.call(name, {
      lane: 'write',
      business,
      fields,
      files,
      headers: { 'idempotency-key': upstreamKey },
      timeoutMs: WRITE_TIMEOUT_MS,
    }),
  );
  const answer = readWriteAnswer(name, body);
  await follow(tools, name, business, fields, answer, foreseen);
  return { status: 200, json: toJson(answer, tools) };
}

/** A write that never left may be sent again for certain; after any other failure that is unknown. */
async function refusedUnlessSent<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || !neverLeft(error)) throw error;
    throw refuse('unavailable', error.message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
  }
}

function businessOf({ businesses }: MerchantTools, request: FastifyRequest): string {
  const { business } = request.params as { business?: string };
  // The one operation for many businesses names them in a parameter, and is called in the name of the first.
  return resolveBusiness(business ?? '-', businesses);
}

const send = (tools: MerchantTools, reply: FastifyReply, status: number, body: Body): FastifyReply =>
  sendAnswer(tools, reply, { status, json: toJson(body, tools) });

const sendAnswer = (tools: MerchantTools, reply: FastifyReply, { status, json }: WriteAnswer): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send(completeJson(json, tools));
