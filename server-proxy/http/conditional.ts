import type { FastifyReply, FastifyRequest } from 'fastify';

/** Fresh for a minute; good for ten while a new one is fetched, and for a day where none can be had. */
export const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400';

interface Public {
  readonly body: string;
  readonly type: string;
  readonly etag: string;
  /** When the API was last asked about this, in milliseconds since 1970; 0: never. */
  readonly readAt: number;
}

/** The same, in JSON. */
type PublicJson = Omit<Public, 'body' | 'type'> & { readonly json: string };

export function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, etag, readAt }: PublicJson,
  now: number,
): FastifyReply {
  return sendPublic(request, reply, { body: json, type: 'application/json; charset=utf-8', etag, readAt }, now);
}

/** Sends an answer that anyone may cache, or 304 to a client that has it already. */
export function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, etag, readAt }: Public,
  now: number,
): FastifyReply {
  reply.header('cache-control', CACHE_CONTROL).header('etag', etag).header('age', ageOf(readAt, now));
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(type).send(body);
}

/** Weak comparison, RFC 9110 section 13.1.2. */
export function matches(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  if (given.trim() === '*') return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return given.split(',').some((tag) => opaque(tag) === opaque(etag));
}

/** Seconds since the API was asked; 0 for never. */
export const ageOf = (readAt: number, now: number): number =>
  readAt > 0 ? Math.max(0, Math.floor((now - readAt) / 1_000)) : 0;
