/** The outbox in SQL, from when a write is due until the API has it or has refused it. */
import { sql, type ExpressionBuilder } from 'kysely';
import type { OutboxTable, ProxyDb, ProxyTables } from '../../state/tables.ts';

/** The sender of a write, and when it will have ended at the latest. */
export interface Sender {
  readonly instance: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Nothing waits longer for its next attempt: the API may ask for no more. */
const MOST_AHEAD_MS = 3_600_000;

/** A write that would wait longer than any can was put off while the clock was wrong, and is due too. */
const isDue = (now: number) => (eb: ExpressionBuilder<ProxyTables, 'proxy_outbox'>) =>
  eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + MOST_AHEAD_MS)]);

/** Those that are due, the oldest first. They are chosen in an index: of the many that wait, only these are read. */
export function dueWrites(db: ProxyDb, now: number, limit: number): Promise<OutboxTable[]> {
  const due = db
    .selectFrom('proxy_outbox')
    .select('id')
    .where('state', '=', 'waiting')
    .where(isDue(now))
    .orderBy('created_at')
    .limit(limit);
  return db.selectFrom('proxy_outbox').selectAll().where('id', 'in', due).orderBy('created_at').execute();
}

/** When the next one is due; null where none waits. */
export async function nextDueWrite(db: ProxyDb): Promise<number | null> {
  const row = await db
    .selectFrom('proxy_outbox')
    .select('next_attempt_at')
    .where('state', '=', 'waiting')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_attempt_at ?? null;
}

/** Takes a write that is due, so that no other instance sends it too. False where another was first. */
export async function leaseWrite(db: ProxyDb, row: OutboxTable, now: number, sender: Sender): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('proxy_outbox')
    .set({ next_attempt_at: sender.until, leased_by: sender.instance })
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '=', row.next_attempt_at)
    .where(isDue(now))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** From now on the API may have it. False where it was erased or given up meanwhile, and must not be sent. */
export async function doubtWrite(db: ProxyDb, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('proxy_outbox')
    .set((eb) => ({ in_doubt: 1, at_work_until: null, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** It waits for another attempt. */
export async function postponeWrite(
  db: ProxyDb,
  id: string,
  until: number,
  doubt: { readonly atWorkUntil: number | null } | null,
): Promise<void> {
  await db
    .updateTable('proxy_outbox')
    .set({
      next_attempt_at: until,
      leased_by: null,
      in_doubt: doubt ? 1 : 0,
      at_work_until: doubt?.atWorkUntil ?? null,
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** An attempt that never left does not count. */
export async function takeBackAttempt(db: ProxyDb, id: string): Promise<void> {
  await db
    .updateTable('proxy_outbox')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** After the API returned, or the sender died, until it is certain whether the API has accepted a write. */
export const SETTLES_IN_MS = 5_000;
/** A write that failed more often is itself the reason, and keeps its pause when the API returns. */
const EARLY_ATTEMPTS = 3;

/**
 * The API answers again: what waits need not wait longer.
 * @param wasAway - whether it was; then it is no longer at work on what it did not answer.
 */
export async function wakeWrites(db: ProxyDb, now: number, wasAway: boolean): Promise<void> {
  const waiting = db
    .updateTable('proxy_outbox')
    .where('state', '=', 'waiting')
    .where('leased_by', 'is', null)
    .where('attempts', '<=', EARLY_ATTEMPTS);
  await waiting.set({ next_attempt_at: now }).where('in_doubt', '=', 0).where('next_attempt_at', '>', now).execute();
  if (wasAway)
    await waiting
      .set({ next_attempt_at: now + SETTLES_IN_MS, at_work_until: now + SETTLES_IN_MS })
      .where('in_doubt', '=', 1)
      .where('next_attempt_at', '>', now + SETTLES_IN_MS)
      .execute();
  else
    await waiting
      .set({ next_attempt_at: sql<number>`at_work_until` })
      .where('in_doubt', '=', 1)
      .whereRef('at_work_until', '<', 'next_attempt_at')
      .execute();
}

/** A write that a dead instance was sending is sent again at once or, in doubt, looked for soon. */
export async function releaseWrites(db: ProxyDb, now: number): Promise<void> {
  const released = db
    .updateTable('proxy_outbox')
    .where('state', '=', 'waiting')
    .where('leased_by', 'not in', (instances) => instances.selectFrom('proxy_instance').select('id'));
  await released
    .set({ leased_by: null, next_attempt_at: now + SETTLES_IN_MS, at_work_until: now + SETTLES_IN_MS })
    .where('in_doubt', '=', 1)
    .execute();
  await released.set({ leased_by: null, next_attempt_at: now }).execute();
}

/**
 * The API has it. Its text is forgotten here; the answer stays for a day.
 * @returns false where it was erased or given up meanwhile.
 */
export async function settleWrite(
  db: ProxyDb,
  id: string,
  reviewId: number | null,
  answer: string | null,
): Promise<boolean> {
  const settled = await db
    .updateTable('proxy_outbox')
    .set({ state: 'delivered', in_doubt: 0, leased_by: null, fields: '{}', bytes: 0, review_id: reviewId, answer })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['business', 'witness', 'created_at'])
    .executeTakeFirst();
  await db.deleteFrom('proxy_outbox_file').where('outbox_id', '=', id).execute();
  if (settled && settled.witness !== null && reviewId !== null)
    await db
      .insertInto('proxy_witness')
      .values({ ...settled, witness: settled.witness, review_id: reviewId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return settled !== undefined;
}

/** The API will never accept it. It is kept for the merchant to see. */
export async function refuseWrite(db: ProxyDb, id: string, code: number): Promise<void> {
  await db
    .updateTable('proxy_outbox')
    .set({ state: 'refused', in_doubt: 0, leased_by: null, error_code: code })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}
