/** Rows that a business has by numbers, one way for all tables of them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { engineOf } from '../databases/engine.ts';
import { slices } from '../databases/slices.ts';
import type { StoreTables } from '../tables.ts';
import type { Store } from './ids.ts';
import { isUnchanged } from './rows.ts';

type Numbered = 'review' | 'product_review' | 'product_question' | 'question' | 'comment';

export interface RowChange<Row> {
  readonly before: Row | undefined;
  readonly after: Row;
}

/** At least one, and a few hundred at most: a statement has so many parameters. */
export type Which = { readonly authorIds: readonly number[] } | { readonly ids: readonly number[] };

export function numbered<Table extends Numbered>(table: Table) {
  type Row = Selectable<StoreTables[Table]>;
  // The columns that are named here are in all of them.
  const name = table as 'review';
  return {
    /** The row, which stays as it is until the transaction ends. */
    lock(db: Store, businessId: number, id: number): Promise<Row | undefined> {
      const found = db.selectFrom(name).selectAll().where('business_id', '=', businessId).where('id', '=', id);
      return engineOf(db).forUpdate(found).$castTo<Row>().executeTakeFirst();
    },

    /** The same of many, by their numbers, as far as they are there. */
    async lockAll(db: Store, businessId: number, ids: readonly number[]): Promise<Map<number, Row>> {
      const found = new Map<number, Row>();
      for (const some of slices(ids.toSorted((one, other) => one - other))) {
        const query = db.selectFrom(name).selectAll().where('business_id', '=', businessId).where('id', 'in', some);
        const rows = await engineOf(db).forUpdate(query.orderBy('id')).execute();
        for (const row of rows) found.set(row.id, row as object as Row);
      }
      return found;
    },

    /** @returns those that change anything. */
    async put(db: Store, rows: readonly RowChange<Row>[]): Promise<RowChange<Row>[]> {
      const changed = rows.filter(({ before, after }) => !before || !isUnchanged<object>(before, after));
      const written = (row: Row) => row as Selectable<StoreTables['review']>;
      const added = changed.filter(({ before }) => !before).map(({ after }) => written(after));
      await engineOf(db).insert(db, name, added);
      for (const { before, after } of changed) {
        if (!before) continue;
        const { business_id, id } = written(after);
        await db
          .updateTable(name)
          .set(written(after))
          .where('business_id', '=', business_id)
          .where('id', '=', id)
          .execute();
      }
      return changed;
    },

    /**
     * Deletes those of these authors, or of these numbers, and returns what was deleted. With SQLite nothing else runs
     * during a statement, so there is a turn for others between those of somebody who wrote thousands.
     */
    async deleteOf(db: Store, businessId: number, which: Which): Promise<Row[]> {
      const ids = 'ids' in which ? which.ids : await numbersBy(db, table, businessId, which.authorIds);
      const deleted: Row[] = [];
      for (const some of slices(ids)) {
        const rows = db.deleteFrom(name).where('business_id', '=', businessId).where('id', 'in', some).returningAll();
        deleted.push(...(await rows.$castTo<Row>().execute()));
        await nextTurn();
      }
      return deleted;
    },
  };
}

async function numbersBy(
  db: Store,
  table: Numbered,
  businessId: number,
  authorIds: readonly number[],
): Promise<number[]> {
  const found: number[] = [];
  for (const some of slices(authorIds)) {
    const rows = await db
      .selectFrom(table as 'review')
      .select('id')
      .where('business_id', '=', businessId)
      .where('author_id', 'in', some)
      .execute();
    found.push(...rows.map(({ id }) => id));
  }
  return found.toSorted((one, other) => one - other);
}
