/**
 * Work that outlives its process, in one table: it is enqueued in the transaction that causes it, and done if and only
 * if that is committed. The worker that does a job leases it. A lease that is not renewed runs out and leaves the job
 * in doubt, since nobody knows how far it came. worker.ts does what is due.
 */
import { sql, type Kysely } from 'kysely';
import type { Moment } from '../content/future.ts';
import { afterCommit } from '../databases/transaction.ts';
import type { JobTable, StoreTables } from '../tables.ts';

export type JobDb = Kysely<StoreTables>;

export interface NewJob extends Pick<JobTable, 'id' | 'kind' | 'key' | 'payload'> {
  /** Milliseconds since 1970, as `dueAt`. */
  readonly now: number;
  /** By default at once. */
  readonly dueAt?: number;
  /** The worker that begins it at once, by `begin`; by default, whichever takes it first. */
  readonly holder?: string | undefined;
}

/**
 * Adds a job in the transaction of its cause. If there is one of this id, that is due by then at the latest, and a
 * worker that is at it does it once more.
 * @returns the job, if it was added.
 */
export async function enqueue(
  transaction: JobDb,
  { now, dueAt = now, holder, ...job }: NewJob,
): Promise<JobTable | null> {
  const lease =
    holder === undefined
      ? { attempts: 0, leased_by: null, leased_until: null }
      : { attempts: 1, leased_by: holder, leased_until: now + LEASE_MS };
  // Another moment in any case: `settleJob` must see that it was made due meanwhile.
  const due_at = sql<number>`case when job.due_at < ${dueAt} then job.due_at else ${dueAt} end - 1`;
  const row = await transaction
    .insertInto('job')
    .values({ ...job, created_at: now, due_at: dueAt, ...lease })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ due_at }))
    .returningAll()
    .executeTakeFirstOrThrow();
  const isAdded = row.due_at === dueAt;
  if (!isAdded || holder === undefined) afterCommit(transaction, () => ring(transaction));
  return isAdded ? row : null;
}

/** Makes the standing job of this kind and key due at once, of which there is one, now and from now on. */
export async function makeDue(db: JobDb, kind: string, key: string, now: number): Promise<void> {
  await enqueue(db, { id: `${kind} ${key}`, kind, key, payload: '', now });
}

/** Makes jobs of these kinds due that wait for another attempt, but for no longer than so many milliseconds. */
export async function hasten(db: JobDb, kinds: readonly string[], now: number, withinMs: number): Promise<void> {
  await db
    .updateTable('job')
    .set({ due_at: now })
    .where('kind', 'in', kinds)
    .where('leased_by', 'is', null)
    .where('due_at', '>', now)
    .where('due_at', '<=', now + withinMs)
    .execute();
  afterCommit(db, () => ring(db));
}

/**
 * Drops the jobs of this kind that have this key or one of these ids. A worker that is at one finishes it.
 * @returns how many there were.
 */
export async function dropJobs(
  db: JobDb,
  kind: string,
  which: { readonly key: string } | { readonly ids: readonly string[] },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('kind', '=', kind)
    .where((eb) => ('key' in which ? eb('key', '=', which.key) : eb('id', 'in', which.ids)))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** How many jobs of this kind there are, and when the oldest was enqueued. */
export async function countJobs(db: JobDb, kind: string): Promise<{ count: number; since: number | null }> {
  const { count, since } = await db
    .selectFrom('job')
    .select([sql<number>`count(*)`.as('count'), sql<number | null>`min(created_at)`.as('since')])
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return { count: Number(count), since: since === null ? null : Number(since) };
}

/** From the last renewal of a lease until the job is in doubt. */
export const LEASE_MS = 60_000;
/** The longest pause that a kind makes: that between two backups. */
const LONGEST_PAUSE_MS = 90 * 86_400_000;

export const jobMoments: readonly Moment[] = [
  { table: 'job', column: 'created_at', mostAheadMs: 0 },
  { table: 'job', column: 'due_at', mostAheadMs: LONGEST_PAUSE_MS, isRetry: true },
  { table: 'job', column: 'leased_until', mostAheadMs: LEASE_MS, becomesAheadMs: LEASE_MS },
];

/** Several workers may look at the same time: each tries so many. */
const AT_ONCE = 20;

export interface Wanted {
  /** Kinds that there is room for, each with how long one in doubt waits, and with keys that are not their turn. */
  readonly kinds: ReadonlyMap<string, { readonly doubtMs?: number | undefined; readonly served?: ReadonlySet<string> }>;
  /** Only jobs with this key. */
  readonly key?: string | undefined;
  /** These are under way here, whatever the clock says about their leases. */
  readonly except: ReadonlySet<string>;
  readonly holder: string;
}

/** Leases a job that is due; undefined where there is none. */
export async function takeJob(db: JobDb, wanted: Wanted, now: number): Promise<JobTable | undefined> {
  const { kinds, key, except, holder } = wanted;
  if (kinds.size === 0) return undefined;
  const due = await db
    .selectFrom('job')
    .select(['id', 'kind', 'due_at', 'leased_by', 'leased_until'])
    .where('due_at', '<=', now)
    .where('kind', 'in', [...kinds.keys()])
    .where((eb) =>
      eb.and(
        [...kinds].flatMap(([kind, { served }]) =>
          served?.size ? eb.or([eb('kind', '<>', kind), eb('key', 'not in', [...served])]) : [],
        ),
      ),
    )
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .$if(key !== undefined, (query) => query.where('key', '=', key!))
    .$if(except.size > 0, (query) => query.where('id', 'not in', [...except]))
    .orderBy('due_at')
    .orderBy('created_at')
    .limit(AT_ONCE)
    .execute();
  for (const { id, kind, due_at: dueAt, leased_by: lostBy, leased_until: until } of due) {
    // If several try to take it, only one finds the row as it was read, on both databases.
    const asRead = db
      .updateTable('job')
      .where('id', '=', id)
      .where('due_at', '=', dueAt)
      .where('leased_until', until === null ? 'is' : '=', until);
    const { doubtMs = 0 } = kinds.get(kind)!;
    if (lostBy !== null && doubtMs > 0) {
      await asRead.set({ due_at: now + doubtMs, leased_by: null, leased_until: null }).execute();
      continue;
    }
    const taken = await asRead
      .set((eb) => ({ leased_by: holder, leased_until: now + LEASE_MS, attempts: eb('attempts', '+', 1) }))
      .returningAll()
      .executeTakeFirst();
    if (taken) return taken;
  }
  return undefined;
}

/** @returns false where another worker has the job by now, or it was dropped. */
export async function renewLease(db: JobDb, { id, leased_by }: JobTable, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ leased_until: now + LEASE_MS })
    .where('id', '=', id)
    .where('leased_by', '=', leased_by)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Ends an attempt, unless another worker has the job by now.
 * @param dueAt - when it is to be done again, in milliseconds since 1970; null where it is done for good. A job that
 * was made due meanwhile is done again in any case.
 * @param counts - whether it was an attempt.
 */
export async function settleJob(db: JobDb, job: JobTable, dueAt: number | null, counts = true): Promise<void> {
  const { id, leased_by, due_at: wasDueAt } = job;
  if (dueAt === null) {
    const { numDeletedRows } = await db
      .deleteFrom('job')
      .where('id', '=', id)
      .where('leased_by', '=', leased_by)
      .where('due_at', '=', wasDueAt)
      .executeTakeFirst();
    if (numDeletedRows > 0n) return;
  }
  const due_at = sql<number>`case when due_at = ${wasDueAt} then ${dueAt ?? wasDueAt} else due_at end`;
  await db
    .updateTable('job')
    .set((eb) => ({ due_at, attempts: eb('attempts', '-', counts ? 0 : 1), leased_by: null, leased_until: null }))
    .where('id', '=', id)
    .where('leased_by', '=', leased_by)
    .execute();
}

/** A database and its transactions have one adapter. */
const listeners = new WeakMap<object, Set<() => void>>();

const listenersTo = (db: JobDb): Set<() => void> => {
  const { adapter } = db.getExecutor();
  const known = listeners.get(adapter) ?? new Set();
  listeners.set(adapter, known);
  return known;
};

function ring(db: JobDb): void {
  for (const listener of listenersTo(db)) listener();
}

/** Calls back when this process has made a job due. @returns how to end that. */
export function onDue(db: JobDb, listener: () => void): () => void {
  listenersTo(db).add(listener);
  return () => void listenersTo(db).delete(listener);
}
