/** The outbox in SQL; the only file that reads and writes its rows. */
import { randomUUID } from 'node:crypto';
import { sql, type ExpressionBuilder } from 'kysely';
import type { ProductReview } from '../../contract/entities.ts';
import { refuse } from '../../contract/errors.ts';
import { keyOf, normalizeAddress } from '../../review-store/data-key.ts';
import { releaseUses, useToken, type TokenUse } from '../customer/token-uses.ts';
import type { OutboxTable, ProxyDb, ProxyTables } from '../state/tables.ts';
import type { Flood } from '../robots/floods.ts';
import { atomically } from '../state/transaction.ts';
import type { OutgoingFields, OutgoingFile } from '../upstream/body.ts';

/** Something that a shopper wrote, ready to be sent. */
export interface OutgoingWrite {
  /** Stands for it at the API, the same for every repetition. */
  readonly id: string;
  readonly business: string;
  readonly operation: OutboxTable['operation'];
  readonly fields: OutgoingFields;
  readonly files: readonly OutgoingFile[];
  /** E-mail address of who wrote it, where the shop said so. */
  readonly person: string | undefined;
  /** The customer token that it uses up. */
  readonly use: TokenUse | null;
  /** Why it is not sent before the merchant says so. */
  readonly heldFor?: Flood | null;
}

/** What may wait, in rows and in bytes: an outage of days, and not the whole disk. */
const MOST_WAITING = { rows: 20_000, bytes: 4 * 1024 ** 3 };
/** What may be held: more than anybody looks through, and never so much that it keeps out what may wait. */
const MOST_HELD = { rows: 2_000, bytes: 1024 ** 3 };

/** Who sends a write, and until when at the latest. */
export interface Sender {
  readonly instance: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * Keeps a write, on the disk when this returns.
 * @param sender - whoever keeps it sends it, too.
 * @returns the new row; or, where this very write was kept before, null.
 * @throws ApiError `unavailable` where too much waits, or is held; `alreadyExists` where its customer token was used for another.
 */
export async function insertWrite(db: ProxyDb, write: OutgoingWrite, now: number, sender: Sender): Promise<OutboxTable | null> {
  const { id, business, operation, fields, files, person, use, heldFor = null } = write;
  const json = JSON.stringify(fields);
  const bytes = json.length + files.reduce((sum, file) => sum + file.bytes.length, 0);
  const begun =
    heldFor === null
      ? ({ state: 'waiting', next_attempt_at: sender.until, leased_by: sender.instance } as const)
      : ({ state: 'held', next_attempt_at: now, leased_by: null } as const);
  const row: OutboxTable = {
    id, business, operation, fields: json, bytes, ...begun, in_doubt: 0, attempts: 0, created_at: now, at_work_until: null,
    review_id: null, answer: null, error_code: null, held_for: heldFor,
    person_hash: person === undefined ? null : keyOf(db).person(business, person),
  };
  return atomically(db, async (db) => {
    await requireRoom(db, row);
    const { numInsertedOrUpdatedRows } = await db.insertInto('proxy_outbox').values(row).onConflict((conflict) => conflict.column('id').doNothing()).executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return null;
    if (use) await useToken(db, business, use, id);
    for (const [position, file] of files.entries()) {
      await db.insertInto('proxy_outbox_file').values({ outbox_id: id, position, field: file.field, type: file.type, name: file.name, bytes: file.bytes }).execute();
    }
    return row;
  });
}

async function requireRoom(db: ProxyDb, { state, bytes }: OutboxTable): Promise<void> {
  const most = state === 'held' ? MOST_HELD : MOST_WAITING;
  const kept = await db.selectFrom('proxy_outbox').select([sql<number>`count(*)`.as('rows'), sql<number>`coalesce(sum(bytes), 0)`.as('bytes')]).where('state', '=', state).executeTakeFirstOrThrow();
  if (Number(kept.rows) < most.rows && Number(kept.bytes) + bytes <= most.bytes) return;
  throw refuse('unavailable', state === 'held' ? 'Too many reviews wait for the merchant' : 'Too many reviews wait for the review service', { retryAfter: 600 });
}

export async function findWrite(db: ProxyDb, id: string): Promise<OutboxTable | undefined> {
  return db.selectFrom('proxy_outbox').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function filesOf(db: ProxyDb, id: string): Promise<OutgoingFile[]> {
  const rows = await db.selectFrom('proxy_outbox_file').selectAll().where('outbox_id', '=', id).orderBy('position').execute();
  return rows.map(({ field, type, name, bytes }) => ({ field, type, name, bytes: Buffer.from(bytes) }));
}

/** Longest that anything waits for its next attempt, in milliseconds: the API may ask for as much. */
const MOST_AHEAD = 3_600_000;

/** Also one that would wait longer than anything does: a clock that was wrong for a moment has put it off. */
const isDue = (now: number) => (eb: ExpressionBuilder<ProxyTables, 'proxy_outbox'>) => eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + MOST_AHEAD)]);

/** Those that are due, the oldest first. */
export function dueWrites(db: ProxyDb, now: number, limit: number): Promise<OutboxTable[]> {
  return db.selectFrom('proxy_outbox').selectAll().where('state', '=', 'waiting').where(isDue(now)).orderBy('created_at').limit(limit).execute();
}

/** When the next one is due; null where none waits. */
export async function nextDueWrite(db: ProxyDb): Promise<number | null> {
  const row = await db.selectFrom('proxy_outbox').select('next_attempt_at').where('state', '=', 'waiting').orderBy('next_attempt_at').limit(1).executeTakeFirst();
  return row?.next_attempt_at ?? null;
}

/** Takes a write that is due, so that no other instance sends it as well. False where another was first. */
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

/** From here on the API may have it. False where it was erased or given up meanwhile, and is not to be sent. */
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
export async function postponeWrite(db: ProxyDb, id: string, until: number, doubt: { readonly atWorkUntil: number | null } | null): Promise<void> {
  await db
    .updateTable('proxy_outbox')
    .set({ next_attempt_at: until, leased_by: null, in_doubt: doubt ? 1 : 0, at_work_until: doubt?.atWorkUntil ?? null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** An attempt that never left counts as none. */
export async function takeBackAttempt(db: ProxyDb, id: string): Promise<void> {
  await db.updateTable('proxy_outbox').set((eb) => ({ attempts: eb('attempts', '-', 1) })).where('id', '=', id).where('state', '=', 'waiting').execute();
}

/** Milliseconds after the API came back, or whoever sent a write has died, until it can be said whether it was taken. */
export const SETTLES_IN = 5_000;
/** A write that failed more often is at fault itself: it keeps its pause, however often the API comes back. */
const EARLY_ATTEMPTS = 3;

/**
 * The API answers again: what waits need not wait any longer.
 * @param wasAway - then it is not at work any more on what it did not answer.
 */
export async function wakeWrites(db: ProxyDb, now: number, wasAway: boolean): Promise<void> {
  const waiting = db.updateTable('proxy_outbox').where('state', '=', 'waiting').where('leased_by', 'is', null).where('attempts', '<=', EARLY_ATTEMPTS);
  await waiting.set({ next_attempt_at: now }).where('in_doubt', '=', 0).where('next_attempt_at', '>', now).execute();
  if (wasAway) await waiting.set({ next_attempt_at: now + SETTLES_IN, at_work_until: now + SETTLES_IN }).where('in_doubt', '=', 1).where('next_attempt_at', '>', now + SETTLES_IN).execute();
  else await waiting.set({ next_attempt_at: sql<number>`at_work_until` }).where('in_doubt', '=', 1).whereRef('at_work_until', '<', 'next_attempt_at').execute();
}

/** What an instance that is gone was sending: sent again at once, or looked for soon. */
export async function releaseWrites(db: ProxyDb, now: number): Promise<void> {
  const released = db.updateTable('proxy_outbox').where('state', '=', 'waiting').where('leased_by', 'not in', (instances) => instances.selectFrom('proxy_instance').select('id'));
  await released.set({ leased_by: null, next_attempt_at: now + SETTLES_IN, at_work_until: now + SETTLES_IN }).where('in_doubt', '=', 1).execute();
  await released.set({ leased_by: null, next_attempt_at: now }).execute();
}

/**
 * The API has it: what was written is forgotten here, the answer stays for a day.
 * @returns false where it was erased or given up meanwhile.
 */
export async function settleWrite(db: ProxyDb, id: string, reviewId: number | null, answer: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('proxy_outbox')
    .set({ state: 'delivered', in_doubt: 0, leased_by: null, fields: '{}', bytes: 0, review_id: reviewId, answer })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('proxy_outbox_file').where('outbox_id', '=', id).execute();
  return numUpdatedRows > 0n;
}

/** The API will never take it: kept for the merchant to see. */
export async function refuseWrite(db: ProxyDb, id: string, code: number): Promise<void> {
  await db.updateTable('proxy_outbox').set({ state: 'refused', in_doubt: 0, leased_by: null, error_code: code }).where('id', '=', id).where('state', '=', 'waiting').execute();
}

/** Gives up a write that waits or was refused: its token may be used again. False where there is none of this id. */
export function deleteWrite(db: ProxyDb, business: string, id: string): Promise<boolean> {
  return atomically(db, async (db) => {
    const { numDeletedRows } = await db.deleteFrom('proxy_outbox').where('id', '=', id).where('business', '=', business).where('state', 'in', ['waiting', 'refused', 'held']).executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await releaseUses(db, id);
    return numDeletedRows > 0n;
  });
}

/**
 * Takes back what a person wrote: it is never sent, nor sent again. What is on its way just now may reach the API
 * after the API has erased them, so that they are erased there once more when it must have arrived.
 * @returns how many waited or were kept for the merchant to see.
 */
export async function eraseWrites(db: ProxyDb, business: string, email: string, now: number): Promise<number> {
  const address = normalizeAddress(email);
  const person = keyOf(db).person(business, address);
  const rows = await db
    .selectFrom('proxy_outbox')
    .select(['id', 'operation', 'fields', 'state', 'in_doubt', 'leased_by', 'next_attempt_at', 'at_work_until', 'answer', 'person_hash'])
    .where('business', '=', business)
    .where((eb) => eb.or([eb('person_hash', '=', person), eb('person_hash', 'is', null)]))
    .execute();
  const theirs = rows.filter((row) => row.operation !== 'erasePersonalData' && (row.person_hash === person || names(row.fields, address)));
  for (const { id } of theirs) {
    await db.deleteFrom('proxy_outbox_file').where('outbox_id', '=', id).execute();
    await db
      .updateTable('proxy_outbox')
      .set({ state: 'erased', leased_by: null, fields: '{}', bytes: 0, answer: null, person_hash: null })
      .where('id', '=', id)
      .execute();
  }
  for (const { id, answer } of rows) {
    if (answer !== null && names(answer, address)) await db.updateTable('proxy_outbox').set({ answer: null }).where('id', '=', id).execute();
  }
  const arrival = Math.max(0, ...theirs.map(lastArrival));
  if (arrival > now) await insertErasure(db, business, address, now, arrival);
  return theirs.filter(({ state }) => state !== 'delivered').length;
}

type OnItsWay = Pick<OutboxTable, 'state' | 'in_doubt' | 'leased_by' | 'next_attempt_at' | 'at_work_until'>;

/** When a write that was sent has reached the API, or never will; 0 where it is not on its way. */
function lastArrival({ state, in_doubt: inDoubt, leased_by: sender, next_attempt_at: until, at_work_until: atWorkUntil }: OnItsWay): number {
  if (state !== 'waiting' || inDoubt === 0) return 0;
  return sender === null ? (atWorkUntil ?? 0) : until;
}

async function insertErasure(db: ProxyDb, business: string, email: string, now: number, dueAt: number): Promise<void> {
  const fields = JSON.stringify({ email });
  await db
    .insertInto('proxy_outbox')
    .values({
      id: randomUUID(), business, operation: 'erasePersonalData', fields, bytes: fields.length, state: 'waiting', in_doubt: 0, attempts: 0, created_at: now, next_attempt_at: dueAt,
      leased_by: null, at_work_until: null, review_id: null, answer: null, error_code: null, person_hash: null, held_for: null,
    })
    .execute();
}

/** True where this JSON holds the address as a value of its own. */
const names = (json: string, address: string): boolean => json.toLowerCase().includes(JSON.stringify(address));

/** Forgets what was delivered or erased before this moment: nobody can ask for its answer any more. */
export async function forgetSettled(db: ProxyDb, before: number): Promise<void> {
  await db.deleteFrom('proxy_outbox').where('state', 'in', ['delivered', 'erased']).where('created_at', '<=', before).execute();
}

/** Whether the API held the last review that it answered: then it may hold one that it did not answer as well. */
export async function lastReviewWasHeld(db: ProxyDb, business: string): Promise<boolean> {
  const last = await db
    .selectFrom('proxy_outbox')
    .select('answer')
    .where('business', '=', business)
    .where('answer', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last !== undefined && (JSON.parse(last.answer!) as ProductReview).published === 'pending';
}

/** Which of these reviews are known to be other writes than this one. */
export async function reviewsOfOthers(db: ProxyDb, business: string, id: string, reviewIds: readonly number[]): Promise<Set<number>> {
  if (reviewIds.length === 0) return new Set();
  const rows = await db.selectFrom('proxy_outbox').select('review_id').where('business', '=', business).where('id', '!=', id).where('review_id', 'in', [...reviewIds]).execute();
  return new Set(rows.map((row) => row.review_id!));
}

export async function countWrites(db: ProxyDb): Promise<{ waiting: number; refused: number; held: number }> {
  const states = ['waiting', 'refused', 'held'] as const;
  const rows = await db.selectFrom('proxy_outbox').select(['state', sql<number>`count(*)`.as('writes')]).where('state', 'in', states).groupBy('state').execute();
  const of = (state: OutboxTable['state']) => Number(rows.find((row) => row.state === state)?.writes ?? 0);
  return { waiting: of('waiting'), refused: of('refused'), held: of('held') };
}
