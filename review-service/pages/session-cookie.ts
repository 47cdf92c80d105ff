/** Cookies of somebody who is let in, for this host alone. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface SessionCookie {
  readonly name: string;
  /** Where everybody reaches the service, if that decides whether the cookie needs TLS; see Addresses. */
  readonly publicUrl?: string;
  /** Without one it goes to the folder of the page alone, wherever that is published. */
  readonly path?: string;
  /** Without one it is gone with the browser. */
  readonly maxAgeSeconds?: number;
}

/** No other host can set a cookie with this prefix, and it never travels without TLS. */
const secureName = (name: string): string => `__Host-${name}`;

const hasTls = ({ publicUrl }: SessionCookie): boolean => publicUrl?.startsWith('https:') === true;

export function readSessionCookie({ headers }: FastifyRequest, cookie: SessionCookie): string {
  const cookies = new Map((headers.cookie ?? '').split(';').map((pair) => splitOnce(pair.trim())));
  const plain = hasTls(cookie) ? undefined : cookies.get(cookie.name);
  return cookies.get(secureName(cookie.name)) ?? plain ?? '';
}

/** @param token - null takes it back. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: SessionCookie,
  token: string | null,
): void {
  const { name, path, maxAgeSeconds } = cookie;
  // TLS may end in front of us; the page that sent the form knows how it was loaded.
  const isSecure = hasTls(cookie) || request.headers.origin?.startsWith('https:') === true;
  const maxAge = token === null ? 0 : maxAgeSeconds;
  const parts = [
    `${isSecure ? secureName(name) : name}=${token ?? ''}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Path=/', 'Secure'] : path === undefined ? [] : [`Path=${path}`]),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ];
  reply.header('set-cookie', parts.join('; '));
}

function splitOnce(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}
