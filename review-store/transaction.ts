import type { Store } from './ids.ts';

/** Runs `work` in the transaction that is already open, or in one of its own: all of it is kept, or none. */
export function atomically<Result>(db: Store, work: (db: Store) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
