/** Accounts: who may log in, and which businesses are theirs. */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { refuse } from '../../../contract/endpoints/errors.ts';
import { ensureBusiness } from '../../../review-store/content/businesses.ts';
import { storeOf, type AccountTable, type Database } from '../../data/tables.ts';
import type { Role } from './sessions.ts';

export interface AccountToAdd {
  readonly business: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly disabledAt?: number;
  /** By default `owner`. */
  readonly role?: Role;
  readonly now: number;
}

/** E-mail addresses are compared without case: nobody means two accounts by two spellings. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/**
 * @returns the id of the account.
 * @throws ApiError `alreadyExists` where an account with this e-mail exists.
 */
export async function addAccount(
  db: Database,
  { business, email, passwordHash, disabledAt, role, now }: AccountToAdd,
): Promise<string> {
  const id = randomUUID();
  const inserted = await db
    .insertInto('account')
    .values({
      id,
      email: normalizeEmail(email),
      password_hash: passwordHash,
      created_at: now,
      disabled_at: disabledAt ?? null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n)
    throw refuse('alreadyExists', `An account for ${normalizeEmail(email)} exists already`);
  await addRight(db, id, business, role);
  return id;
}

/** Gives an account rights on a business, which is created if it does not exist. Those that it has stay as they are. */
export async function addRight(db: Database, accountId: string, domain: string, role: Role = 'owner'): Promise<void> {
  const { id } = await ensureBusiness(storeOf(db), domain);
  await db
    .insertInto('account_business')
    .values({ account_id: accountId, business_id: id, role })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function findAccount(db: Database, email: string): Promise<Selectable<AccountTable> | undefined> {
  return db.selectFrom('account').selectAll().where('email', '=', normalizeEmail(email)).executeTakeFirst();
}

/** @throws ApiError `userNotFound` if no account has this e-mail. */
export async function requireAccount(db: Database, email: string): Promise<Selectable<AccountTable>> {
  const account = await findAccount(db, email);
  if (!account) throw refuse('userNotFound', `No account has the e-mail address ${normalizeEmail(email)}`);
  return account;
}
