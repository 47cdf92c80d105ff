/** Comments and questions that an import brought go, with their authors where nothing else is left of these. */
import { deleteContributions } from '../../../../review-store/content/delete.ts';
import { forgetEvents } from '../../../data/events.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import type { OfImport } from '../products/counted.ts';
import { takeAway } from './take-away.ts';

/** @returns how many there were. */
export async function removeItems(db: Database, ofImport: OfImport): Promise<number> {
  const steps = takeAway(db, 'imported_item', ofImport, async (transaction, rows) => {
    for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
      const ids = ofKind.map(({ item_id: id }) => id);
      await deleteContributions(storeOf(transaction), kind, ofImport.businessId, ids);
      const subject = kind === 'product_question' ? 'product question' : kind;
      if (subject !== 'comment') await forgetEvents(transaction, ofImport.businessId, subject, ids);
    }
    return rows.length;
  });
  let removed = 0;
  for await (const count of steps) removed += count;
  return removed;
}
