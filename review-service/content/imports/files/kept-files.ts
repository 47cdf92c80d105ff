/** The file of reviews that a business has at the console: what is known of it, and what it is asked to become. */
import { atomically } from '../../../../review-store/databases/transaction.ts';
import { makeDue } from '../../../../review-store/jobs/jobs.ts';
import type { ImportFileTable } from '../../../data/import-tables.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import type { ImportCounts } from '../run-import.ts';

/** The kind of the jobs, of which each file has one; their key is the id of the business and that of the file. */
export const IMPORT_FILE = 'import file';

const makeFileDue = (db: Database, businessId: number, id: string, now: number): Promise<void> =>
  makeDue(storeOf(db), IMPORT_FILE, `${businessId}/${id}`, now);

/** As the command's flags have them; '' where nothing was chosen. */
export interface FileOptions {
  readonly format: string;
  /** The meanings of columns, or the name of a map. */
  readonly map: string;
  readonly saveMap: string;
  readonly dateOrder: string;
  readonly encoding: string;
  readonly createProducts: boolean;
  /** The id of the account that has it taken. */
  readonly actor?: string;
}

export interface FileOutcome {
  /** How people call the format; '' where that is not known yet. */
  readonly vendor: string;
  /** How many reviews there are; 0 where that is not known yet. */
  readonly expected: number;
  readonly counts: ImportCounts;
  /** The first reviews as they would be; see `reviewInWords`. */
  readonly first: readonly { readonly line: number; readonly words: readonly string[] }[];
  /** The first rows that are refused. */
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
  /** Notes, and of how many reviews they are true. */
  readonly notes: Readonly<Record<string, number>>;
  /** Why nothing of the file can be taken; its line is 0 where there is none. */
  readonly wrong: { readonly line: number; readonly reason: string } | null;
}

export interface KeptFile extends Omit<ImportFileTable, 'options' | 'outcome'> {
  readonly options: FileOptions;
  readonly outcome: FileOutcome;
}

export const noOutcome: FileOutcome = {
  vendor: '',
  expected: 0,
  counts: { added: 0, changed: 0, already: 0, refused: 0 },
  first: [],
  refused: [],
  notes: {},
  wrong: null,
};
const noOptions: FileOptions = { format: '', map: '', saveMap: '', dateOrder: '', encoding: '', createProducts: false };

export async function readKeptFile(db: Database, businessId: number): Promise<KeptFile | null> {
  const row = await db.selectFrom('import_file').selectAll().where('business_id', '=', businessId).executeTakeFirst();
  if (!row) return null;
  const options = { ...noOptions, ...(JSON.parse(row.options) as FileOptions) };
  return { ...row, options, outcome: { ...noOutcome, ...(JSON.parse(row.outcome) as FileOutcome) } };
}

/** Has a file checked that has arrived, in place of one that was there; false while that one is taken. */
export function keepFile(
  db: Database,
  businessId: number,
  { id, name, now }: { readonly id: string; readonly name: string; readonly now: number },
): Promise<boolean> {
  return atomically(db, async (transaction) => {
    const state = 'checking' as const;
    const before = await readKeptFile(transaction, businessId);
    const row = { id, name, sent_at: now, state, options: '{}', outcome: '{}', import_id: null };
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('import_file')
      .values({ business_id: businessId, ...row })
      .onConflict((conflict) =>
        conflict.column('business_id').doUpdateSet(row).where('import_file.state', '<>', 'taking'),
      )
      .executeTakeFirst();
    await makeFileDue(transaction, businessId, id, now);
    if (before) await makeFileDue(transaction, businessId, before.id, now);
    return Number(numInsertedOrUpdatedRows) > 0;
  });
}

/**
 * Has it checked once more with other options, or taken as it was checked.
 * @returns false where it is another by now.
 */
export function askOfFile(
  db: Database,
  { business_id: businessId, id }: Pick<KeptFile, 'business_id' | 'id'>,
  what:
    | { readonly state: 'checking'; readonly options: FileOptions }
    | { readonly state: 'taking'; readonly actor: string },
  now: number,
): Promise<boolean> {
  return atomically(db, async (transaction) => {
    const options =
      'options' in what
        ? what.options
        : { ...(await readKeptFile(transaction, businessId))?.options, actor: what.actor };
    const { numUpdatedRows } = await transaction
      .updateTable('import_file')
      .set({ state: what.state, outcome: '{}', options: JSON.stringify(options) })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where('state', 'in', what.state === 'taking' ? ['checked'] : ['checked', 'refused'])
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await makeFileDue(transaction, businessId, id, now);
    return numUpdatedRows > 0n;
  });
}

/** Notes how far it has come. @returns false where somebody took it away meanwhile. */
export async function noteOfFile(
  db: Database,
  { business_id: businessId, id }: Pick<KeptFile, 'business_id' | 'id'>,
  { outcome, ...columns }: Partial<Pick<KeptFile, 'state' | 'import_id' | 'outcome'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_file')
    .set({ ...columns, ...(outcome && { outcome: JSON.stringify(outcome) }) })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes it away, in a transaction; an import that takes it stops, and what it took stays. */
export async function dropFile(db: Database, businessId: number): Promise<void> {
  const gone = await db
    .deleteFrom('import_file')
    .where('business_id', '=', businessId)
    .returning('id')
    .executeTakeFirst();
  // There is a job of it, which becomes due at once.
  if (gone) await makeFileDue(db, businessId, gone.id, 0);
}

/** The names of maps that were saved. */
export async function listMaps(db: Database, businessId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('import_map')
    .select('name')
    .where('business_id', '=', businessId)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
