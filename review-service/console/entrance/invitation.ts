/** The page behind an invitation to a team: signs in who has an account, and makes one for who has none. */
import type { FastifyRequest } from 'fastify';
import { fill } from '../../../contract/texts/texts.ts';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
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
import { readToken } from '../frame/base.ts';
import { problem } from '../frame/guard.ts';
import type { Shown } from '../frame/page.ts';
import { words } from '../words/index.ts';
import { endPage, type DeclareOpenPage, type OpenCall } from './open-pages.ts';
import {
  checkCode,
  codeField,
  newPasswordField,
  passwordField,
  placeOf,
  refusalOf,
  secretIn,
  signInAs,
  weakness,
} from './proof.ts';

const { invitation: said, signIn } = words;
const LINK = '/invitation/:token';
/** In ten minutes, from one network. */
const MOST_WRONG = 10;

export const invitationLink = ({ addresses }: Pick<Service, 'addresses'>, token: string): string =>
  `${addresses.publicUrl}/console/invitation/${token}`;

/** Who opens the page: the account of the address, if there is one, and how it may prove itself. */
interface Opened extends OpenInvitation {
  readonly accountId: string | null;
  /** This browser is signed in with that account. */
  readonly isHere: boolean;
  readonly wantsCode: boolean;
}

export function registerInvitation(page: DeclareOpenPage, service: Service): void {
  const { db, now } = service;
  const wrongLinks = new AddressLimit(MOST_WRONG);
  const dead = ({ request, at }: OpenCall): Shown => {
    wrongLinks.count(request, service.elapsed());
    return endPage(404, said.deadTitle, said.dead, at('/sign-in'), words.reset.back);
  };

  page('GET', LINK, async (call) => {
    const opened = await open(service, call.request, call.params['token']!);
    return opened ? joinPage(opened) : dead(call);
  });

  page('POST', LINK, async (call) => {
    const { request, reply } = call;
    const token = call.params['token']!;
    const opened = await open(service, request, token);
    if (!opened) return dead(call);
    try {
      const joining = await proveOrMake(service, call, opened);
      const accountId = await inTransaction(db, (transaction) => join(transaction, token, joining, now()));
      if (accountId === null) return dead(call);
      const source = sourceOf(db, placeOf(request));
      await signInAs(service, call, { accountId, source, businessId: opened.business.id });
      return { to: '' };
    } catch (error) {
      // The address has got an account meanwhile: the page now asks for its password.
      if (error instanceof ApiError && error.is('alreadyExists')) return { to: `/invitation/${token}` };
      const { accountId, wantsCode } = opened;
      if (accountId === null && error instanceof ApiError && error.is('malformed')) {
        const { status, mistakes } = weakness(error);
        return joinPage(opened, status, mistakes['new']);
      }
      const { status, text } = refusalOf(error, reply, wantsCode ? said.wrongCode : words.confirm.wrong);
      return joinPage(opened, status, text);
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
  service: Service,
  { request, form }: OpenCall,
  { email, accountId: id, isHere, wantsCode }: Opened,
): Promise<Parameters<typeof join>[2]> {
  if (id === null) {
    const chosen = secretIn(form, 'new');
    await refuseWeakPassword(chosen);
    return { passwordHash: await hashPassword(chosen) };
  }
  if (isHere) return { accountId: id };
  const given = { ...placeOf(request), email, password: secretIn(form) };
  const { accountId } = await checkPassword(service.db, given, service.now);
  if (wantsCode) await checkCode(service, request, { id: accountId, email }, readField(form, 'code'));
  return { accountId };
}

const joinPage = (opened: Opened, status = 200, wrong?: string): Shown => ({
  status,
  title: fill(said.title, { business: opened.business.name }),
  body: html`${problem(wrong)}<p>${said.roles[opened.role]}</p>
<p class="soft">${fill(opened.accountId === null ? said.forNew : said.forKnown, { email: opened.email })}</p>
<form class="fields" method="post">${fieldsOf(opened, wrong)}</form>`,
});

function fieldsOf({ accountId, isHere, wantsCode, email }: Opened, wrong: string | undefined): Markup {
  if (isHere) return html`<button>${said.join}</button>`;
  // Password managers keep the new password under this name.
  const name = html`<input type="email" name="email" value="${email}" autocomplete="username" readonly hidden>`;
  if (accountId === null)
    return html`${name}${newPasswordField(wrong === undefined ? {} : { new: wrong })}<button>${said.make}</button>`;
  const code = wantsCode && codeField(signIn.code, { hint: signIn.codeHint });
  return html`${name}${passwordField(signIn.password)}${code}<button>${said.signIn}</button>`;
}
