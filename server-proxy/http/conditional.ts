import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, SHORTEST_COMPRESSED, type Encoding } from '../../server-kit/http/encoding.ts';

/** Fresh for a minute; good for ten while a new one is fetched, and for a day where none can be had. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400';

interface Public {
  readonly etag: string;
  /** When the API was last asked about this, in milliseconds since 1970; 0: never. */
  readonly readAt: number;
}

interface PublicText extends Public {
  readonly text: string;
  /** By default JSON. */
  readonly type?: string;
  /** Bytes that are kept. */
  compressed(encoding: Exclude<Encoding, 'identity'>): Promise<Buffer>;
}

/** Sends what anyone may cache, or 304 to whoever has it already. */
export function sendUnlessKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PublicText,
  now: number,
): FastifyReply | Promise<FastifyReply> {
  return isKnown(request, reply, answer, now) ? reply.code(304).send() : sendCached(request, reply, answer);
}

/** Sends the bytes that are kept of an answer. */
export async function sendCached(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { text, type = 'application/json; charset=utf-8', compressed }: Omit<PublicText, keyof Public>,
): Promise<FastifyReply> {
  reply.type(type);
  const encoding = chooseEncoding(headers['accept-encoding'] ?? '');
  if (encoding === 'identity' || text.length < SHORTEST_COMPRESSED) return reply.send(text);
  return reply.header('content-encoding', encoding).send(await compressed(encoding));
}

function isKnown({ headers }: FastifyRequest, reply: FastifyReply, { etag, readAt }: Public, now: number): boolean {
  reply.header('cache-control', CACHE_CONTROL).header('etag', etag).header('age', ageOf(readAt, now));
  return matches(headers['if-none-match'], etag);
}

/** Weak comparison, RFC 9110 section 13.1.2. */
export function matches(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  if (given.trim() === '*') return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return given.split(',').some((tag) => opaque(tag) === opaque(etag));
}

/** Seconds since the API was asked; 0 for never. */
const ageOf = (readAt: number, now: number): number =>
  readAt > 0 ? Math.max(0, Math.floor((now - readAt) / 1_000)) : 0;
