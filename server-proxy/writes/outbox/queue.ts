/**
 * For the merchant: writes that wait for the review service, that it refused after an acknowledgement, or that are held
 * because they look like a flood.
 */
import { sql } from 'kysely';
import { formatDateTime, formatRfc } from '../../../contract/entities/dates.ts';
import { nameOfCode, refusals } from '../../../contract/endpoints/errors.ts';
import { holdReasons, isHoldReason } from '../../../server-kit/robots/floods.ts';
import type { OutboxTable, ProxyDb } from '../../state/tables.ts';
import { atomically } from '../../state/transaction.ts';
import { deleteWrite, enqueueWrite } from './outbox-rows.ts';

export const queueStates = ['waiting', 'refused', 'held'] as const;
export type QueueState = (typeof queueStates)[number];

export interface QueuedWrite {
  readonly id: string;
  readonly operation: OutboxTable['operation'];
  readonly state: QueueState;
  readonly created: string;
  readonly createdRFC: string;
  readonly attempts: number;
  /** Null where there will be none. */
  readonly next_attempt: string | null;
  readonly next_attemptRFC: string | null;
  /** True while the review service may have it already. */
  readonly in_doubt: boolean;
  /** Why it was refused. */
  readonly errorCode: number | null;
  readonly errorReason: string | null;
  /** Why it is held, or was. */
  readonly heldReason: string | null;
  readonly fields: Readonly<Record<string, string>>;
  /** How many photos go with it. */
  readonly images: number;
}

export interface QueueQuery {
  readonly start: number;
  readonly count: number;
  readonly state?: QueueState | undefined;
}

/** The newest first. */
export async function listQueue(
  db: ProxyDb,
  business: string,
  { start, count, state }: QueueQuery,
): Promise<{ items: QueuedWrite[]; total: number }> {
  const queue = db
    .selectFrom('proxy_outbox')
    .where('business', '=', business)
    .where('state', 'in', state ? [state] : queueStates);
  const { total } = await queue.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await queue
    .leftJoin('job', 'job.id', 'proxy_outbox.id')
    .selectAll('proxy_outbox')
    .select(['job.due_at', 'job.attempts as begun'])
    .select((eb) =>
      eb
        .selectFrom('proxy_outbox_file')
        .whereRef('outbox_id', '=', 'proxy_outbox.id')
        .select(sql<number>`count(*)`.as('images'))
        .as('images'),
    )
    .orderBy('proxy_outbox.created_at', 'desc')
    .orderBy('proxy_outbox.id')
    .limit(count)
    .offset(start)
    .execute();
  const items = rows.map((row): QueuedWrite => {
    const { due_at: dueAt, begun } = row.state === 'waiting' ? row : { due_at: null, begun: null };
    const refusal = nameOfCode(row.error_code);
    return {
      id: row.id,
      operation: row.operation,
      state: row.state as QueueState,
      created: formatDateTime(row.created_at),
      createdRFC: formatRfc(row.created_at),
      attempts: begun ?? row.attempts,
      next_attempt: dueAt === null ? null : formatDateTime(dueAt),
      next_attemptRFC: dueAt === null ? null : formatRfc(dueAt),
      in_doubt: row.at_work_until !== null,
      errorCode: refusal ? refusals[refusal].code : null,
      errorReason: refusal ? refusals[refusal].meaning : null,
      heldReason: isHoldReason(row.held_for) ? holdReasons[row.held_for] : null,
      fields: JSON.parse(row.fields) as Record<string, string>,
      images: Number(row.images),
    };
  });
  return { items, total: Number(total) };
}

export { deleteWrite as dropFromQueue };

/** Lets a held write go on: it is sent with the next delivery. False where no write of this id is held. */
export function releaseFromQueue(db: ProxyDb, business: string, id: string, now = Date.now()): Promise<boolean> {
  return atomically(db, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('proxy_outbox')
      .set({ state: 'waiting' })
      .where('id', '=', id)
      .where('business', '=', business)
      .where('state', '=', 'held')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await enqueueWrite(db, { id, business }, now);
    return numUpdatedRows > 0n;
  });
}
