/** The cookie of somebody whom a link in a mail lets at one thing: it has the name of that thing. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../../context.ts';
import type { Subject } from '../../data/events.ts';
import { readSessionCookie, setSessionCookie, type SessionCookie } from '../../pages/session-cookie.ts';
import { findItemSession, OPEN_MS } from '../../people/item-links.ts';
import type { Session } from '../../people/accounts/sessions.ts';
import { addressIn } from './base.ts';
import { pathOf, subjectAt } from './pieces.ts';

const cookieOf = (service: Pick<Service, 'addresses'>, about: Subject): SessionCookie => ({
  name: `plaudit-item${pathOf(about).replaceAll('/', '-')}`,
  publicUrl: service.addresses.publicUrl,
  path: addressIn(service)(''),
  maxAgeSeconds: OPEN_MS / 1_000,
});

export const keepOpened = (
  service: Service,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  about: Subject,
  token: string,
): void => setSessionCookie(request, reply, cookieOf(service, about), token);

/** For the pages of that thing alone, and for taking back what was done on them. */
export async function findOpened(service: Service, request: FastifyRequest): Promise<Session | null> {
  const { url, headers } = request;
  const address = url === '/console/undo' ? (headers.referer ?? '') : url;
  const [, path = ''] = /\/console(\/[a-z-]+\/\d+)(?:[/?]|$)/.exec(address) ?? [];
  const about = subjectAt(path);
  const token = about && readSessionCookie(request, cookieOf(service, about));
  return token ? findItemSession(service.db, token, about, service.now()) : null;
}
