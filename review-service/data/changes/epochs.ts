/**
 * Cursors of the listing of changes. A cursor belongs to the data that it was given for: each start of a service, and
 * each program that changes data that were restored, begins an epoch, which the cursors of that time name, and which
 * notes where the numbers stood. Data that were restored, copied or moved do not know the epoch, or begin one below the
 * numbers that their holders have seen.
 */
import { randomBytes } from 'node:crypto';
import { refuse } from '../../../contract/endpoints/errors.ts';
import { isUnwritable } from '../../../review-store/databases/errors.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import type { Database } from '../tables.ts';

/** The change up to which a holder of a copy knows all. */
export interface Place {
  readonly tx: number;
  readonly number: number;
}

/** Before all changes. */
export const BEGINNING: Place = { tx: 0, number: 0 };

export interface Cursor extends Place {
  /** Of the epoch that it was given in. */
  readonly token: string;
}

/** Of cursors that their holders may still have. */
const EPOCHS_KEPT = 100;
const CURSOR = /^([\w-]{12})\.(\d{1,15})\.(\d{1,15})$/;

export const formatCursor = ({ token, tx, number }: Cursor): string => `${token}.${tx}.${number}`;

/** @throws ApiError `malformed` */
export function parseCursor(text: string): Cursor {
  const [, token, tx, number] = CURSOR.exec(text) ?? [];
  if (token === undefined) throw refuse('malformed', 'Parameter after is not the `next` of an earlier answer');
  return { token, tx: Number(tx), number: Number(number) };
}

/**
 * Begins an epoch. Where the data came from another database server, whose transactions have other numbers, the changes
 * keep their order without them, and no cursor of before is valid.
 * @param alsoWithout - whatever else keeps a place has to keep it without its transaction as well.
 * @param above - the number that it begins above, where the present one is not meant.
 */
export const beginEpoch = (db: Database, alsoWithout: WithoutTransactions, above?: number): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const { unused } = await transaction.selectFrom('change_horizon').select('unused').executeTakeFirstOrThrow();
    const foreign = await transaction
      .selectFrom('change')
      .select('tx')
      .where('tx', '>=', unused)
      .limit(1)
      .executeTakeFirst();
    if (foreign) {
      await transaction.updateTable('change').set({ tx: 0 }).execute();
      await alsoWithout(transaction);
    }
    const last = above ?? (await lastNumber(transaction));
    const newest = await readNewest(transaction);
    const id = (newest?.id ?? 0) + 1;
    const token = randomBytes(9).toString('base64url');
    await transaction
      .insertInto('change_epoch')
      .values({ id, token, number: foreign ? 0 : last + 1 })
      .execute();
    await transaction
      .deleteFrom('change_epoch')
      .where('id', '<=', id - EPOCHS_KEPT)
      .execute();
  });

type WithoutTransactions = (transaction: Database) => Promise<void>;

/**
 * The same at a start, which a full disk must not hinder: what is there is to be read.
 * @returns makes sure that it has begun, before a cursor is given or taken.
 */
export async function openEpoch(db: Database, alsoWithout: WithoutTransactions): Promise<() => Promise<void>> {
  const last = await lastNumber(db);
  let begun: Promise<void> | null = beginEpoch(db, alsoWithout);
  await begun.catch((error: unknown) => {
    if (!isUnwritable(error)) throw error;
    begun = null;
  });
  return () =>
    (begun ??= beginEpoch(db, alsoWithout, last).catch((error: unknown) => {
      begun = null;
      throw error;
    }));
}

async function lastNumber(db: Database): Promise<number> {
  const { last } = await db
    .selectFrom('change')
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/** The newest epoch; undefined where no service has run yet. */
export const readNewest = (db: Database) =>
  db.selectFrom('change_epoch').select(['id', 'token']).orderBy('id', 'desc').limit(1).executeTakeFirst();

/**
 * Whether all that the holder of this cursor has seen is in these data. A change of PostgreSQL that is still there is
 * of these data, whatever epoch began while it was committed.
 */
export async function isOfThese(db: Database, businessId: number, { token, tx, number }: Cursor): Promise<boolean> {
  const row = await db
    .selectFrom('change_epoch as given')
    .select('given.id')
    .where('token', '=', token)
    .where(({ not, or, exists, selectFrom }) =>
      or([
        not(
          exists(
            selectFrom('change_epoch as later')
              .select('later.id')
              .whereRef('later.id', '>', 'given.id')
              .where('later.number', '<=', number),
          ),
        ),
        exists(
          selectFrom('change')
            .select('change.number')
            .where('business_id', '=', businessId)
            .where('tx', '=', tx)
            .where('tx', '>', 0)
            .where('change.number', '=', number),
        ),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}
