/** Accounts: who may log in, and which businesses are theirs. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError } from '../../contract/errors.ts';
import { ensureBusiness } from '../../review-store/businesses.ts';
import { storeOf, type Database } from '../tables.ts';

export interface AccountToAdd {
  readonly business: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly disabledAt?: number;
  readonly now: number;
}

/** E-mail addresses are compared without case: nobody means two accounts by two spellings. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/**
 * @returns the id of the account.
 * @throws ApiError 304 where an account with this e-mail exists.
 */
export async function addAccount(db: Database, { business, email, passwordHash, disabledAt, now }: AccountToAdd): Promise<string> {
  const id = randomUUID();
  const inserted = await db
    .insertInto('account')
    .values({ id, email: normalizeEmail(email), password_hash: passwordHash, created_at: now, disabled_at: disabledAt ?? null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new ApiError(304, `An account for ${normalizeEmail(email)} exists already`);
  const { id: businessId } = await ensureBusiness(storeOf(db), business);
  await db.insertInto('account_business').values({ account_id: id, business_id: businessId }).execute();
  return id;
}

export async function disableAccount(db: Database, email: string, now: number): Promise<boolean> {
  const result = await db.updateTable('account').set({ disabled_at: now }).where('email', '=', normalizeEmail(email)).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Whether the account has rights on this business. */
export async function mayUse(db: Database, accountId: string, businessId: number): Promise<boolean> {
  const right = await db
    .selectFrom('account_business')
    .select(sql<number>`1`.as('one'))
    .where('account_id', '=', accountId)
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  return right !== undefined;
}
