/** The password once more, before what only the right person may do: whoever finds a browser open does not have it. */
import { ApiError } from '../../../contract/endpoints/errors.ts';
import type { Service } from '../../context.ts';
import { checkPassword } from '../../people/accounts/login.ts';
import type { PageCall } from '../frame/page.ts';
import { words } from '../words/index.ts';
import { passwordOf, placeOf } from './sign-in.ts';

/**
 * Looks at the field `password` of a form (`passwordField`).
 * @returns the sentence that says what is wrong, for a page that is 401; undefined for the right password.
 * @throws ApiError `tooManyRequests` after too many wrong ones, which count like those at signing in.
 */
export async function confirmPassword(
  { db, now }: Service,
  { request, session, form }: Pick<PageCall, 'request' | 'session' | 'form'>,
): Promise<string | undefined> {
  const given = { ...placeOf(request), email: session.account.email, password: passwordOf(form) };
  try {
    await checkPassword(db, given, now);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.is('loginWrong')) return words.confirm.wrong;
    throw error;
  }
}
