/** The page that a link in a mail to the team leads to: one button, since programs open links, too. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fill } from '../../../contract/texts/texts.ts';
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import { AddressLimit } from '../../pages/frame/address-limit.ts';
import { findItemLink, openItemLink } from '../../people/item-links.ts';
import { addressIn } from '../frame/base.ts';
import { aroundOf, send } from '../frame/guard.ts';
import { keepOpened } from '../frame/item-cookie.ts';
import type { Shown } from '../frame/page.ts';
import { pathOf } from '../frame/pieces.ts';
import { words } from '../words/index.ts';

const { openItem: said } = words;
/** In ten minutes, from one network. */
const MOST_WRONG = 20;

interface Link {
  Params: { token: string };
}

export function registerOpenItem(app: FastifyInstance, service: Service): void {
  const { db, now } = service;
  const at = addressIn(service);
  const wrong = new AddressLimit(MOST_WRONG);
  const answer = (request: FastifyRequest, reply: FastifyReply, page: Shown) =>
    send(reply, page, aroundOf(service, request));
  /** @param path - of the thing, which asks to sign in. */
  const dead = (request: FastifyRequest, reply: FastifyReply, path = '') => {
    if (path === '') wrong.count(request, service.elapsed());
    const body = html`<p>${said.dead}</p><p><a class="button" href="${at(path)}">${words.signIn.button}</a></p>`;
    return answer(request, reply, { status: path === '' ? 404 : 410, title: said.deadTitle, body });
  };

  app.get<Link>('/console/open/:token', async (request, reply) => {
    const link = await findItemLink(db, request.params.token, now());
    if (!link || link.isUsed) return dead(request, reply, link ? pathOf(link.about) : '');
    const body = html`<p class="soft">${fill(said.text, { business: link.shop })}</p>
<form class="fields" method="post"><button>${said.button}</button></form>`;
    return answer(request, reply, { title: said.title, body });
  });

  app.post<Link>('/console/open/:token', async (request, reply) => {
    const { token } = request.params;
    const link = await findItemLink(db, token, now());
    const session = link && !link.isUsed ? await openItemLink(db, token, now()) : null;
    if (!link || session === null) return dead(request, reply, link ? pathOf(link.about) : '');
    keepOpened(service, { request, reply }, link.about, session);
    return reply.header('cache-control', 'no-store').redirect(at(pathOf(link.about)), 303);
  });
}
