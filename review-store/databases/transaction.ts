import type { Kysely } from 'kysely';
import { WriteConflict } from './errors.ts';

type Work<Tables, Result> = (db: Kysely<Tables>) => Promise<Result>;

/** Work to be done once a transaction is committed. */
const hooks = new WeakMap<object, (() => void)[]>();
const ATTEMPTS = 4;
/** Who is told of every commit of a database. */
const listeners = new WeakMap<object, (() => void)[]>();

/** Runs `work` in the open transaction, or in one of its own: all of it is kept, or nothing. */
export function atomically<Tables, Result>(db: Kysely<Tables>, work: Work<Tables, Result>): Promise<Result> {
  return db.isTransaction ? work(db) : commit(db, work);
}

/**
 * Runs `work` in the open transaction, or in one of its own, and that again if it met another writer: it must change
 * nothing but the database.
 */
export async function inTransaction<Tables, Result>(db: Kysely<Tables>, work: Work<Tables, Result>): Promise<Result> {
  if (db.isTransaction) return work(db);
  for (let attempt = 1; ; attempt++) {
    try {
      return await commit(db, work);
    } catch (error) {
      if (attempt >= ATTEMPTS || !(error instanceof WriteConflict)) throw error;
    }
  }
}

/**
 * Runs `hook` as soon as others can see what was written: after the commit of a transaction, never after a rollback,
 * and at once outside of transactions.
 */
export function afterCommit<Tables>(db: Kysely<Tables>, hook: () => void): void {
  if (!db.isTransaction) return hook();
  const waiting = hooks.get(db);
  if (!waiting) throw new Error('Only a transaction of transaction.ts knows when it is committed');
  waiting.push(hook);
}

/** Calls the listener after every commit of a transaction on this database, as long as it is open. */
export function whenCommitted<Tables>(db: Kysely<Tables>, listener: () => void): void {
  listeners.set(db, [...(listeners.get(db) ?? []), listener]);
}

async function commit<Tables, Result>(db: Kysely<Tables>, work: Work<Tables, Result>): Promise<Result> {
  const waiting: (() => void)[] = [];
  const result = await db.transaction().execute((transaction) => {
    hooks.set(transaction, waiting);
    return work(transaction);
  });
  for (const hook of [...waiting, ...(listeners.get(db) ?? [])]) hook();
  return result;
}
