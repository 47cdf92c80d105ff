/**
 * `GET /render/{tag}`: an element as HTML, for a page to include, so that it is there before any script. Its data are
 * the answers that a shopper's browser would get, from the same functions.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { refuse } from '../../contract/errors.ts';
import type { RenderedElement, Renderer } from '../../contract/rendering.ts';
import type { AnswerOf, ShopperOperation } from '../../contract/shopper.ts';
import { sendPublic } from '../http/conditional.ts';
import { costOfRender } from '../http/costs.ts';
import { preflight } from '../http/origins.ts';
import { resolveBusiness } from '../shopper/business.ts';
import { callsPerMinute } from '../shopper/policies.ts';
import { isRead } from '../shopper/reads.ts';
import type { Rendered } from '../shopper/rendering.ts';
import type { ShopperTools } from '../shopper/guards.ts';
import { AskLinks } from './ask-links.ts';
import { preferredLocale, readLocale, spokenLocale } from './languages.ts';
import { parametersOf, readRenderQuery, writeRenderQuery, type RenderQuery } from './query.ts';

export interface RenderTools extends Pick<
  ShopperTools,
  'answers' | 'businesses' | 'mirror' | 'rateLimits' | 'costs' | 'clock'
> {
  readonly renderer: Renderer;
  /** What links begin with, without a slash at its end. */
  publicUrl(): string;
}

/** An answer that a fragment was made from, and how to get it again. */
interface Part {
  readonly rendered: Rendered;
  again(allowCall: () => void): Promise<Rendered>;
}

interface Fragment {
  readonly html: string;
  readonly etag: string;
  readonly policy: string;
  readonly parts: readonly Part[];
  /** The link that was known when it was made; undefined where it needs none. */
  readonly askUrl: string | null | undefined;
}

/** Requests of one address in a minute; a shop's server has one address for all its shoppers. */
const PER_MINUTE = 6_000;

export function registerRenderRoutes(scope: FastifyInstance, tools: RenderTools): void {
  /** The size is in characters. A fragment is good for as long as the answers that it was made from. */
  const kept = new LRUCache<string, Fragment>({
    max: 1_000,
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ html }) => html.length + 500,
  });

  const askLinks = new AskLinks();
  const askUrlOf = (business: string, allowCall: () => void) =>
    askLinks.of(business, tools.clock.now(), () => tools.answers.read('getWriteLink', business, {}, allowCall));

  scope.get('/render/:tag', async (request, reply) => {
    const { renderer, rateLimits, costs, mirror, clock } = tools;
    const { tag } = request.params as { tag: string };
    const known = Object.hasOwn(renderer.attributes, tag) ? renderer.attributes[tag]! : null;
    if (!known) throw refuse('pathUnknown', 'There is no such element');
    const { network } = request;
    rateLimits.count('render', network, PER_MINUTE);
    mirror.noteShopper();
    const allowCall = () => rateLimits.count('calls', network, callsPerMinute);
    const given = request.query as Record<string, string>;
    const { attributes, plain } = readRenderQuery(given, known);
    const business = resolveBusiness(attributes['business'] || '-', tools.businesses);
    const query = { attributes: withLocale(attributes, request, renderer), plain };
    const base = tools.publicUrl();

    const key = `${base} ${tag}?${writeRenderQuery(query)}`;
    const old = kept.get(key);
    const askUrl = () => askUrlOf(business, allowCall);
    const isKept =
      old !== undefined && (old.askUrl === undefined || old.askUrl === askUrl()) && (await isCurrent(old, allowCall));
    if (!isKept) costs.spend(network, costOfRender(given, parametersOf(given)));
    const fragment = isKept ? old : await make(tools, { tag, business, query, base, allowCall, askUrl });
    kept.set(key, fragment);
    reply.header('vary', 'Origin, Accept-Language, accept-encoding').header('content-security-policy', fragment.policy);
    const readAt = Math.min(...fragment.parts.map(({ rendered }) => rendered.readAt));
    return sendPublic(
      request,
      reply,
      {
        body: fragment.html,
        type: 'text/html; charset=utf-8',
        etag: fragment.etag,
        readAt: Number.isFinite(readAt) ? readAt : 0,
      },
      clock.now(),
    );
  });
  scope.options('/render/:tag', preflight(['GET']));
}

interface Making {
  readonly tag: string;
  readonly business: string;
  readonly query: RenderQuery;
  /** What links begin with. */
  readonly base: string;
  allowCall(): void;
  askUrl(): string | null;
}

async function make(
  { renderer, answers }: RenderTools,
  { tag, business, query, base, allowCall, askUrl }: Making,
): Promise<Fragment> {
  const parts: Part[] = [];
  let usedAskUrl: string | null | undefined;
  const rendered = await renderer.render({
    tag,
    ...query,
    locale: spokenLocale(query.attributes['locale'], renderer.languages),
    link: (attributes, plain) => `${base}/render/${tag}?${writeRenderQuery({ attributes, plain })}`,
    askUrl: () => (usedAskUrl = askUrl()),
    async ask<Name extends ShopperOperation>(name: Name, given: Readonly<Record<string, string>>) {
      if (!isRead(name)) throw new Error(`Nothing that is rendered may ask for ${name}`);
      const again = (allow: () => void) => answers.read(name, business, given, allow);
      const answer = await again(allowCall);
      parts.push({ rendered: answer, again });
      return JSON.parse(answer.json) as AnswerOf<Name>;
    },
  });
  if (!rendered)
    throw refuse(
      'parameterMissing',
      `Attribute sku${tag === 'plaudit-product-reviews' ? ' or item-group' : ''} is missing`,
    );
  return {
    html: rendered.html,
    etag: `W/"${createHash('sha1').update(rendered.html).digest('base64url')}"`,
    policy: policyFor(rendered),
    parts,
    askUrl: usedAskUrl,
  };
}

/** An answer is the same object until its content may have changed. */
async function isCurrent({ parts }: Fragment, allowCall: () => void): Promise<boolean> {
  const now = await Promise.all(parts.map(async ({ rendered, again }) => (await again(allowCall)) === rendered));
  return now.every(Boolean);
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

/**
 * A fragment that is opened by itself is on the proxy's own origin: nothing that shoppers wrote may run there. In a
 * sandbox without scripts, browsers show what is in `<noscript>`, whoever follows a link to it.
 */
function policyFor({ styles }: RenderedElement): string {
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  return [
    'sandbox allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    'img-src http: https: data:',
    `style-src ${hashes.join(' ') || "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ');
}
