/**
 * CORS: which web pages may call the proxy. Only those of listed origins, and its own; the answer names the origin that
 * asks, never `*`. A request without an origin is not from a page, or is from the proxy's own.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../contract/endpoints/errors.ts';
import { addressOfHost } from '../../server-kit/network/networks.ts';

export interface OriginOptions {
  /** Exact, such as `https://shop.example`. */
  readonly origins: readonly string[];
  readonly publicUrl?: string | undefined;
}

const ALLOWED_HEADERS =
  'content-type, idempotency-key, plaudit-visitor, plaudit-customer, plaudit-proof, if-none-match';
const EXPOSED_HEADERS = 'ETag, Age, Retry-After, Idempotent-Replayed';
const VARY = 'Origin, accept-encoding';
/** How long a browser remembers a preflight. */
const PREFLIGHT_AGE_SECONDS = 7_200;

export function listOrigins({ origins, publicUrl }: OriginOptions): Set<string> {
  return new Set(publicUrl === undefined ? origins : [...origins, new URL(publicUrl).origin]);
}

/**
 * Guards every route of this scope.
 * @param noteStorefront - is told of each listed origin whose page asks, and of the business as the path names it.
 */
export function guardOrigins(
  scope: FastifyInstance,
  listed: ReadonlySet<string>,
  noteStorefront: (origin: string, business: string) => void,
): void {
  scope.addHook('onRequest', (request, reply, done) => {
    // Also on uncompressed answers: a cache in between must not give one to everybody.
    reply.header('vary', VARY);
    const { origin } = request.headers;
    if (origin === undefined) return done();
    if (!listed.has(origin) && !isOwn(origin, request))
      return done(refuse('notPermitted', 'This origin may not use the proxy: see PLAUDIT_ORIGINS and --public-url'));
    const { business } = request.params as { business?: string };
    if (business !== undefined && listed.has(origin)) noteStorefront(origin, business);
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED_HEADERS);
    done();
  });
}

/** Answers the preflight of a route that takes these methods. */
export function preflight(methods: readonly string[]) {
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply
      .header('access-control-allow-methods', methods.join(', '))
      .header('access-control-allow-headers', ALLOWED_HEADERS)
      .header('access-control-max-age', PREFLIGHT_AGE_SECONDS)
      .header('cache-control', 'no-store')
      .code(204)
      .send();
}

/**
 * The page came from the proxy that it asks, whether TLS ends here or in front of us. Only an address proves that: any
 * name in `Host` may have been made to lead here by somebody whose page this is (DNS rebinding).
 */
function isOwn(origin: string, request: FastifyRequest): boolean {
  const { host } = request.headers;
  if (host === undefined || (origin !== `http://${host}` && origin !== `https://${host}`) || !URL.canParse(origin))
    return false;
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || addressOfHost(hostname) !== null;
}
