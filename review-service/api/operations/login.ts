import { formatDateTime } from '../../../contract/entities/dates.ts';
import { unknownUser } from '../../../contract/entities/users.ts';
import { logIn } from '../../people/accounts/login.ts';
import type { Operation } from './call.ts';

export const login: Operation<'login'> = async ({ service, parameters, caller }) => {
  const { token, expiresAt, email } = await logIn(service.db, { ...parameters, ...caller }, service.now);
  // Names are not asked for when an account is made.
  const name = email.split('@', 1)[0]!;
  const user = { ...unknownUser, username: name, firstName: name };
  return { token, expire: formatDateTime(expiresAt), user };
};
