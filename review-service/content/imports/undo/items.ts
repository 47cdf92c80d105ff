/** Comments and questions that an import brought go, with their authors where nothing else is left of these. */
import { deleteContributions } from '../../../../review-store/content/delete.ts';
import { inTransaction } from '../../../../review-store/databases/transaction.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import type { OfImport } from '../products/counted.ts';

const AT_ONCE = 200;

/** @returns how many there were. */
export async function removeItems(db: Database, { businessId, importId }: OfImport): Promise<number> {
  for (let removed = 0; ;) {
    const rows = await db
      .selectFrom('imported_item')
      .select(['key_hash', 'kind', 'item_id'])
      .where('business_id', '=', businessId)
      .where('import_id', '=', importId)
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return removed;
    await inTransaction(db, async (transaction) => {
      for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind))
        await deleteContributions(
          storeOf(transaction),
          kind,
          businessId,
          ofKind.map(({ item_id }) => item_id),
        );
      await transaction
        .deleteFrom('imported_item')
        .where('business_id', '=', businessId)
        .where(
          'key_hash',
          'in',
          rows.map(({ key_hash }) => key_hash),
        )
        .execute();
    });
    removed += rows.length;
  }
}
