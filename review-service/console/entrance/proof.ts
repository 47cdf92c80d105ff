/** How somebody proves who they are: the fields for it, what they hold, and the session that comes of it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, refuse } from '../../../contract/endpoints/errors.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import type { Service } from '../../context.ts';
import type { Markup } from '../../letters/html.ts';
import { textField } from '../../pages/frame/fields.ts';
import type { Mistakes } from '../../pages/frame/review-form.ts';
import { takeCode } from '../../people/accounts/codes.ts';
import { beginAttempt, sourceOf, takeBack } from '../../people/accounts/failed-logins.ts';
import { checkPassword, type Known } from '../../people/accounts/login.ts';
import { beginSession, endSession } from '../../people/accounts/sessions.ts';
import { readToken, setToken } from '../frame/base.ts';
import { wrong, type Outcome } from '../frame/forms.ts';
import type { PageCall } from '../frame/page.ts';
import { words } from '../words/index.ts';

const { confirm, settings, signIn } = words;

export const emailField = (value = ''): Markup =>
  textField({ name: 'email', label: signIn.email, value, required: true, type: 'email', autocomplete: 'username' });

export const passwordField = (label: string, { password: mistake }: Mistakes = {}): Markup =>
  textField({ name: 'password', label, required: true, type: 'password', autocomplete: 'current-password', mistake });

export const newPasswordField = ({ new: mistake }: Mistakes): Markup =>
  textField({
    name: 'new',
    label: settings.new,
    hint: settings.newHint,
    required: true,
    type: 'password',
    autocomplete: 'new-password',
    mistake,
  });

export const codeField = (label: string, more: { hint?: string; mistake?: string | undefined }): Markup =>
  textField({ name: 'code', label, required: true, type: 'code', autocomplete: 'one-time-code', ...more });

/** A password as it was typed. */
export function secretIn(form: RawParameters, name = 'password'): string {
  const { [name]: given } = form;
  return typeof given === 'string' ? given : '';
}

/** The mistake of a new password that is too weak. @throws what is not the fault of whoever chose it. */
export function weakness(error: unknown): Outcome {
  if (error instanceof ApiError && error.is('malformed')) return wrong({ new: error.message });
  throw error;
}

/** Whose failures count together, and slow nobody else down. */
export const placeOf = ({ network }: FastifyRequest) => ({ network, clientToken: '' });

/**
 * The password once more (`passwordField`), before what only the right person may do: whoever finds a browser open does
 * not have it.
 * @returns what is wrong, for a page that says so; null for the right password.
 * @throws ApiError `tooManyRequests` after too many wrong ones, which count like those at signing in.
 */
export async function confirmPassword(
  { db, now }: Service,
  { request, session, form }: Pick<PageCall, 'request' | 'session' | 'form'>,
): Promise<Outcome | null> {
  try {
    await checkPassword(db, { ...placeOf(request), email: session.account.email, password: secretIn(form) }, now);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.is('loginWrong')) return wrong({ password: confirm.wrong }, 401);
    throw error;
  }
}

/**
 * @returns where it was given, see failed-logins.ts.
 * @throws ApiError `loginWrong`, or `tooManyRequests` after too many wrong ones.
 */
export async function checkCode(
  { db, now }: Service,
  request: FastifyRequest,
  account: { readonly id: string; readonly email: string },
  given: string,
): Promise<string> {
  const source = sourceOf(db, placeOf(request));
  const attempt = await beginAttempt(db, source, account.email, now());
  if (!(await takeCode(db, account.id, given, now()))) throw refuse('loginWrong');
  await takeBack(db, attempt, true);
  return source;
}

/** A new session in place of whatever the browser had: nobody can have known its token before. */
export async function signInAs(
  service: Service,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
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
  text: string,
): { readonly status: number; readonly text: string } {
  if (!(error instanceof ApiError)) throw error;
  if (error.is('loginWrong') || error.is('userDisabled')) return { status: 401, text };
  if (!error.is('tooManyRequests')) throw error;
  const seconds = Math.max(1, Math.ceil(error.retryAfterSeconds ?? 1));
  reply.header('retry-after', seconds);
  return { status: 429, text: signIn.slow(Math.ceil(seconds / 60)) };
}
