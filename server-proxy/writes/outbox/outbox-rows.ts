/** The outbox in SQL: what it keeps, and for how long. */
import { sql } from 'kysely';
import type { ProductReview } from '../../../contract/entities/entities.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import { enqueue } from '../../../review-store/jobs/jobs.ts';
import { keyOf } from '../../../review-store/secrets/data-key.ts';
import type { JobTable } from '../../../review-store/tables.ts';
import type { HoldReason } from '../../../server-kit/robots/floods.ts';
import { releaseUses, useToken, type TokenUse } from '../../customer/token-uses.ts';
import { storeOf } from '../../state/open.ts';
import type { OutboxTable, ProxyDb } from '../../state/tables.ts';
import { atomically } from '../../state/transaction.ts';
import type { OutgoingFields, OutgoingFile } from '../../../api-client/body.ts';
import type { WriteName } from '../delivered.ts';

/** Something that a shopper wrote, ready to be sent. */
export interface OutgoingWrite<Name extends WriteName = WriteName> {
  /** Its key at the API, the same for every repetition. */
  readonly id: string;
  readonly business: string;
  readonly operation: Name;
  readonly fields: OutgoingFields;
  readonly files: readonly OutgoingFile[];
  /** E-mail address of who wrote it, where the shop said so. */
  readonly person: string | undefined;
  /** The use of a customer token that it stands for. */
  readonly use: TokenUse | null;
  /** Why it is held until the merchant lets it go on; with `hold` among its fields, the API does that. */
  readonly heldFor?: HoldReason | null;
  /** The source of an anonymous review; see insights/witnesses.ts. */
  readonly witness?: string | null;
  /** The pseudonym of its address, where that has caused its share of calls. */
  readonly spareOf?: string | null;
}

/** The kind of their jobs. */
export const WRITE = 'write';
/** Of those past the share of their address, which are their keys: one address after the other. */
export const SPARE = 'spare write';

/** How much may wait: enough for an outage of days, and not the whole disk. */
const MOST_WAITING = { rows: 20_000, bytes: 4 * 1024 ** 3 };
/**
 * How much may be held, with what the API has taken within the day that it is kept here: more than anybody would read,
 * and never so much that nothing else may wait.
 */
const MOST_HELD = { rows: 2_000, bytes: 1024 ** 3 };

/**
 * Keeps a write. It is on the disk when this returns.
 * @param holder - the worker that begins its job at once.
 * @returns the job, which is null where the write is held; null where this very write was kept before.
 * @throws ApiError `unavailable` where too much waits or is held; `alreadyExists` where its customer token was used for
 * another review.
 */
export async function insertWrite(
  db: ProxyDb,
  write: OutgoingWrite,
  now: number,
  holder: string,
): Promise<{ readonly job: JobTable | null } | null> {
  const { id, business, operation, fields, files, person, use, heldFor = null, witness = null } = write;
  const isHeldHere = heldFor !== null && !Object.hasOwn(fields, 'hold');
  const json = JSON.stringify(fields);
  const bytes = json.length + files.reduce((sum, file) => sum + file.bytes.length, 0);
  const row: OutboxTable = {
    id,
    business,
    operation,
    fields: json,
    bytes,
    state: isHeldHere ? 'held' : 'waiting',
    attempts: 0,
    created_at: now,
    at_work_until: null,
    review_id: null,
    answer: null,
    error_code: null,
    held_for: heldFor,
    witness,
    person_hash: person === undefined ? null : keyOf(db).person(business, person),
  };
  return atomically(db, async (db) => {
    await requireRoom(db, row);
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('proxy_outbox')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return null;
    if (use) await useToken(db, business, use, id);
    for (const [position, file] of files.entries()) {
      await db
        .insertInto('proxy_outbox_file')
        .values({ outbox_id: id, position, field: file.field, type: file.type, name: file.name, bytes: file.bytes })
        .execute();
    }
    return { job: isHeldHere ? null : await enqueueWrite(db, write, now, holder) };
  });
}

/** @param holder - the worker that begins it at once, unless it is spare: else it is sent with the next delivery. */
export const enqueueWrite = (
  db: ProxyDb,
  { id, business, spareOf }: Pick<OutgoingWrite, 'id' | 'business' | 'spareOf'>,
  now: number,
  holder?: string,
): Promise<JobTable | null> =>
  enqueue(storeOf(db), {
    id,
    ...(spareOf ? { kind: SPARE, key: spareOf } : { kind: WRITE, key: business, holder }),
    payload: '',
    now,
  });

async function requireRoom(db: ProxyDb, { held_for, bytes }: OutboxTable): Promise<void> {
  const isHeld = held_for !== null;
  const most = isHeld ? MOST_HELD : MOST_WAITING;
  const kept = await db
    .selectFrom('proxy_outbox')
    .select([sql<number>`count(*)`.as('rows'), sql<number>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where('state', 'in', isHeld ? ['held', 'waiting', 'delivered'] : ['waiting'])
    .$if(isHeld, (query) => query.where('held_for', 'is not', null))
    .executeTakeFirstOrThrow();
  if (Number(kept.rows) < most.rows && Number(kept.bytes) + bytes <= most.bytes) return;
  throw refuse('unavailable', isHeld ? 'Too much waits for the merchant' : 'Too much waits for the review service', {
    retryAfterSeconds: 600,
  });
}

export async function findWrite(db: ProxyDb, id: string): Promise<OutboxTable | undefined> {
  return db.selectFrom('proxy_outbox').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function filesOf(db: ProxyDb, id: string): Promise<OutgoingFile[]> {
  const rows = await db
    .selectFrom('proxy_outbox_file')
    .selectAll()
    .where('outbox_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map(({ field, type, name, bytes }) => ({ field, type, name, bytes: Buffer.from(bytes) }));
}

/** Gives up a write, so that its token may be used again. False where no such write waits, is held or was refused. */
export function deleteWrite(db: ProxyDb, business: string, id: string): Promise<boolean> {
  return atomically(db, async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('proxy_outbox')
      .where('id', '=', id)
      .where('business', '=', business)
      .where('state', 'in', ['waiting', 'refused', 'held'])
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await releaseUses(db, id);
    return numDeletedRows > 0n;
  });
}

/** Forgets what was delivered or erased before this moment: nobody can ask for its answer any more. */
export async function forgetSettled(db: ProxyDb, before: number): Promise<void> {
  await db
    .deleteFrom('proxy_outbox')
    .where('state', 'in', ['delivered', 'erased'])
    .where('created_at', '<=', before)
    .execute();
}

/** A refused write keeps its number and the reason after this moment, and not a word of its author. */
export async function forgetRefusedWords(db: ProxyDb, before: number): Promise<void> {
  await atomically(db, async (db) => {
    const old = db
      .selectFrom('proxy_outbox')
      .select('id')
      .where('state', '=', 'refused')
      .where('created_at', '<=', before)
      .where('bytes', '>', 0);
    await db.deleteFrom('proxy_outbox_file').where('outbox_id', 'in', old).execute();
    await db
      .updateTable('proxy_outbox')
      .set({ fields: '{}', bytes: 0, person_hash: null })
      .where('id', 'in', old)
      .execute();
  });
}

/** Whether the last review that the API answered is pending there: then one that it did not answer may be, too. */
export async function lastReviewWasPending(db: ProxyDb, business: string): Promise<boolean> {
  const last = await db
    .selectFrom('proxy_outbox')
    .select('answer')
    .where('business', '=', business)
    .where('operation', '=', 'addProductReview')
    .where('answer', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last !== undefined && (JSON.parse(last.answer!) as ProductReview).published === 'pending';
}

/** The first of these reviews, questions or answers that is not known to be from another write. */
export async function findOwn<Item extends { readonly id: number }>(
  db: ProxyDb,
  { id, business, operation }: Pick<OutboxTable, 'id' | 'business' | 'operation'>,
  candidates: readonly Item[],
): Promise<Item | undefined> {
  if (candidates.length === 0) return undefined;
  const rows = await db
    .selectFrom('proxy_outbox')
    .select('review_id')
    .where('business', '=', business)
    .where('operation', '=', operation)
    .where('id', '!=', id)
    .where(
      'review_id',
      'in',
      candidates.map((one) => one.id),
    )
    .execute();
  return candidates.find((one) => rows.every((row) => row.review_id !== one.id));
}

/** How many writes stand so; those in doubt wait as well: the API may have them. */
export async function countWrites(
  db: ProxyDb,
): Promise<{ waiting: number; in_doubt: number; refused: number; held: number }> {
  const states = ['waiting', 'refused', 'held'] as const;
  const rows = await db
    .selectFrom('proxy_outbox')
    .select(['state', sql<number>`count(*)`.as('writes'), sql<number>`count(at_work_until)`.as('doubted')])
    .where('state', 'in', states)
    .groupBy('state')
    .execute();
  const row = (state: OutboxTable['state']) => rows.find((one) => one.state === state);
  const of = (state: OutboxTable['state']) => Number(row(state)?.writes ?? 0);
  return {
    waiting: of('waiting'),
    in_doubt: Number(row('waiting')?.doubted ?? 0),
    refused: of('refused'),
    held: of('held'),
  };
}
