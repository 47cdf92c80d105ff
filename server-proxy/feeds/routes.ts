/** `GET /feeds/{business}/…`: files for other programs, whole and as large as the shop is. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, Readable } from 'node:stream';
import { createBrotliCompress, createGzip, constants } from 'node:zlib';
import { refuse } from '../../contract/endpoints/errors.ts';
import { matches } from '../http/conditional.ts';
import type { Costs } from '../http/costs.ts';
import { chooseEncoding } from '../../server-kit/http/encoding.ts';
import { preflight } from '../http/origins.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { resolveBusiness } from '../shopper/business.ts';
import { catalogue, requireUrl, type CatalogueTools } from './catalogue.ts';
import type { Feed, Feeds, HeldFeed } from './feeds.ts';
import { googleProductReviews, type GoogleTools } from './google-product-reviews.ts';
import { ratings } from './ratings.ts';
import { zipOf } from './zip.ts';

export interface FeedRouteTools extends GoogleTools, CatalogueTools {
  readonly feeds: Feeds;
  readonly rateLimits: RateLimits;
  readonly costs: Costs;
}

interface Form {
  readonly feed: Feed;
  readonly type: string;
  /** The name of the file within a `.zip`. */
  readonly zipped?: string;
  /** A longer one is refused, and the refusal names the form that takes it. */
  readonly most?: { readonly bytes: number; readonly otherwise: string };
}

/** Of one address: programs fetch a feed every few minutes at most. */
const PER_MINUTE = 60;
/** As a stream, at a middling level. */
const COMPRESSED_PER_MS = 50_000;
const BROTLI_QUALITY = 4;
/** Google takes no longer XML. */
const MOST_XML_BYTES = 100_000_000;
/** A copy must not outlive something that was hidden, so its keeper asks whether it still holds. */
const CACHE_CONTROL = 'public, no-cache';

/** A browser may open a feed, and XML may hold a script. */
const POLICY = "default-src 'none'; sandbox";
const CATALOGUE = 'catalogue.xml';

export function registerFeedRoutes(scope: FastifyInstance, tools: FeedRouteTools): void {
  const forms = formsOf(tools);
  scope.get('/feeds/:business/:file', async (request, reply) => {
    const { business: given, file: name } = request.params as { business: string; file: string };
    const form = forms.get(name);
    if (!form) throw refuse('pathUnknown', `There is no such feed: there are ${[...forms.keys()].join(', ')}`);
    tools.rateLimits.count('feeds', request.network, PER_MINUTE);
    const business = resolveBusiness(given, tools.businesses);
    // Also where one is held that was made before it was switched off.
    if (name === CATALOGUE) await requireUrl(tools, business);
    const held = await tools.feeds.hold(form.feed, business);
    try {
      return send(request, reply, { form, held, costs: tools.costs });
    } finally {
      held.file.release();
    }
  });
  scope.options('/feeds/:business/:file', preflight(['GET']));
}

function formsOf(tools: FeedRouteTools): ReadonlyMap<string, Form> {
  const google = googleProductReviews(tools);
  const [xml, zip] = ['google-product-reviews.xml', 'google-product-reviews.zip'];
  return new Map<string, Form>([
    [xml, { feed: google, type: 'application/xml; charset=utf-8', most: { bytes: MOST_XML_BYTES, otherwise: zip } }],
    [zip, { feed: google, type: 'application/zip', zipped: xml }],
    ['ratings.jsonl', { feed: ratings(tools, 'jsonl'), type: 'application/x-ndjson; charset=utf-8' }],
    // Its own declaration names its encoding.
    [CATALOGUE, { feed: catalogue(tools), type: 'application/xml' }],
    ['ratings.csv', { feed: ratings(tools, 'csv'), type: 'text/csv; charset=utf-8' }],
  ]);
}

function send(
  { headers, network, method }: FastifyRequest,
  reply: FastifyReply,
  { form, held, costs }: { readonly form: Form; readonly held: HeldFeed; readonly costs: Costs },
): FastifyReply {
  const { file, ageMs } = held;
  const { type, zipped, most } = form;
  if (most && file.size > most.bytes)
    throw refuse('pathUnknown', `The feed is longer than ${most.bytes / 1e6} MB: fetch ${most.otherwise} instead`);
  const etag = `W/"${file.hash}${zipped === undefined ? '' : '-zip'}"`;
  const age = Math.floor(ageMs / 1_000);
  const isKnown = matches(headers['if-none-match'], etag);
  const encoding = zipped === undefined ? chooseEncoding(headers['accept-encoding'] ?? '') : 'identity';
  const isPlain = zipped === undefined && encoding === 'identity';
  // Before there are headers, which a refusal must not have.
  if (!isPlain && !isKnown && method !== 'HEAD') costs.spend(network, file.size / COMPRESSED_PER_MS);
  reply.headers({ 'cache-control': CACHE_CONTROL, 'content-security-policy': POLICY, etag, age }).type(type);
  if (isKnown) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (isPlain) reply.header('content-length', file.size);
  // Nothing else keeps the length.
  if (method === 'HEAD') return reply.send(Readable.from([]));
  const bytes = file.read();
  if (zipped !== undefined) return reply.send(zipOf({ name: zipped, size: file.size, crc32: file.crc32, bytes }));
  if (isPlain) return reply.send(bytes);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const compressing = encoding === 'br' ? createBrotliCompress({ params: quality }) : createGzip();
  // The end of one of them ends the other.
  pipeline(bytes, compressing, () => {});
  return reply.send(compressing);
}
