/**
 * Takes an import back: what it added goes, and what it changed gets its earlier words, stars and photos, except where
 * somebody changed them since.
 */
import { refuse } from '../../../../contract/endpoints/errors.ts';
import { inTransaction } from '../../../../review-store/databases/transaction.ts';
import { BY_COMMAND, noteEvent } from '../../../data/events.ts';
import { requireBusiness } from '../../../data/require-business.ts';
import type { Database } from '../../../data/tables.ts';
import type { Undone } from '../audit.ts';
import { requireImport } from '../show.ts';
import { UNDO_MS } from '../copies.ts';
import { forgetItemCopies } from '../items/copies.ts';
import { removeMade } from '../products/counted.ts';
import { removeItems } from './items.ts';
import { removeAdded } from './added.ts';
import { restoreItems } from './changed-items.ts';
import { restoreChanged } from './changed.ts';

/**
 * Where it ends early, the same again goes on from there.
 * @param by - the id of the account that wants it, by default somebody at the command line; and now.
 * @throws ApiError `businessNotAvailable`; `malformed` if there is no such import, it runs, was undone, or is older
 * than its copies are kept.
 */
export async function undoImportByCommand(
  db: Database,
  domain: string,
  importId: number,
  { actor = BY_COMMAND, now = Date.now() }: { readonly actor?: string; readonly now?: number } = {},
): Promise<Undone> {
  const business = await requireBusiness(db, domain);
  const { state, started_at: startedAt, audit } = await requireImport(db, business, importId);
  if (state === 'running') throw refuse('malformed', `Import ${importId} is running`);
  if (state === 'undone') throw refuse('malformed', `Import ${importId} was undone already`);
  if (startedAt + UNDO_MS <= now)
    throw refuse('malformed', `Import ${importId} is more than 90 days old: what it takes to undo it is gone`);
  const of = { businessId: business.id, importId };
  // One from another server that was stopped would go on after what goes now.
  await db.deleteFrom('import_position').where('business_id', '=', business.id).execute();
  const restored = await restoreItems(db, of, await restoreChanged(db, of));
  const removed = await removeAdded(db, of);
  const items = await removeItems(db, of);
  await forgetItemCopies(db, business.id, []);
  const products = await inTransaction(db, (transaction) => removeMade(transaction, of));
  const undone: Undone = { ...restored, ...removed, items, products };
  await inTransaction(db, async (transaction) => {
    await transaction
      .updateTable('review_import')
      .set({ state: 'undone', audit: JSON.stringify({ ...(JSON.parse(audit) as object), undone }) })
      .where('business_id', '=', business.id)
      .where('id', '=', importId)
      .execute();
    await noteEvent(transaction, { businessId: business.id, kind: 'import undone', actor, now });
  });
  return undone;
}
