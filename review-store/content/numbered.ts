/** Rows that a business has by numbers, one way for all tables of them. */
import type { Selectable } from 'kysely';
import { engineOf } from '../databases/engine.ts';
import type { StoreTables } from '../tables.ts';
import type { Store } from './ids.ts';
import { isUnchanged } from './rows.ts';

type Numbered = 'review' | 'product_review' | 'product_question';

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

    /** @returns false where that changes nothing. */
    async put(db: Store, before: Row | undefined, given: Row): Promise<boolean> {
      if (before && isUnchanged<object>(before, given)) return false;
      const row = given as Selectable<StoreTables['review']>;
      const { business_id, id } = row;
      if (!before) await db.insertInto(name).values(row).execute();
      else await db.updateTable(name).set(row).where('business_id', '=', business_id).where('id', '=', id).execute();
      return true;
    },

    /** Deletes those of these authors, and returns what was deleted. */
    deleteOf: (db: Store, businessId: number, authorIds: readonly number[]): Promise<Row[]> =>
      db
        .deleteFrom(name)
        .where('business_id', '=', businessId)
        .where('author_id', 'in', authorIds)
        .returningAll()
        .$castTo<Row>()
        .execute(),
  };
}
