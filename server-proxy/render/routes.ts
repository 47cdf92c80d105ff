/**
 * `GET /render/{tag}`: an element as HTML, for a page to include, so that it is there before any script. Its data are
 * the answers that a shopper's browser would get, from the same functions.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../../contract/endpoints/errors.ts';
import type { Renderer } from '../../contract/shopper/rendering.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { sendUnlessKnown } from '../http/conditional.ts';
import { preflight } from '../http/origins.ts';
import { resolveBusiness } from '../shopper/business.ts';
import { countCall, type Guards } from '../shopper/guards.ts';
import { AskLinks } from './ask-links.ts';
import { Fragments, type FragmentTools } from './fragments.ts';
import { preferredLocale, readLocale } from './languages.ts';
import { parametersOf, readRenderQuery } from './query.ts';

export interface RenderTools extends FragmentTools, Guards {
  readonly clock: Clock;
  /** The beginning of links, without a slash at its end. */
  publicUrl(): string;
}

/** Requests of one address in a minute; a shop's server has one address for all its shoppers. */
const PER_MINUTE = 6_000;

export function registerRenderRoutes(scope: FastifyInstance, tools: RenderTools): void {
  const fragments = new Fragments(tools);
  const askLinks = new AskLinks();
  const askUrlOf = (business: string, allowCall: () => void) =>
    askLinks.of(business, tools.clock, () => tools.answers.read('getWriteLink', business, {}, allowCall));

  scope.get('/render/:tag', async (request, reply) => {
    const { renderer, rateLimits, mirror, clock } = tools;
    const { tag } = request.params as { tag: string };
    const known = Object.hasOwn(renderer.attributes, tag) ? renderer.attributes[tag]! : null;
    if (!known) throw refuse('pathUnknown', 'There is no such element');
    const { network } = request;
    rateLimits.count('render', network, PER_MINUTE);
    mirror.noteShopper();
    const allowCall = () => countCall(tools, network);
    const given = request.query as Record<string, string>;
    const { attributes, plain } = readRenderQuery(given, known);
    const business = resolveBusiness(attributes['business'] || '-', tools.businesses);
    const fragment = await fragments.read({
      tag,
      business,
      query: { attributes: withLocale(attributes, request, renderer), plain },
      base: tools.publicUrl(),
      network,
      asked: parametersOf(given),
      allowCall,
      askUrl: () => askUrlOf(business, allowCall),
    });
    reply.header('vary', 'Origin, Accept-Language, accept-encoding').header('content-security-policy', fragment.policy);
    return sendUnlessKnown(request, reply, { ...fragment, type: 'text/html; charset=utf-8' }, clock.now());
  });
  scope.options('/render/:tag', preflight(['GET']));
}

/** Puts the language that was chosen on the tag, so that the script does not choose again. */
function withLocale(
  attributes: Readonly<Record<string, string>>,
  { headers }: FastifyRequest,
  { languages }: Renderer,
): Readonly<Record<string, string>> {
  const locale =
    attributes['locale'] === undefined
      ? preferredLocale(headers['accept-language'], languages)
      : readLocale(attributes['locale']);
  return locale === null ? attributes : { ...attributes, locale };
}
