/** A review in another language: the one read that may ask the operator's translator. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../contract/endpoints/errors.ts';
import type { RawParameters } from '../../contract/endpoints/read-parameters.ts';
import { parseShopperParameters } from '../../contract/shopper/shopper-parameters.ts';
import type { AnswerOf } from '../../contract/shopper/shopper.ts';
import type { Translations } from '../../insights/translations/translations.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { sendUnlessKnown } from '../http/conditional.ts';
import { type Costs, COST_OF_TRANSLATION_MS, KEPT_FROM_TRANSLATIONS_MS } from '../http/costs.ts';
import type { Metrics } from '../metrics.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { guard, type Guards } from './guards.ts';
import { shopperPolicies } from './policies.ts';
import { readHandlers } from './lists/reads.ts';
import { toCached, type Outgoing } from './cached-answer.ts';

export interface TranslationTools extends Guards, Outgoing {
  readonly translations: Translations;
  readonly mirror: Mirror;
  readonly costs: Costs;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

const NAME = 'getTranslation';
const MIRRORED_AFTER_SECONDS = 30;

export async function answerTranslation(
  tools: TranslationTools,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { translations, mirror, costs, metrics, clock } = tools;
  const { network, business: domain } = guard(tools, NAME, request);
  translations.requireTranslator();
  const { review_id: reviewId, to } = parseShopperParameters(NAME, request.query as RawParameters);
  const { needs } = readHandlers.listProductReviews;
  if (!mirror.isMirrored(domain, needs))
    throw refuse('unavailable', 'Reviews are translated once they are mirrored', {
      retryAfterSeconds: MIRRORED_AFTER_SECONDS,
    });
  const { translation, isKept } = await translations.read(mirror.business(domain), {
    reviewId,
    to,
    timeoutMs: shopperPolicies[NAME].timeoutMs,
    allowCall: () => costs.spend(network, COST_OF_TRANSLATION_MS, KEPT_FROM_TRANSLATIONS_MS),
  });
  metrics.answers.inc({ operation: NAME, source: isKept ? 'mirror' : 'translator' });
  const answer: AnswerOf<typeof NAME> = { translation };
  return sendUnlessKnown(request, reply, toCached(answer, mirror.readAt(domain, needs), tools), clock.now());
}
