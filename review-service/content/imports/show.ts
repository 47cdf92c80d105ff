/** The outcome of an import, for the people who decide whether it did what they wanted. */
import type { Selectable } from 'kysely';
import { formatRfc } from '../../../contract/entities/dates.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { average, countAll } from '../../../review-store/content/rows.ts';
import { mayRun, type ProcessIdentity } from '../../../server-kit/process-identity.ts';
import { requireBusiness } from '../../data/require-business.ts';
import type { ReviewImportTable } from '../../data/import-tables.ts';
import type { Database } from '../../data/tables.ts';
import type { ImportAudit, Undone } from './audit.ts';
import { ProductIndex } from './products/product-index.ts';

export interface ListedImport {
  readonly id: number;
  readonly format: string;
  readonly file: string;
  readonly state: ReviewImportTable['state'];
  readonly startedRFC: string;
  readonly added: number;
  readonly changed: number;
  readonly already: number;
  readonly refused: number;
  /** How many reviews its file holds. */
  readonly expected: number;
}

/** `reviews import show --json`, whose names other programs rely on. */
export interface ShownImport {
  readonly id: number;
  readonly format: string;
  readonly file: string;
  readonly state: ReviewImportTable['state'];
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly already: number;
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
  readonly held: Readonly<Record<string, number>>;
  readonly removed: Readonly<Record<string, number>>;
  readonly kept_as_here: ImportAudit['keptAsHere'];
  readonly products_not_found: readonly {
    readonly value: string;
    readonly nearest: string | null;
    readonly rows: number;
  }[];
  readonly photos: {
    readonly expected: number;
    readonly fetched: number;
    readonly missing: readonly { readonly url: string; readonly reason: string | null }[];
  };
  /** Shares of what was added or changed, from 0 to 1; null where nothing was, or no column says it. */
  readonly verified: number | null;
  readonly incentivised: number | null;
  readonly averages: readonly { readonly sku: string; readonly before: number | null; readonly after: number | null }[];
  readonly not_expressed: {
    readonly columns: readonly { readonly column: string; readonly cells: number }[];
    readonly fields: readonly string[];
  };
  readonly notes: readonly { readonly note: string; readonly reviews: number }[];
  /** The outcome of taking it back; null where nobody did. */
  readonly undone: Undone | null;
}

/** Products of which nearest skus are looked for: that takes a while. */
const MOST_LOOKED_FOR = 100;

export async function showImportByCommand(db: Database, domain: string, importId: number): Promise<ShownImport> {
  const business = await requireBusiness(db, domain);
  const row = await requireImport(db, business, importId);
  const { added, changed, already } = row;
  const audit = auditOf(row);
  return {
    id: row.id,
    format: row.format,
    file: row.file,
    state: stateOf(row),
    rows: added + changed + already + row.refused,
    added,
    changed,
    already,
    refused: await refusalsOf(db, business.id, importId),
    held: audit.held,
    removed: audit.removed,
    kept_as_here: audit.keptAsHere,
    products_not_found: await withNearest(db, business.id, audit.productsNotFound),
    photos: await photosOf(db, business.id, importId),
    verified: shareOf(audit, 'verified'),
    incentivised: shareOf(audit, 'incentivised'),
    averages: await averagesOf(db, business.id, importId),
    not_expressed: {
      columns: Object.entries(audit.untaken).map(([column, cells]) => ({ column, cells })),
      fields: audit.lacking,
    },
    notes: Object.entries(audit.notes).map(([note, reviews]) => ({ note, reviews })),
    undone: audit.undone ?? null,
  };
}

/** The newest first. */
export async function listImportsByCommand(db: Database, domain: string): Promise<ListedImport[]> {
  const { id } = await requireBusiness(db, domain);
  const rows = await db
    .selectFrom('review_import')
    .selectAll()
    .where('business_id', '=', id)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    format: row.format,
    file: row.file,
    state: stateOf(row),
    startedRFC: formatRfc(row.started_at),
    added: row.added,
    changed: row.changed,
    already: row.already,
    refused: row.refused,
    expected: row.expected,
  }));
}

export interface ImportStatus extends ListedImport {
  readonly photos: { readonly waiting: number; readonly fetched: number; readonly missing: number };
}

/** @param importId - the newest one where it is not given; null if there is none. */
export async function importStatusByCommand(
  db: Database,
  domain: string,
  importId: number | undefined,
): Promise<ImportStatus | null> {
  const business = await requireBusiness(db, domain);
  if (importId !== undefined) await requireImport(db, business, importId);
  const found = (await listImportsByCommand(db, domain)).find(({ id }) => importId === undefined || id === importId);
  if (!found) return null;
  const photos = db.selectFrom('import_photo').where('business_id', '=', business.id).where('import_id', '=', found.id);
  const count = (state: 'waiting' | 'fetched' | 'missing') => countAll(photos.where('state', '=', state));
  return {
    ...found,
    photos: { waiting: await count('waiting'), fetched: await count('fetched'), missing: await count('missing') },
  };
}

export async function requireImport(
  db: Database,
  { id, domain }: BusinessRow,
  importId: number,
): Promise<Selectable<ReviewImportTable>> {
  const row = await db
    .selectFrom('review_import')
    .selectAll()
    .where('business_id', '=', id)
    .where('id', '=', importId)
    .executeTakeFirst();
  if (!row) throw refuse('malformed', `There is no import ${importId} of ${domain}`);
  return { ...row, state: stateOf(row) };
}

/** One whose process has ended without a word is not running. */
const stateOf = ({ state, run_by }: Selectable<ReviewImportTable>): ReviewImportTable['state'] =>
  state === 'running' && !mayRun(JSON.parse(run_by) as ProcessIdentity) ? 'stopped' : state;

const emptyAudit: ImportAudit = {
  taken: 0,
  verified: 0,
  incentivised: 0,
  held: {},
  removed: {},
  keptAsHere: [],
  productsNotFound: {},
  notes: {},
  untaken: {},
  lacking: [],
};

const auditOf = ({ audit }: Selectable<ReviewImportTable>): ImportAudit => ({
  ...emptyAudit,
  ...(JSON.parse(audit) as Partial<ImportAudit>),
});

const shareOf = (audit: ImportAudit, what: 'verified' | 'incentivised'): number | null =>
  audit.taken === 0 || audit.lacking.includes(what) ? null : audit[what] / audit.taken;

const refusalsOf = (db: Database, businessId: number, importId: number) =>
  db
    .selectFrom('import_refusal')
    .select(['line', 'reason'])
    .where('business_id', '=', businessId)
    .where('import_id', '=', importId)
    .orderBy('line')
    .execute();

async function withNearest(db: Database, businessId: number, notFound: Readonly<Record<string, number>>) {
  const names = Object.entries(notFound);
  if (names.length === 0) return [];
  const index = await ProductIndex.of(db, businessId);
  return names.map(([value, rows], at) => ({
    value,
    nearest: at < MOST_LOOKED_FOR && value !== '' ? index.nearestTo(value) : null,
    rows,
  }));
}

async function photosOf(db: Database, businessId: number, importId: number): Promise<ShownImport['photos']> {
  const photos = db.selectFrom('import_photo').where('business_id', '=', businessId).where('import_id', '=', importId);
  return {
    expected: await countAll(photos),
    fetched: await countAll(photos.where('state', '=', 'fetched')),
    missing: await photos
      .select(['url', 'reason'])
      .where('state', '=', 'missing')
      .orderBy('of_product')
      .orderBy('review_id')
      .orderBy('position')
      .execute(),
  };
}

async function averagesOf(db: Database, businessId: number, importId: number): Promise<ShownImport['averages']> {
  const rows = await db
    .selectFrom('import_product')
    .innerJoin('product', (join) =>
      join
        .onRef('product.business_id', '=', 'import_product.business_id')
        .onRef('product.id', '=', 'import_product.product_id'),
    )
    .select([
      'product.sku',
      'product.num_reviews',
      'product.rating_sum',
      'reviews_before',
      'sum_before',
      'reviews_after',
      'sum_after',
    ])
    .where('import_product.business_id', '=', businessId)
    .where('import_id', '=', importId)
    .orderBy('product.sku')
    .execute();
  const averageOf = (sum: number, reviews: number) => (reviews === 0 ? null : average(sum, reviews));
  return rows.map((row) => ({
    sku: row.sku,
    before: averageOf(row.sum_before, row.reviews_before),
    // Of one that has not ended, as it is now.
    after: averageOf(row.sum_after ?? row.rating_sum, row.reviews_after ?? row.num_reviews),
  }));
}
