import type { Selectable } from 'kysely';
import { inTransaction } from '../../../../review-store/databases/transaction.ts';
import type { Database, ServiceTables } from '../../../data/tables.ts';
import type { OfImport } from '../products/counted.ts';

const AT_ONCE = 200;

/**
 * Takes away all that an import noted in a table, some at a time: what they are about, by `remove`, and the notes, in
 * one transaction. An undo that was interrupted goes on from there. Yields what `remove` gives back.
 */
export async function* takeAway<Table extends 'imported_review' | 'imported_item', Result>(
  db: Database,
  table: Table,
  { businessId, importId }: OfImport,
  remove: (transaction: Database, rows: readonly Selectable<ServiceTables[Table]>[]) => Promise<Result>,
): AsyncGenerator<Result> {
  // The columns that are named here are in both of them.
  const name = table as 'imported_item';
  for (;;) {
    const rows = await db
      .selectFrom(name)
      .selectAll()
      .where('business_id', '=', businessId)
      .where('import_id', '=', importId)
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    const keys = rows.map((row) => row.key_hash);
    yield await inTransaction(db, async (transaction) => {
      const result = await remove(transaction, rows as object[] as Selectable<ServiceTables[Table]>[]);
      await transaction.deleteFrom(name).where('business_id', '=', businessId).where('key_hash', 'in', keys).execute();
      return result;
    });
  }
}
