/** Signing in with a password, and a code where the account asks for one, and signing out. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, refuse } from '../../../contract/endpoints/errors.ts';
import { LONGEST_LINE } from '../../../contract/endpoints/limits.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import { readForm } from '../../../server-kit/http/form.ts';
import type { Service } from '../../context.ts';
import { html, type Markup } from '../../letters/html.ts';
import { textField } from '../../pages/frame/fields.ts';
import { readField } from '../../pages/frame/review-form.ts';
import { takeCode, usesCodes } from '../../people/accounts/codes.ts';
import { beginAttempt, sourceOf, takeBack } from '../../people/accounts/failed-logins.ts';
import { checkPassword, type Known } from '../../people/accounts/login.ts';
import { proxyEmail } from '../../people/accounts/proxy-account.ts';
import { beginSession, endSession, findSession, findWaiting, hasBusiness } from '../../people/accounts/sessions.ts';
import { addressIn, pathOfNext, readToken, setToken } from '../frame/base.ts';
import { aroundOf, problem, send } from '../frame/guard.ts';
import type { Shown } from '../frame/page.ts';
import { words } from '../words/index.ts';

const { signIn } = words;

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface Asked {
  Querystring: { next?: unknown; done?: unknown };
}

export function registerSignIn(app: FastifyInstance, service: Service): void {
  const { db, now } = service;
  const at = addressIn(service);
  const answer = (request: FastifyRequest, reply: FastifyReply, page: Shown) =>
    send(reply, page, aroundOf(service, request));

  app.get<Asked>('/console/sign-in', async (request, reply) => {
    const { next, done } = request.query;
    if (await findSession(db, readToken(service, request), now())) return reply.redirect(at(pathOfNext(next)), 303);
    const said = done === 'password' ? signIn.changed : done === 'out' ? signIn.signedOut : undefined;
    return answer(request, reply, signInPage(at, { done: said }));
  });

  app.post<Asked>('/console/sign-in', async (request, reply) => {
    const { fields } = await readForm(request);
    const email = readField(fields, 'email');
    try {
      const known = await checkPassword(db, { ...placeOf(request), email, password: passwordOf(fields) }, now);
      // Nobody works with the account of a program.
      if (known.email === proxyEmail) throw refuse('loginWrong');
      if (!(await hasBusiness(db, known.accountId)))
        return answer(request, reply, signInPage(at, { status: 403, email, wrong: signIn.nowhere }));
      const wantsCode = await usesCodes(db, known.accountId);
      await signInAs(service, { request, reply }, known, wantsCode);
      const next = pathOfNext(request.query.next);
      return await reply.redirect(
        at(wantsCode ? `/sign-in/code?next=${encodeURIComponent(`/console${next}`)}` : next),
        303,
      );
    } catch (error) {
      const { status, wrong } = refusalOf(error, reply, signIn.wrong);
      return answer(request, reply, signInPage(at, { status, email, wrong }));
    }
  });

  app.post('/console/sign-out', async (request, reply) => {
    await endSession(db, readToken(service, request), now());
    setToken(service, { request, reply }, null);
    return reply.redirect(at('/sign-in?done=out'), 303);
  });
  registerCode(app, service);
}

function registerCode(app: FastifyInstance, service: Service): void {
  const { db, now } = service;
  const at = addressIn(service);

  app.get('/console/sign-in/code', async (request, reply) => {
    if (!(await findWaiting(db, readToken(service, request), now()))) return reply.redirect(at('/sign-in'), 303);
    return send(reply, codePage(200), aroundOf(service, request));
  });

  app.post<Asked>('/console/sign-in/code', async (request, reply) => {
    const account = await findWaiting(db, readToken(service, request), now());
    if (!account) return reply.redirect(at('/sign-in'), 303);
    const given = readField((await readForm(request)).fields, 'code');
    try {
      const source = await checkCode(db, request, account, given, now);
      await signInAs(service, { request, reply }, { accountId: account.id, source });
      return await reply.redirect(at(pathOfNext(request.query.next)), 303);
    } catch (error) {
      const { status, wrong } = refusalOf(error, reply, signIn.codeWrong);
      return send(reply, codePage(status, wrong), aroundOf(service, request));
    }
  });
}

/**
 * @returns where it was given, see failed-logins.ts.
 * @throws ApiError `loginWrong`, or `tooManyRequests` after too many wrong ones.
 */
export async function checkCode(
  db: Service['db'],
  request: FastifyRequest,
  account: { readonly id: string; readonly email: string },
  given: string,
  now: () => number,
): Promise<string> {
  const source = sourceOf(db, placeOf(request));
  const attempt = await beginAttempt(db, source, account.email, now());
  if (!(await takeCode(db, account.id, given, now()))) throw refuse('loginWrong');
  await takeBack(db, attempt, true);
  return source;
}

/** Whose failures count together, and slow nobody else down. */
export const placeOf = ({ network }: FastifyRequest) => ({ network, clientToken: '' });

/** Taken as it is. */
export const passwordOf = ({ password }: RawParameters): string => (typeof password === 'string' ? password : '');

/** A new session in place of whatever the browser had: nobody can have known its token before. */
export async function signInAs(
  service: Service,
  { request, reply }: Exchange,
  known: Pick<Known, 'accountId' | 'source'> & { readonly businessId?: number },
  wantsCode = false,
): Promise<void> {
  const { db } = service;
  const now = service.now();
  await endSession(db, readToken(service, request), now);
  const agent = request.headers['user-agent'] ?? '';
  setToken(service, { request, reply }, await beginSession(db, { ...known, agent, wantsCode }, now));
}

/** @throws what is not the fault of whoever signs in. */
export function refusalOf(
  error: unknown,
  reply: FastifyReply,
  wrong: string,
): { readonly status: number; readonly wrong: string } {
  if (!(error instanceof ApiError)) throw error;
  if (error.is('loginWrong') || error.is('userDisabled')) return { status: 401, wrong };
  if (!error.is('tooManyRequests')) throw error;
  const seconds = Math.max(1, Math.ceil(error.retryAfterSeconds ?? 1));
  reply.header('retry-after', seconds);
  return { status: 429, wrong: signIn.slow(Math.ceil(seconds / 60)) };
}

interface Typed {
  readonly status?: number;
  readonly email?: string;
  readonly wrong?: string;
  readonly done?: string | undefined;
}

function signInPage(at: (path: string) => string, { status = 200, email = '', wrong, done }: Typed): Shown {
  const field = { max: LONGEST_LINE, required: true } as const;
  return {
    status,
    title: signIn.title,
    ...(done === undefined ? {} : { done: html`${done}` }),
    body: html`${problem(wrong)}
<form class="fields" method="post">
${textField({ ...field, name: 'email', label: signIn.email, value: email, type: 'email', autocomplete: 'username' })}
${passwordField(signIn.password)}
<button>${signIn.button}</button>
</form>
<p class="after"><a href="${at('/password')}">${signIn.forgotten}</a></p>`,
  };
}

export const passwordField = (label: string, more: { hint?: string; mistake?: string | undefined } = {}): Markup =>
  textField({
    name: 'password',
    label,
    value: '',
    max: LONGEST_LINE,
    required: true,
    type: 'password',
    autocomplete: 'current-password',
    ...more,
  });

export const codeField = (): Markup =>
  textField({
    name: 'code',
    label: signIn.code,
    hint: signIn.codeHint,
    value: '',
    max: LONGEST_LINE,
    required: true,
    type: 'code',
    autocomplete: 'one-time-code',
  });

const codePage = (status: number, wrong?: string): Shown => ({
  status,
  title: signIn.codeTitle,
  body: html`${problem(wrong)}
<form class="fields" method="post">${codeField()}<button>${signIn.codeButton}</button></form>`,
});
