import { takeTurn as takeTurnAt } from '../../api-client/place.ts';
import { upstreamPlace } from './upstream-place.ts';
import type { ProxyDb } from './tables.ts';

export { atomically, inTransaction } from '../../review-store/databases/transaction.ts';

/** For reads that all see the same moment, whatever is written meanwhile. They wait for no write. */
export function atOneMoment<Result>(db: ProxyDb, work: (db: ProxyDb) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

/** Takes a turn at a gate of the proxy. @returns its number, from 1. */
export const takeTurn = (db: ProxyDb, name: string): Promise<number> => takeTurnAt(upstreamPlace(db), name);

/** The last turn at each gate, by name; gates without one are left out. */
export async function readTurns(db: ProxyDb, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('proxy_gate')
    .select(['name', 'revision'])
    .where('name', 'in', [...names])
    .execute();
  return new Map(rows.map((row) => [row.name, row.revision]));
}
