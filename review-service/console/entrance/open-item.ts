/** The page that a link in a mail to the team leads to: one button, since programs open links, too. */
import { fill } from '../../../contract/texts/texts.ts';
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import { AddressLimit } from '../../pages/frame/address-limit.ts';
import { findItemLink, openItemLink } from '../../people/item-links.ts';
import { keepOpened } from '../frame/item-cookie.ts';
import type { Shown } from '../frame/page.ts';
import { pathOf } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import type { DeclareOpenPage, OpenCall } from './open-pages.ts';

const { openItem: said } = words;
const LINK = '/open/:token';
/** In ten minutes, from one network. */
const MOST_WRONG = 20;

export function registerOpenItem(page: DeclareOpenPage, service: Service): void {
  const { db, now } = service;
  const wrong = new AddressLimit(MOST_WRONG);
  const find = ({ params }: OpenCall) => findItemLink(db, params['token']!, now());
  /** One that was used leads to its thing, which asks to sign in. */
  const dead = ({ request, at }: OpenCall, link: Awaited<ReturnType<typeof find>>): Shown => {
    if (!link) wrong.count(request, service.elapsed());
    const to = at(link ? pathOf(link.about) : '');
    const body = html`<p>${said.dead}</p><p><a class="button" href="${to}">${words.signIn.button}</a></p>`;
    return { status: link ? 410 : 404, title: said.deadTitle, body };
  };

  page('GET', LINK, async (call) => {
    const link = await find(call);
    if (!link || link.isUsed) return dead(call, link);
    const body = html`<p class="soft">${fill(said.text, { business: link.shop })}</p>
<form class="fields" method="post"><button>${said.button}</button></form>`;
    return { title: said.title, body };
  });

  page('POST', LINK, async (call) => {
    const link = await find(call);
    const session = link && !link.isUsed ? await openItemLink(db, call.params['token']!, now()) : null;
    if (!link || session === null) return dead(call, link);
    keepOpened(service, call, link.about, session);
    return { to: pathOf(link.about) };
  });
}
