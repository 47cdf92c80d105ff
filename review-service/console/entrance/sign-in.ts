/** Signing in with a password, and a code where the account asks for one, and signing out. */
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import { readField } from '../../pages/frame/review-form.ts';
import { usesCodes } from '../../people/accounts/codes.ts';
import { checkPassword } from '../../people/accounts/login.ts';
import { proxyEmail } from '../../people/accounts/proxy-account.ts';
import { endSession, findSession, findWaiting, hasBusiness } from '../../people/accounts/sessions.ts';
import { pathOfNext, readToken, setToken } from '../frame/base.ts';
import { problem } from '../frame/guard.ts';
import type { Shown } from '../frame/page.ts';
import { doneOf } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import type { DeclareOpenPage, OpenCall } from './open-pages.ts';
import { checkCode, codeField, emailField, passwordField, placeOf, refusalOf, secretIn, signInAs } from './proof.ts';

const { signIn } = words;
const PATH = '/sign-in';

export function registerSignIn(page: DeclareOpenPage, service: Service): void {
  const { db, now } = service;

  page('GET', PATH, async (call) => {
    const isIn = await findSession(db, readToken(service, call.request), now());
    return isIn ? { to: pathOfNext(call.query['next']) } : signInPage(call);
  });

  page('POST', PATH, async (call) => {
    const { request, reply, query, form } = call;
    try {
      const given = { ...placeOf(request), email: readField(form, 'email'), password: secretIn(form) };
      const known = await checkPassword(db, given, now);
      // Nobody works with the account of a program.
      if (known.email === proxyEmail) throw refuse('loginWrong');
      if (!(await hasBusiness(db, known.accountId))) return signInPage(call, { status: 403, text: signIn.nowhere });
      const wantsCode = await usesCodes(db, known.accountId);
      await signInAs(service, call, known, wantsCode);
      const next = pathOfNext(query['next']);
      return { to: wantsCode ? `${PATH}/code?next=${encodeURIComponent(`/console${next}`)}` : next };
    } catch (error) {
      return signInPage(call, refusalOf(error, reply, signIn.wrong));
    }
  });

  page('POST', '/sign-out', async (call) => {
    await endSession(db, readToken(service, call.request), now());
    setToken(service, call, null);
    return { to: `${PATH}?done=out` };
  });

  const waiting = ({ request }: OpenCall) => findWaiting(db, readToken(service, request), now());

  page('GET', `${PATH}/code`, async (call) => ((await waiting(call)) ? codePage() : { to: PATH }));

  page('POST', `${PATH}/code`, async (call) => {
    const account = await waiting(call);
    if (!account) return { to: PATH };
    try {
      const source = await checkCode(service, call.request, account, readField(call.form, 'code'));
      await signInAs(service, call, { accountId: account.id, source });
      return { to: pathOfNext(call.query['next']) };
    } catch (error) {
      return codePage(refusalOf(error, call.reply, signIn.codeWrong));
    }
  });
}

type Refusal = Partial<ReturnType<typeof refusalOf>>;

const signInPage = ({ query, form, at }: OpenCall, { status = 200, text }: Refusal = {}): Shown => ({
  status,
  title: signIn.title,
  ...(status === 200 ? doneOf({ query }, { password: signIn.changed, out: signIn.signedOut }) : {}),
  body: html`${problem(text)}
<form class="fields" method="post">
${emailField(readField(form, 'email'))}
${passwordField(signIn.password)}
<button>${signIn.button}</button>
</form>
<p class="after"><a href="${at('/password')}">${signIn.forgotten}</a></p>`,
});

const codePage = ({ status = 200, text }: Refusal = {}): Shown => ({
  status,
  title: signIn.codeTitle,
  body: html`${problem(text)}
<form class="fields" method="post">${codeField(signIn.code, { hint: signIn.codeHint })}
<button>${signIn.codeButton}</button></form>`,
});
