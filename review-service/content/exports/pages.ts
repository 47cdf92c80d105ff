/** Reads all rows of a business, a few hundred at a time, in the order of their numbers. */
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { StoreTables } from '../../../review-store/tables.ts';
import type { Database } from '../../data/tables.ts';

/** Their comments, authors and pictures are read beside them. */
const AT_ONCE = 500;

type Numbered = 'product' | 'product_review' | 'review' | 'product_question' | 'question';

/** @param where - only those of which this is true. */
export async function* pagesOf<Table extends Numbered>(
  db: Database,
  table: Table,
  businessId: number,
  where: RawBuilder<unknown> = sql`1 = 1`,
): AsyncGenerator<Selectable<StoreTables[Table]>[]> {
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    // The columns that are named here are in all of them.
    const rows = await db
      .selectFrom(table as 'product')
      .selectAll()
      .where('business_id', '=', businessId)
      .where('id', '>', after)
      .where(sql<boolean>`(${where})`)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    if (rows.length > 0) yield rows as object[] as Selectable<StoreTables[Table]>[];
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}

/** The ids of one column, each once. */
export const idsOf = <Row>(rows: readonly Row[], id: (row: Row) => number | null): number[] => [
  ...new Set(rows.flatMap((row) => id(row) ?? [])),
];
