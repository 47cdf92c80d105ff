/** The cookie by which the browser that created the shop goes on with the set-up. */
import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'plaudit-setup';

/** No other host can set a cookie with this prefix, and it never travels without TLS. */
const secureName = `__Host-${NAME}`;

export function readSessionCookie({ headers }: FastifyRequest): string {
  const cookies = new Map((headers.cookie ?? '').split(';').map((pair) => splitOnce(pair.trim())));
  return cookies.get(secureName) ?? cookies.get(NAME) ?? '';
}

/** @param token - null takes it back. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string | null): void {
  // TLS may end in front of us; the page that sent the form knows how it was loaded.
  const isSecure = request.headers.origin?.startsWith('https:') === true;
  const parts = [
    `${isSecure ? secureName : NAME}=${token ?? ''}`,
    'HttpOnly',
    'SameSite=Lax',
    // Without a path it goes to this folder alone, wherever that is published.
    ...(isSecure ? ['Path=/', 'Secure'] : []),
    ...(token === null ? ['Max-Age=0'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}

function splitOnce(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}
