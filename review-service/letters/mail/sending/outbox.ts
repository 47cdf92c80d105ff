/**
 * The outbox of mail. Whoever delivers a mail takes it by moving its next try into the future: no other instance sees
 * it until then, and one that dies gives it back by doing nothing.
 */
import { sql } from 'kysely';
import { keyOf, type DataKey } from '../../../../review-store/secrets/data-key.ts';
import type { Database } from '../../../data/tables.ts';
import type { Message } from './message.ts';
import type { Notice } from './notice.ts';
import type { Delivery } from './transport.ts';

/** Much longer than a delivery may take, so that two never deliver the same mail at once. */
export const LEASE_MS = 300_000;

const PURPOSE = 'mail';

/** A mail to an owner: it is written when it is delivered, of what is there by then. */
export interface QueuedNotice {
  readonly notice: Notice;
  readonly to: string;
}

/** @param message - JSON of a Message or of a QueuedNotice. */
export const sealMessage = (key: DataKey, id: string, message: string): string => key.seal(PURPOSE, message, id);

export interface TakenMail extends Omit<Delivery, 'message'> {
  readonly content: Message | QueuedNotice;
  /** Including this try. */
  readonly attempts: number;
  /** Until when the taker has it; tells this try from a later one. */
  readonly takenUntil: number;
}

/** A mail that is due, now taken by the caller; otherwise whether any will be due later. */
export async function takeMail(db: Database, now: number): Promise<TakenMail | 'later' | 'none'> {
  const next = await db.selectFrom('outbox_mail').select(['id', 'due_at']).orderBy('due_at').limit(20).execute();
  for (const { id, due_at } of next) {
    if (due_at > now) break;
    // If several try to take it, only one finds the row as it was read, on both databases.
    const row = await db
      .updateTable('outbox_mail')
      .set((eb) => ({ due_at: now + LEASE_MS, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('due_at', '=', due_at)
      .returningAll()
      .executeTakeFirst();
    if (row)
      return {
        id: row.id,
        content: JSON.parse(keyOf(db).unseal(PURPOSE, row.message, row.id)) as Message | QueuedNotice,
        createdAt: row.created_at,
        attempts: row.attempts,
        takenUntil: row.due_at,
      };
  }
  return next.length > 0 ? 'later' : 'none';
}

/** Deletes a mail that was delivered or given up. */
export async function dropMail(db: Database, { id }: TakenMail): Promise<void> {
  await db.deleteFrom('outbox_mail').where('id', '=', id).execute();
}

/** Gives a mail back, to be tried at `dueAt`. */
export async function returnMail(db: Database, { id, takenUntil }: TakenMail, dueAt: number): Promise<void> {
  await db
    .updateTable('outbox_mail')
    .set({ due_at: dueAt })
    .where('id', '=', id)
    .where('due_at', '=', takenUntil)
    .execute();
}

/**
 * Deletes mail that was queued before this moment.
 * @returns how much there was.
 */
export async function dropMailBefore(db: Database, moment: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('outbox_mail').where('created_at', '<', moment).executeTakeFirst();
  return Number(numDeletedRows);
}

export async function countMail(db: Database): Promise<number> {
  const { waiting } = await db
    .selectFrom('outbox_mail')
    .select(sql<number>`count(*)`.as('waiting'))
    .executeTakeFirstOrThrow();
  return Number(waiting);
}
