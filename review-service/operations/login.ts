import { formatDateTime } from '../../contract/dates.ts';
import { logIn } from '../accounts/login.ts';
import type { Operation } from './call.ts';

export const login: Operation<'login'> = async ({ service, parameters }) => {
  const { token, expiresAt, email } = await logIn(service.db, parameters, service.now);
  return { token, expire: formatDateTime(expiresAt), user: businessUser(email) };
};

/** A business user as a User object; names are not asked for when an account is made. */
function businessUser(email: string) {
  const name = email.split('@', 1)[0]!;
  return {
    username: name,
    firstName: name,
    lastName: '',
    thumbnail: '',
    profilePage: '',
    numReviews: 0,
    numHelpfulVotes: 0,
    email: null,
    user_photo: null,
  };
}
