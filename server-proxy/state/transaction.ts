import type { ProxyDb } from './tables.ts';

/** Runs `work` in one transaction; inside a transaction already, it joins it. */
export function atomically<Result>(db: ProxyDb, work: (db: ProxyDb) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/**
 * Makes transactions take turns: whoever touches this row first goes on, the others wait for its commit. In SQLite
 * it takes the write lock before anything is read, in PostgreSQL the lock of the row.
 */
export async function takeTurn(db: ProxyDb, name: string): Promise<void> {
  await db
    .insertInto('proxy_gate')
    .values({ name, revision: 1, closed_until: 0 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ revision: eb('proxy_gate.revision', '+', 1) })))
    .execute();
}
