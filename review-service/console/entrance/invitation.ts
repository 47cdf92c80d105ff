/** The page behind an invitation to a team: signs in who has an account, and makes one for who has none. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fill } from '../../../contract/texts/texts.ts';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { readForm } from '../../../server-kit/http/form.ts';
import type { Service } from '../../context.ts';
import { html, type Markup } from '../../letters/html.ts';
import { AddressLimit } from '../../pages/frame/address-limit.ts';
import { readField } from '../../pages/frame/review-form.ts';
import { findAccount } from '../../people/accounts/accounts.ts';
import { usesCodes } from '../../people/accounts/codes.ts';
import { sourceOf } from '../../people/accounts/failed-logins.ts';
import { checkPassword } from '../../people/accounts/login.ts';
import { hashPassword, refuseWeakPassword } from '../../people/accounts/passwords.ts';
import { findSession } from '../../people/accounts/sessions.ts';
import { join, openInvitation, type OpenInvitation } from '../../people/team/invitations.ts';
import { addressIn, readToken } from '../frame/base.ts';
import { aroundOf, problem, send } from '../frame/guard.ts';
import type { Shown } from '../frame/page.ts';
import { words } from '../words/index.ts';
import { newPasswordField } from './settings.ts';
import { checkCode, codeField, passwordField, passwordOf, placeOf, refusalOf, signInAs } from './sign-in.ts';

const { invitation: said } = words;

/** In ten minutes, from one network. */
const MOST_WRONG = 10;

interface Link {
  Params: { token: string };
}

export const invitationLink = ({ addresses }: Pick<Service, 'addresses'>, token: string): string =>
  `${addresses.publicUrl}/console/invitation/${token}`;

/** Who opens the page: the account of the address, if there is one, and how it may prove itself. */
interface Opened extends OpenInvitation {
  readonly accountId: string | null;
  /** This browser is signed in with that account. */
  readonly isHere: boolean;
  readonly wantsCode: boolean;
}

export function registerInvitation(app: FastifyInstance, service: Service): void {
  const { db, now } = service;
  const at = addressIn(service);
  const wrongLinks = new AddressLimit(MOST_WRONG);
  const answer = (request: FastifyRequest, reply: FastifyReply, page: Shown) =>
    send(reply, page, aroundOf(service, request));
  const dead = (request: FastifyRequest, reply: FastifyReply) => {
    wrongLinks.count(request, service.elapsed());
    return answer(request, reply, {
      status: 404,
      title: said.deadTitle,
      body: html`<p>${said.dead}</p><p class="after"><a href="${at('/sign-in')}">${words.reset.back}</a></p>`,
    });
  };

  app.get<Link>('/console/invitation/:token', async (request, reply) => {
    const opened = await open(service, request, request.params.token);
    return opened ? answer(request, reply, joinPage(opened)) : dead(request, reply);
  });

  app.post<Link>('/console/invitation/:token', async (request, reply) => {
    const { token } = request.params;
    const opened = await open(service, request, token);
    if (!opened) return dead(request, reply);
    const { fields } = await readForm(request);
    try {
      const joining = await proveOrMake(service, request, opened, fields);
      const accountId = await inTransaction(db, (transaction) => join(transaction, token, joining, now()));
      if (accountId === null) return dead(request, reply);
      const source = sourceOf(db, placeOf(request));
      await signInAs(service, { request, reply }, { accountId, source, businessId: opened.business.id });
      return await reply.redirect(at(''), 303);
    } catch (error) {
      // The address has got an account meanwhile: the page now asks for its password.
      if (error instanceof ApiError && error.is('alreadyExists')) return reply.redirect(request.url, 303);
      const { status, wrong } = refusalOfJoining(error, reply, opened);
      return answer(request, reply, joinPage(opened, wrong, status));
    }
  });
}

async function open(service: Service, request: FastifyRequest, token: string): Promise<Opened | null> {
  const { db, now } = service;
  const invitation = await openInvitation(db, token, now());
  if (!invitation) return null;
  const account = await findAccount(db, invitation.email);
  const session = account && (await findSession(db, readToken(service, request), now()));
  return {
    ...invitation,
    accountId: account?.id ?? null,
    isHere: account !== undefined && session?.account.id === account.id,
    wantsCode: account !== undefined && (await usesCodes(db, account.id)),
  };
}

/** @throws ApiError `loginWrong`, `userDisabled`, `tooManyRequests`; `malformed` for a weak new password. */
async function proveOrMake(
  { db, now }: Service,
  request: FastifyRequest,
  { email, accountId: id, isHere, wantsCode }: Opened,
  fields: RawParameters,
): Promise<Parameters<typeof join>[2]> {
  if (id === null) {
    const chosen = typeof fields['new'] === 'string' ? fields['new'] : '';
    await refuseWeakPassword(chosen);
    return { passwordHash: await hashPassword(chosen) };
  }
  if (isHere) return { accountId: id };
  const { accountId } = await checkPassword(db, { ...placeOf(request), email, password: passwordOf(fields) }, now);
  if (wantsCode) await checkCode(db, request, { id: accountId, email }, readField(fields, 'code'), now);
  return { accountId };
}

function refusalOfJoining(error: unknown, reply: FastifyReply, { accountId, wantsCode }: Opened) {
  if (accountId === null && error instanceof ApiError && error.is('malformed'))
    return { status: 400, wrong: error.message };
  return refusalOf(error, reply, wantsCode ? said.wrongCode : words.confirm.wrong);
}

function joinPage(opened: Opened, wrong?: string, status = 200): Shown {
  const { business, email, role, accountId } = opened;
  return {
    status,
    title: fill(said.title, { business: business.name }),
    body: html`${problem(wrong)}<p>${said.roles[role]}</p>
<p class="soft">${fill(accountId === null ? said.forNew : said.forKnown, { email })}</p>
<form class="fields" method="post">${fieldsOf(opened, wrong)}</form>`,
  };
}

function fieldsOf({ accountId, isHere, wantsCode, email }: Opened, wrong: string | undefined): Markup {
  if (isHere) return html`<button>${said.join}</button>`;
  // Password managers keep the new password under this name.
  const name = html`<input type="email" name="email" value="${email}" autocomplete="username" readonly hidden>`;
  if (accountId === null) return html`${name}${newPasswordField('new', wrong)}<button>${said.make}</button>`;
  return html`${name}${passwordField(words.signIn.password)}${wantsCode && codeField()}<button>${said.signIn}</button>`;
}
