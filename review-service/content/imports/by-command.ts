/** The command line's import of reviews. A running service sees them from the next call on. */
import { openReviews, type OpenFile, type ReadingOptions } from '../../../exchange/reviews/review-file.ts';
import { readMap, type ColumnMap } from '../../../exchange/reviews/map.ts';
import { PlauditFile } from '../../../exchange/reviews/plaudit/plaudit-file.ts';
import type { PlauditSource } from '../../../exchange/reviews/plaudit/source.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import { requireBusiness } from '../../data/require-business.ts';
import type { Database } from '../../data/tables.ts';
import { Restoring } from './restore/restoring.ts';
import { runImport, type ImportingOptions, type ImportOutcome } from './run-import.ts';

export interface ImportCommand extends Omit<ReadingOptions, 'map' | 'now'>, Omit<ImportingOptions, 'now'> {
  /** As `--map` has it: what columns mean, or the name under which that was kept. */
  readonly map?: string | undefined;
  /** The name under which it is to be kept. */
  readonly saveMap?: string | undefined;
}

/**
 * Takes the reviews of a file.
 * @throws ApiError `businessNotAvailable`; `malformed` for a map that nobody kept; `alreadyExists` while another import
 * of the business runs. FileRefused where nothing of the file is taken.
 */
export async function importReviewsByCommand(
  db: Database,
  domain: string,
  open: OpenFile,
  { map: given, saveMap, ...options }: ImportCommand,
  now = Date.now(),
): Promise<ImportOutcome> {
  const business = await requireBusiness(db, domain);
  const map = given === undefined ? undefined : await mapOf(db, business.id, given);
  let isSurveyed = false;
  const opened = async function* (): AsyncGenerator<Uint8Array> {
    for await (const bytes of open()) {
      if (!isSurveyed) options.signal?.throwIfAborted();
      yield bytes;
    }
  };
  const file = await openReviews(opened, { ...options, map, now });
  isSurveyed = true;
  if (saveMap !== undefined && given !== undefined && !options.dryRun) await keepMap(db, business.id, saveMap, given);
  return runImport(db, business, file, { ...options, now });
}

/**
 * Restores an export of Plaudit: its products, reviews and questions, as far as they are not here.
 * @throws ApiError as above, FileRefused where nothing is taken.
 */
export async function restoreByCommand(
  db: Database,
  domain: string,
  source: PlauditSource,
  options: Omit<ImportingOptions, 'now' | 'createProducts' | 'restoring'>,
  now = Date.now(),
): Promise<ImportOutcome> {
  const business = await requireBusiness(db, domain);
  const file = await PlauditFile.open(source);
  const restoring = new Restoring(db, business, file, now);
  return runImport(db, business, restoring, { ...options, createProducts: false, restoring, now });
}

async function mapOf(db: Database, businessId: number, given: string): Promise<ColumnMap> {
  const said = readMap(given);
  if (said) return said;
  const kept = await db
    .selectFrom('import_map')
    .select('map')
    .where('business_id', '=', businessId)
    .where('name', '=', given)
    .executeTakeFirst();
  const map = kept && readMap(kept.map);
  if (!map) throw refuse('malformed', `No map was kept as ${JSON.stringify(given)}`);
  return map;
}

async function keepMap(db: Database, businessId: number, name: string, map: string): Promise<void> {
  await db
    .insertInto('import_map')
    .values({ business_id: businessId, name, map })
    .onConflict((conflict) => conflict.columns(['business_id', 'name']).doUpdateSet({ map }))
    .execute();
}
