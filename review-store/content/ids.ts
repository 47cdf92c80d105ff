import { sql, type Kysely, type RawBuilder } from 'kysely';
import { engineOf } from '../databases/engine.ts';
import { slices } from '../databases/slices.ts';
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

/** These numbers, for statements whose text is the same however many they are. */
export function idsIn(db: Store, ids: readonly number[]): RawBuilder<number> {
  const given = engineOf(db).elements([...new Set(ids)].map((id) => ({ id })));
  return sql`(select cast(given.value ->> 'id' as bigint) from ${given} as given)`;
}

/** Beyond it, numbers would leave none for what comes after them. */
const HIGHEST_BROUGHT = 10 ** 12;

/**
 * Takes numbers for new rows of a business, some of which bring theirs from elsewhere: they keep it where it is free.
 * @param brought - null for those that bring none. In a transaction.
 * @returns the numbers, in that order.
 */
export async function takeIds(
  db: Store,
  name: 'review' | 'product_review' | 'comment' | 'product' | 'product_question' | 'question',
  businessId: number,
  brought: readonly (number | null)[],
): Promise<number[]> {
  const wanted = [...new Set(brought)].filter((id) => id !== null && id <= HIGHEST_BROUGHT);
  // From here on nobody else takes a number, and who has taken one has stored its row.
  if (wanted.length > 0) await nextIds(db, name, 0);
  const used = new Set<number>();
  for (const some of slices(wanted)) {
    const rows = db
      .selectFrom(name as 'review')
      .select('id')
      .where('business_id', '=', businessId);
    for (const { id } of await rows.where('id', 'in', some).execute()) used.add(id);
  }
  const kept = brought.map((id) => {
    if (id === null || id > HIGHEST_BROUGHT || used.has(id)) return null;
    used.add(id);
    return id;
  });
  const numbered = kept.flatMap((id) => (id === null ? [] : [{ id }]));
  await reserveIds(db, name, numbered);
  const left = kept.length - numbered.length;
  let next = left === 0 ? 0 : await nextIds(db, name, left);
  return kept.map((id) => id ?? next++);
}
