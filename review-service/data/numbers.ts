import type { Database } from './tables.ts';

/** Takes the next number of a kind that the review store does not number; no two callers get the same. */
export async function nextNumber(db: Database, kind: 'image' | 'message' | 'refused write'): Promise<number> {
  const { last } = await db
    .insertInto('id_sequence')
    .values({ name: kind, last: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ last: (row) => row('id_sequence.last', '+', 1) }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}
