/** The routes of shoppers: one for each row of the policy table, all of them past the same guards. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAnswer } from '../../contract/endpoints/answers.ts';
import { refuse } from '../../contract/endpoints/errors.ts';
import { shopperEndpoints } from '../../contract/endpoints/proxy-endpoints.ts';
import { type RawParameters } from '../../contract/endpoints/read-parameters.ts';
import type { AnswerOf, ShopperRead, ShopperWrite } from '../../contract/shopper/shopper.ts';
import { readForm } from '../../server-kit/http/form.ts';
import { sendCached, sendUnlessKnown } from '../http/conditional.ts';
import { costOfRead, type Costs } from '../http/costs.ts';
import { preflight } from '../http/origins.ts';
import { countRefusals } from '../http/refusals.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { UpstreamClient } from '../../api-client/client.ts';
import { readBulkStats, type BulkTools } from './bulk-stats.ts';
import { shopperPolicies, type ShopperOperation, type ShopperPolicy } from './policies.ts';
import { shopperReads } from './lists/reads.ts';
import { completeJson, toJson, type Outgoing, type CachedAnswer } from './cached-answer.ts';
import { countCall, guard, tokenOf, withoutAccountErrors, type Guards, type TokenGuard } from './guards.ts';
import { answerTranslation, type TranslationTools } from './translation.ts';
import { answerWrite, works, type ShopperWriteTools } from './writes.ts';

interface ReadTools extends BulkTools, Guards {
  readonly mirror: Mirror;
  readonly costs: Costs;
}

interface EditLinkTools extends Guards, TokenGuard, Outgoing {
  readonly client: UpstreamClient;
}

export type ShopperTools = ReadTools & EditLinkTools & TranslationTools & ShopperWriteTools;

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
  route(scope, 'getTranslation', ['GET'], (request, reply) => answerTranslation(tools, request, reply));
  route(scope, 'getEditLink', ['GET'], (request, reply) => answerEditLink(tools, request, reply));
}

function route(
  scope: FastifyInstance,
  name: ShopperOperation,
  methods: readonly ('GET' | 'POST')[],
  handler: Handler,
): void {
  const url = `/v1${shopperEndpoints[name].path.replace('{business}', ':business')}`;
  scope.route({ method: [...methods], url, handler });
  scope.route({ method: 'OPTIONS', url, handler: preflight(methods) });
}

// ---- reads --------------------------------------------------------------------------------------------------------

async function answerRead(
  tools: ReadTools,
  name: ShopperRead,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { answers, costs, clock } = tools;
  const { network, business } = guard(tools, name, request);
  const raw: RawParameters = {
    ...(request.query as RawParameters),
    ...(request.method === 'POST' ? (await readForm(request)).fields : {}),
  };
  const spend = () => costs.spend(network, costOfRead(raw));
  const allowCall = () => countCall(tools, network);
  const answer = await withoutAccountErrors((): Promise<CachedAnswer> =>
    name === 'getProductReviewStats' && (raw['skus'] ?? raw['item_groups']) !== undefined
      ? readBulkStats(tools, business, raw, allowCall, spend)
      : answers.read(name, business, raw, allowCall, spend),
  );
  if (request.method === 'POST') return sendCached(request, reply.header('cache-control', 'no-store'), answer);
  return sendUnlessKnown(request, reply, answer, clock.now());
}

/** The link by which one customer edits one review. It is for nobody else, so nothing here is kept or shared. */
async function answerEditLink(
  tools: EditLinkTools,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const { network, business } = guard(tools, 'getEditLink', request);
  const token = tokenOf(tools, business, request);
  if (!token)
    throw refuse('userTokenInvalid', 'Header Plaudit-Customer is missing: the shop signs it for its customer');
  const { timeoutMs } = shopperPolicies.getEditLink;
  countCall(tools, network);
  const { body } = await withoutAccountErrors(() =>
    tools.client.call('getEditLink', { lane: 'shopper', business, fields: { email: token.customer.email }, timeoutMs }),
  );
  const answer = readAnswer('getEditLink', body);
  if (!answer) throw refuse('upstreamFailed', 'The review service answered getEditLink with something unknown');
  return reply
    .type('application/json; charset=utf-8')
    .send(completeJson(toJson({ link: answer.link } satisfies AnswerOf<'getEditLink'>, tools), tools));
}
