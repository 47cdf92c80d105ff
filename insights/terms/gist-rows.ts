/** The gists of reviews, and which of them are due, in SQL. */
import { sql } from 'kysely';
import type { InsightDb, InsightTables, MirrorProductGistTable, TextKind } from '../tables.ts';

export interface Due {
  readonly id: number;
  readonly marks: number;
}

export async function readDue(db: InsightDb, businessId: number, part: TextKind, limit: number): Promise<Due[]> {
  return db
    .selectFrom('mirror_gist_due')
    .select(['review_id as id', 'marks'])
    .where('business_id', '=', businessId)
    .where('part', '=', part)
    .orderBy('review_id')
    .limit(limit)
    .execute();
}

/** Settles due reviews; those marked again since stay due. */
export async function settleDue(
  db: InsightDb,
  businessId: number,
  part: TextKind,
  settled: readonly Due[],
): Promise<void> {
  await db
    .deleteFrom('mirror_gist_due')
    .where('business_id', '=', businessId)
    .where('part', '=', part)
    .where((eb) => eb.or(settled.map(({ id, marks }) => eb.and([eb('review_id', '=', id), eb('marks', '=', marks)]))))
    .execute();
}

/** These reviews are new, or may have changed: their gists are worked out soon, and the old ones serve until then. */
export async function markForGist(
  db: InsightDb,
  businessId: number,
  part: TextKind,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insertInto('mirror_gist_due')
    .values(ids.map((id) => ({ business_id: businessId, part, review_id: id, marks: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'part', 'review_id'])
        .doUpdateSet((eb) => ({ marks: eb('mirror_gist_due.marks', '+', 1) })),
    )
    .execute();
}

/** Marks reviews without a gist, such as those that were mirrored before there were any. */
export async function markMissing(db: InsightDb, businessId: number): Promise<void> {
  for (const [part, reviews, gists] of [
    ['productReviews', 'product_review', 'mirror_product_gist'],
    ['reviews', 'review', 'mirror_review_gist'],
  ] as const) {
    await sql`
      insert into mirror_gist_due (business_id, part, review_id, marks)
      select business_id, ${sql.lit(part)}, id, 1 from ${sql.table(reviews)} as written
      where business_id = ${businessId} and not exists (
        select 1 from ${sql.table(gists)} as gist
        where gist.business_id = written.business_id and gist.review_id = written.id
      )
      on conflict (business_id, part, review_id) do nothing`.execute(db);
  }
}

export async function saveGists<Table extends 'mirror_product_gist' | 'mirror_review_gist'>(
  db: InsightDb,
  table: Table,
  rows: readonly InsightTables[Table][],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!).filter((column) => column !== 'business_id' && column !== 'review_id');
  await db
    .insertInto(table as 'mirror_product_gist')
    .values(rows as readonly InsightTables['mirror_product_gist'][])
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'review_id'])
        .doUpdateSet((eb) =>
          Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}` as 'excluded.language')])),
        ),
    )
    .execute();
}

export interface GistState {
  /** Every review had a gist once; since then only new ones are without for a moment. */
  readonly isComplete: boolean;
  /** When terms were last counted, in milliseconds since 1970; null for never, or not since some were removed. */
  readonly countedAt: number | null;
  /** How many gists have changed since. */
  readonly changes: number;
  /** How many gists of reviews of products there were: with fewer, some were removed. */
  readonly gists: number;
}

export async function readGistState(db: InsightDb, businessId: number): Promise<GistState> {
  const row = await db
    .selectFrom('mirror_gist_state')
    .selectAll()
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (!row) return { isComplete: false, countedAt: null, changes: 0, gists: 0 };
  return { isComplete: row.complete === 1, countedAt: row.counted_at, changes: row.changes, gists: row.gists };
}

export async function writeGistState(
  db: InsightDb,
  businessId: number,
  { isComplete, countedAt, changes, gists }: GistState,
): Promise<void> {
  const row = { complete: isComplete ? 1 : 0, counted_at: countedAt, changes, gists } as const;
  await db
    .insertInto('mirror_gist_state')
    .values({ business_id: businessId, ...row })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(row))
    .execute();
}

/** How many reviews of products have a gist. */
export async function countGists(db: InsightDb, businessId: number): Promise<number> {
  const { gists } = await db
    .selectFrom('mirror_product_gist')
    .select(({ fn }) => fn.countAll<number>().as('gists'))
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  return Number(gists);
}

export type TermsRow = Pick<MirrorProductGistTable, 'review_id' | 'language' | 'terms'>;

const selectTerms = (db: InsightDb, businessId: number, after: number) =>
  db
    .selectFrom('mirror_product_gist')
    .select(['review_id', 'language', 'terms'])
    .where('business_id', '=', businessId)
    .where('review_id', '>', after);

/** Gists of reviews of products, by their numbers: so many that come after this one. */
export const readTerms = (db: InsightDb, businessId: number, after: number, limit: number): Promise<TermsRow[]> =>
  selectTerms(db, businessId, after).orderBy('review_id').limit(limit).execute();

/** Those of these products, whose numbers come after the one and not after the other. */
export const readTermsOf = (
  db: InsightDb,
  businessId: number,
  productIds: readonly number[],
  { after, last }: { after: number; last: number },
): Promise<TermsRow[]> =>
  selectTerms(db, businessId, after)
    .where('product_id', 'in', [...productIds])
    .where('review_id', '<=', last)
    .execute();

/** The languages of these reviews, as far as they are known. */
export async function readLanguages(
  db: InsightDb,
  businessId: number,
  part: TextKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(part === 'reviews' ? 'mirror_review_gist' : 'mirror_product_gist')
    .select(['review_id', 'language'])
    .where('business_id', '=', businessId)
    .where('review_id', 'in', [...ids])
    .where('language', '<>', '')
    .execute();
  return new Map(rows.map((row) => [row.review_id, row.language]));
}
