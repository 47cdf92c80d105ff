/** Where the console is published, and the cookie of who is signed in. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../../context.ts';
import { LONGEST_SESSION_MS } from '../../people/accounts/sessions.ts';
import { readSessionCookie, setSessionCookie, type SessionCookie } from '../../pages/session-cookie.ts';

const PATH = '/console';

/** The address of a page of the console, below the path that the service is published at. */
export const addressIn =
  ({ addresses }: Pick<Service, 'addresses'>) =>
  (path: string): string =>
    new URL(addresses.publicUrl).pathname.replace(/\/$/, '') + PATH + path;

/**
 * The page that somebody asked for before signing in, as `at` takes it; an empty text, the first page, for an address
 * of anything but the console.
 */
export function pathOfNext(next: unknown): string {
  const here = 'http://console.invalid';
  if (typeof next !== 'string' || !URL.canParse(next, here)) return '';
  const { origin, pathname, search } = new URL(next, here);
  if (origin !== here || !pathname.startsWith(`${PATH}/`)) return '';
  return pathname.slice(PATH.length) + search;
}

const cookieOf = (service: Pick<Service, 'addresses'>): SessionCookie => ({
  name: 'plaudit-console',
  publicUrl: service.addresses.publicUrl,
  path: addressIn(service)(''),
  maxAgeSeconds: LONGEST_SESSION_MS / 1_000,
});

export const readToken = (service: Service, request: FastifyRequest): string =>
  readSessionCookie(request, cookieOf(service));

/** @param token - null for somebody who signs out. */
export const setToken = (
  service: Service,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  token: string | null,
): void => setSessionCookie(request, reply, cookieOf(service), token);
