import { sql, type Kysely } from 'kysely';
import type { StoreTables } from '../tables.ts';

export type Store = Kysely<StoreTables>;

/** Kinds with numbers of their own: the rows of a table, pictures, and products whose real number is not known yet. */
type Numbered = keyof StoreTables | 'image' | 'unnumbered_product' | 'product_answer';

/** Takes the next number of a kind, such as `product_review`; no two callers get the same. */
export const nextId = (db: Store, name: Numbered): Promise<number> => nextIds(db, name, 1);

/**
 * Takes so many numbers at once.
 * @returns the first; the others follow it.
 */
export async function nextIds(db: Store, name: Numbered, count: number): Promise<number> {
  const { last } = await db
    .insertInto('id_sequence')
    .values({ name, last: count })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ last: sql<number>`id_sequence.last + ${count}` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last - count + 1;
}

/** Makes `nextId` go on after the numbers of items that came from elsewhere. */
export async function reserveIds(db: Store, name: Numbered, items: readonly { readonly id: number }[]): Promise<void> {
  const upTo = Math.max(0, ...items.map(({ id }) => id));
  if (upTo === 0) return;
  await db
    .insertInto('id_sequence')
    .values({ name, last: upTo })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ last: upTo }).where('id_sequence.last', '<', upTo))
    .execute();
}
