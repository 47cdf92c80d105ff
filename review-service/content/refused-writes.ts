/**
 * Writes of shoppers that a proxy had acknowledged, and that were refused as they arrived: nobody else is left who
 * could be told, so the shop sees them, until somebody deletes them or for 30 days.
 */
import type { RawParameters } from '../../contract/endpoints/read-parameters.ts';
import { valueOf } from '../../contract/endpoints/read-parameters.ts';
import { LONGEST_TEXT } from '../../contract/endpoints/limits.ts';
import { keyOf } from '../../review-store/secrets/data-key.ts';
import type { RefusedWriteTable } from '../data/console-tables.ts';
import { nextNumber } from '../data/numbers.ts';
import type { Database } from '../data/tables.ts';
import { shownName, signedBy } from '../people/authors.ts';

/** As long as a proxy keeps the words of what was refused. */
export const REFUSED_KEPT_MS = 30 * 86_400_000;
/** More than anybody would read: a proxy keeps to itself what comes beyond. */
const MOST = 1_000;

export type RefusedOperation = RefusedWriteTable['operation'];
const operations: readonly string[] = ['addProductReview', 'addProductQuestion', 'answerProductQuestion'];

/** Reports of what is gone need nobody. */
export const isKeptWhenRefused = (operation: string): operation is RefusedOperation => operations.includes(operation);

export interface RefusedWrite {
  readonly businessId: number;
  readonly operation: RefusedOperation;
  /** As it was sent. */
  readonly fields: RawParameters;
  /** Its key, the same whenever it is sent again. */
  readonly key: string;
  /** Hash of who wrote it; null where nobody said. */
  readonly person: string | null;
  /** Of the refusal. */
  readonly code: number;
  readonly now: number;
}

/** @returns false where too many are kept already. */
export async function keepRefused(transaction: Database, write: RefusedWrite): Promise<boolean> {
  const { businessId, operation, fields, key, person, code, now } = write;
  const kept = await listRefused(transaction, businessId, now);
  if (kept.length >= MOST) return false;
  // PostgreSQL keeps no NUL.
  const read = (name: string) => (valueOf(fields, name) ?? '').replaceAll('\0', '').slice(0, LONGEST_TEXT);
  const names = ['user_name', 'first_name', 'last_name'].map((name) => [name, read(name) || undefined]);
  const { firstName, lastName } = shownName(signedBy(Object.fromEntries(names) as object));
  const row: RefusedWriteTable = {
    number: await nextNumber(transaction, 'refused write'),
    business_id: businessId,
    key_hash: keyOf(transaction).hash('refused write', String(businessId), key),
    operation,
    about: read(operation === 'answerProductQuestion' ? 'question_id' : 'sku'),
    name: `${firstName} ${lastName}`.trim(),
    title: read('title'),
    content: read('content'),
    code,
    person_hash: person,
    refused_at: now,
  };
  await transaction
    .insertInto('refused_write')
    .values(row)
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .execute();
  return true;
}

const living = (db: Database, businessId: number, now: number) =>
  db
    .selectFrom('refused_write')
    .where('business_id', '=', businessId)
    .where('refused_at', '>', now - REFUSED_KEPT_MS);

/** The oldest first, without their words, which may be megabytes. */
export const listRefused = (db: Database, businessId: number, now: number) =>
  living(db, businessId, now).select(['number', 'refused_at']).orderBy('refused_at').orderBy('number').execute();

/** Of these numbers, those that there are. */
export async function readRefused(
  db: Database,
  businessId: number,
  numbers: readonly number[],
  now: number,
): Promise<RefusedWriteTable[]> {
  if (numbers.length === 0) return [];
  return living(db, businessId, now).selectAll().where('number', 'in', numbers).execute();
}

export const forgetRefused = (db: Database, businessId: number, number: number): Promise<unknown> =>
  db.deleteFrom('refused_write').where('business_id', '=', businessId).where('number', '=', number).execute();

/** @param person - hash of who wrote them. @returns how many there were. */
export async function eraseRefused(db: Database, person: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('refused_write')
    .where('person_hash', '=', person)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export const forgetOldRefused = (db: Database, now: number): Promise<unknown> =>
  db
    .deleteFrom('refused_write')
    .where('refused_at', '<=', now - REFUSED_KEPT_MS)
    .execute();
