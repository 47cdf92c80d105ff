import type { ProxyDb } from './tables.ts';

/** Runs `work` in one transaction; inside a transaction already, it joins it. */
export function atomically<Result>(db: ProxyDb, work: (db: ProxyDb) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** Reads that see one moment, whatever is written meanwhile; they wait for no write. */
export function atOneMoment<Result>(db: ProxyDb, work: (db: ProxyDb) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

/**
 * Makes transactions take turns: whoever touches this row first goes on, the others wait for its commit. In SQLite
 * it takes the write lock before anything is read, in PostgreSQL the lock of the row.
 * @returns the number of this turn; the first is 1.
 */
export async function takeTurn(db: ProxyDb, name: string): Promise<number> {
  const { revision } = await db
    .insertInto('proxy_gate')
    .values({ name, revision: 1, closed_until: 0 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ revision: eb('proxy_gate.revision', '+', 1) })))
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

/** The turns that were taken last, by name; of what nobody took a turn at, none. */
export async function readTurns(db: ProxyDb, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('proxy_gate').select(['name', 'revision']).where('name', 'in', [...names]).execute();
  return new Map(rows.map((row) => [row.name, row.revision]));
}
