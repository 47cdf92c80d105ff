/** Authors, by what they said about themselves. */
import { randomBytes } from 'node:crypto';
import type { User } from '../../contract/entities/entities.ts';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import { unknownUser } from '../../contract/entities/users.ts';
import { findAuthorsByEmail, firstLetter, lockEmails, saveAuthor } from '../../review-store/content/authors.ts';
import type { BusinessRow } from '../../review-store/content/businesses.ts';
import { storeOf, type Database } from '../data/tables.ts';

export interface GivenAuthor {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** The whole name in one field, for clients that have no other. */
  readonly fullName?: string | undefined;
  readonly email: string | undefined;
}

/** As the parameters of a call name them. */
export const signedBy = ({ first_name, last_name, user_name, email }: Signed): GivenAuthor => ({
  firstName: first_name,
  lastName: last_name,
  fullName: user_name,
  email,
});

export type Signed = Partial<Pick<Parameters<'addProductReview'>, 'first_name' | 'last_name' | 'user_name' | 'email'>>;

/** The id of the author: an existing one if e-mail and name are the same, otherwise a new one. */
export async function authorOf(db: Database, businessId: number, given: GivenAuthor): Promise<number> {
  const { firstName, lastName } = shownName(given);
  const { email } = given;
  if (email !== undefined) await lockEmails(storeOf(db), businessId, email);
  const known = email === undefined ? [] : await findAuthorsByEmail(storeOf(db), businessId, email);
  const same = known.find(
    (author) => firstName === '' || (author.first_name === firstName && author.last_name === lastName),
  );
  if (same) return same.id;
  const id = await saveAuthor(storeOf(db), businessId, {
    ...unknownUser,
    username: newUsername(firstName),
    firstName: firstName || 'Anonymous',
    lastName,
    email: email ?? null,
  });
  return id!;
}

/** As readers see it; the first name is empty where none was given. */
export function shownName({ firstName, lastName, fullName = '' }: GivenAuthor): Pick<User, 'firstName' | 'lastName'> {
  const [whole = '', ...rest] = fullName.split(/\s+/);
  const last = lastName ?? (firstName === undefined ? rest.at(-1) : undefined) ?? '';
  return {
    firstName: firstName ?? (lastName === undefined ? whole : ''),
    lastName: firstLetter(last).toUpperCase(),
  };
}

/** The business itself as the author of a comment. */
export async function businessAuthor(db: Database, business: BusinessRow): Promise<number | null> {
  return saveAuthor(storeOf(db), business.id, businessUser(business));
}

/** The business as a User object. */
export function businessUser(business: BusinessRow): User {
  return { ...unknownUser, username: business.domain, firstName: business.name };
}

/** A name of an author that nobody else has. */
export function newUsername(firstName: string): string {
  const readable = firstName
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  return `${readable || 'shopper'}-${randomBytes(5).toString('hex')}`;
}
