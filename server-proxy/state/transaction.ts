import type { ProxyDb } from './tables.ts';

export { atomically, inTransaction } from '../../review-store/databases/transaction.ts';

/** For reads that all see the same moment, whatever is written meanwhile. They wait for no write. */
export function atOneMoment<Result>(db: ProxyDb, work: (db: ProxyDb) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

/**
 * Makes transactions come one after another: the first to lock this row goes on, the others wait until it commits. In
 * SQLite it takes the write lock before anything is read, in PostgreSQL the lock of the row.
 * @returns the number of this turn, from 1.
 */
export async function takeTurn(db: ProxyDb, name: string): Promise<number> {
  const { revision } = await db
    .insertInto('proxy_gate')
    .values({ name, revision: 1, closed_until: 0 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ revision: eb('proxy_gate.revision', '+', 1) })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

/** The last turn at each gate, by name; gates without one are left out. */
export async function readTurns(db: ProxyDb, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('proxy_gate')
    .select(['name', 'revision'])
    .where('name', 'in', [...names])
    .execute();
  return new Map(rows.map((row) => [row.name, row.revision]));
}
