/** Logging in. Neither the answer nor its timing tells whether an e-mail address has an account. */
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { Database } from '../../data/tables.ts';
import { normalizeEmail } from './accounts.ts';
import { beginAttempt, sourceOf, takeBack, type Caller } from './failed-logins.ts';
import { usesCodes } from './codes.ts';
import { verifyPassword } from './passwords.ts';
import { listOwners, type Hashed } from './proxy-account.ts';
import { issueToken } from './user-tokens.ts';

export interface Login {
  readonly token: string;
  readonly expiresAt: number;
  readonly email: string;
}

export interface Given extends Caller {
  readonly email: string;
  readonly password: string;
}

/** Somebody whose password was right. */
export interface Known {
  readonly accountId: string;
  /** See failed-logins.ts. */
  readonly source: string;
  /** As it is kept. */
  readonly email: string;
}

/** @throws ApiError `loginWrong`, `userDisabled`, or `tooManyRequests` while failed logins slow this caller down. */
export async function logIn(db: Database, given: Given, now: () => number): Promise<Login> {
  const { accountId, source, email } = await checkPassword(db, given, now);
  if (await usesCodes(db, accountId))
    throw refuse('userDisabled', 'This account signs in with codes, and a program has none: use another account');
  return { ...(await issueToken(db, accountId, now(), { source, clientToken: given.clientToken })), email };
}

/** @throws as `logIn` does. */
export function checkPassword(db: Database, given: Given, now: () => number): Promise<Known> {
  const email = normalizeEmail(given.email);
  return guess(db, { ...given, email }, now, () =>
    db.selectFrom('account').select(['id', 'password_hash', 'disabled_at']).where('email', '=', email).execute(),
  );
}

/** The same for an owner of a business, who gives the password alone: `email` of the given is its site domain. */
export const checkOwner = (db: Database, given: Given, now: () => number): Promise<Known> =>
  guess(db, given, now, () => listOwners(db, given.email));

function guess(db: Database, given: Given, now: () => number, read: () => Promise<Hashed[]>): Promise<Known> {
  const { email } = given;
  const source = sourceOf(db, given);
  return oneAtATime(source, async () => {
    const attempt = await beginAttempt(db, source, email, now());
    const account = await findRight(await read(), given.password).catch(async (error: unknown) => {
      await takeBack(db, attempt, false);
      throw error;
    });
    if (!account) throw refuse('loginWrong');
    // With codes, it has not succeeded yet: otherwise each right password would allow more wrong codes.
    await takeBack(db, attempt, !(await usesCodes(db, account.id)));
    if (account.disabled_at !== null) throw refuse('userDisabled');
    return { accountId: account.id, source, email };
  });
}

/** Whose password it is. Where there is nobody, one is hashed all the same. */
async function findRight(accounts: readonly Hashed[], password: string): Promise<Hashed | undefined> {
  for (const account of accounts.length > 0 ? accounts : [undefined])
    if (await verifyPassword(password, account?.password_hash)) return account;
  return undefined;
}

const running = new Map<string, Promise<unknown>>();

/** Logins of one source wait for each other: while one is looked at, it counts as failed. */
async function oneAtATime<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (running.get(key) ?? Promise.resolve()).then(work, work);
  running.set(key, turn);
  try {
    return await turn;
  } finally {
    if (running.get(key) === turn) running.delete(key);
  }
}
