/** A new password for somebody who has forgotten theirs: by mail, or by a link of `plaudit account recover`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fill } from '../../../contract/texts/texts.ts';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { LONGEST_LINE } from '../../../contract/endpoints/limits.ts';
import { atomically } from '../../../review-store/databases/transaction.ts';
import { readForm } from '../../../server-kit/http/form.ts';
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import { queueMail } from '../../letters/mail/queue.ts';
import { AddressLimit } from '../../pages/frame/address-limit.ts';
import { textField } from '../../pages/frame/fields.ts';
import { readField } from '../../pages/frame/review-form.ts';
import {
  linkTo,
  makeResetLink,
  openPasswordLink,
  usePasswordLink,
  type OpenPasswordLink,
} from '../../people/accounts/password-links.ts';
import type { Database } from '../../data/tables.ts';
import { addressIn } from '../frame/base.ts';
import { aroundOf, problem, send } from '../frame/guard.ts';
import type { Shown } from '../frame/page.ts';
import { words } from '../words/index.ts';
import { newPasswordField } from './settings.ts';

const { reset } = words;

/** In ten minutes, from one network. */
const MOST_ASKED = 10;

interface Link {
  Params: { token: string };
}

export function registerReset(app: FastifyInstance, service: Service): void {
  const { db, now } = service;
  const at = addressIn(service);
  const asked = new AddressLimit(MOST_ASKED);
  const wrongLinks = new AddressLimit(MOST_ASKED);
  const answer = (request: FastifyRequest, reply: FastifyReply, page: Shown) =>
    send(reply, page, aroundOf(service, request));
  const dead = (request: FastifyRequest, reply: FastifyReply) => {
    wrongLinks.count(request, service.elapsed());
    return answer(request, reply, deadPage(at));
  };

  app.get('/console/password', (request, reply) => answer(request, reply, askPage(at)));

  app.post('/console/password', async (request, reply) => {
    asked.count(request, service.elapsed());
    const email = readField((await readForm(request)).fields, 'email');
    await atomically(db, (transaction) => sendLink(transaction, email, service));
    // The page does not tell whether the address has an account.
    return answer(request, reply, sentPage(at));
  });

  app.get<Link>('/console/password/:token', async (request, reply) => {
    const link = await openPasswordLink(db, request.params.token, now());
    return link ? answer(request, reply, newPage(link)) : dead(request, reply);
  });

  app.post<Link>('/console/password/:token', async (request, reply) => {
    const { token } = request.params;
    const link = await openPasswordLink(db, token, now());
    if (!link) return dead(request, reply);
    const { fields } = await readForm(request);
    const chosen = typeof fields['new'] === 'string' ? fields['new'] : '';
    try {
      if (!(await usePasswordLink(db, token, chosen, now()))) return dead(request, reply);
    } catch (error) {
      if (!(error instanceof ApiError) || !error.is('malformed')) throw error;
      return answer(request, reply, newPage(link, error.message));
    }
    return reply.redirect(at('/sign-in?done=password'), 303);
  });
}

async function sendLink(db: Database, email: string, service: Service): Promise<void> {
  const now = service.now();
  const made = await makeResetLink(db, email, now);
  const business =
    made &&
    (await db
      .selectFrom('business')
      .selectAll()
      .where('id', 'in', (eb) =>
        eb.selectFrom('account_business').select('business_id').where('account_id', '=', made.accountId),
      )
      .orderBy('id')
      .executeTakeFirst());
  if (!made || !business) return;
  await queueMail(db, {
    business,
    to: { name: '', address: made.email },
    subject: reset.mailSubject,
    blocks: [
      fill(reset.mailText, { business: business.name }),
      { link: linkTo(service.addresses.publicUrl, made.token), label: reset.mailButton },
      reset.mailElse,
    ],
    language: 'en',
    now,
  });
}

const askPage = (at: (path: string) => string): Shown => ({
  title: reset.title,
  body: html`<p class="soft">${reset.text}</p>
<form class="fields" method="post">
${textField({
  name: 'email',
  label: words.signIn.email,
  value: '',
  max: LONGEST_LINE,
  required: true,
  type: 'email',
  autocomplete: 'username',
})}
<button>${reset.button}</button></form>
<p class="after"><a href="${at('/sign-in')}">${reset.back}</a></p>`,
});

const sentPage = (at: (path: string) => string): Shown => ({
  title: reset.sentTitle,
  body: html`<p>${reset.sent}</p><p class="after"><a href="${at('/sign-in')}">${reset.back}</a></p>`,
});

const deadPage = (at: (path: string) => string): Shown => ({
  status: 404,
  title: reset.deadTitle,
  body: html`<p>${reset.dead}</p><p class="after"><a href="${at('/password')}">${reset.again}</a></p>`,
});

const newPage = ({ email, purpose }: OpenPasswordLink, mistake?: string): Shown => ({
  status: mistake === undefined ? 200 : 400,
  title: reset.newTitle,
  body: html`${problem(mistake)}<p class="soft">${fill(reset.newFor, { email })}
${purpose === 'recover' && reset.newCodesOff}</p>
<form class="fields" method="post">${newPasswordField('new', mistake)}<button>${reset.newButton}</button></form>`,
});
