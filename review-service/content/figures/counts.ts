/**
 * Numbers of published reviews, their answers and requests over some days, counted by the database: each of these reads
 * an index of a hundred thousand reviews once. Reviews of removed products count nowhere.
 */
import { sql, type RawBuilder } from 'kysely';
import { findAuthorByUsername } from '../../../review-store/content/authors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { engineOf } from '../../../review-store/databases/engine.ts';
import { State } from '../../../review-store/tables.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { sourceIs, sourceOf } from './sources.ts';

export const DAY_MS = 86_400_000;

export interface CountFilter {
  /** Milliseconds since 1970, both included. */
  readonly from: number;
  readonly to: number;
  /** Undefined for all, and for reviews of the shop. */
  readonly productId?: number | undefined;
  /** As `sourceIs` takes it. */
  readonly source: string;
}

/** Null where none can match. */
function conditionsOf(
  db: Database,
  isProduct: boolean,
  businessId: number,
  filter: CountFilter,
): RawBuilder<unknown> | null {
  const { from, to, productId, source } = filter;
  const ofSource = sourceIs(isProduct, source);
  if (ofSource === null || (productId !== undefined && !isProduct)) return null;
  const table = sql.table(isProduct ? 'product_review' : 'review');
  const removed = sql`select id from product where business_id = ${businessId} and removed_at is not null`;
  const engine = engineOf(db);
  // The index is read that holds all that is counted.
  return sql.join(
    [
      sql`${table}.business_id = ${businessId} and ${table}.created_at between ${from} and ${to}`,
      sql`${engine.common('state')} = ${sql.lit(State.published)}`,
      ...(isProduct ? [sql`product_id not in (${removed})`] : []),
      ...(productId === undefined ? [] : [sql`${engine.common('product_id')} = ${productId}`]),
      ...ofSource,
    ],
    sql` and `,
  );
}

export interface Counted {
  readonly isOfProduct: boolean;
  /** Days since 1970. */
  readonly day: number;
  /** Null for a review of the shop without an overall rating. */
  readonly stars: number | null;
  /** As filters name it. */
  readonly source: string;
  /** Written at another site, from which it is read: it counts in no average of the shop. */
  readonly isElsewhere: boolean;
  readonly reviews: number;
}

/** Of all sources. */
export async function countReviews(
  db: Database,
  businessId: number,
  filter: Omit<CountFilter, 'source'>,
): Promise<Counted[]> {
  const counted: Counted[] = [];
  for (const isOfProduct of [true, false]) {
    const where = conditionsOf(db, isOfProduct, businessId, { ...filter, source: '' });
    if (where === null) continue;
    const { rows } = await sql<{
      day: number;
      stars: number | null;
      collected_by: string | null;
      datasource: string;
      reviews: number;
    }>`select day, stars, collected_by, datasource, count(*) as reviews from (
        select created_at / ${sql.lit(DAY_MS)} as day, ${isOfProduct ? sql`rating` : starsOfShop(db)} as stars,
          collected_by, ${isOfProduct ? sql`''` : sql`datasource`} as datasource
        from ${sql.table(isOfProduct ? 'product_review' : 'review')} where ${where}) as found
      group by day, stars, collected_by, datasource`.execute(db);
    for (const row of rows)
      counted.push({
        isOfProduct,
        day: Number(row.day),
        stars: row.stars === null ? null : Number(row.stars),
        source: sourceOf(row.collected_by, row.datasource),
        isElsewhere: row.datasource !== '',
        reviews: Number(row.reviews),
      });
  }
  return counted;
}

/** Those of the shop are in their ratings, which are JSON. */
function starsOfShop(db: Database): RawBuilder<unknown> {
  const cases = [5, 4, 3, 2, 1].map(
    (stars) =>
      sql`when ${engineOf(db).holds(sql.ref('ratings'), `"type":"overall","rating":${stars}`)} then ${sql.lit(stars)}`,
  );
  return sql`case ${sql.join(cases, sql` `)} end`;
}

export interface CountedProduct {
  readonly sku: string;
  readonly title: string | null;
  readonly reviews: number;
  /** Of all of these reviews together. */
  readonly stars: number;
  readonly answered: number;
}

/** Most reviews first. */
export async function countByProduct(
  db: Database,
  businessId: number,
  filter: CountFilter,
  most: number,
): Promise<CountedProduct[]> {
  const where = conditionsOf(db, true, businessId, filter);
  if (where === null) return [];
  const { rows } = await sql<CountedProduct>`select sku, title, reviews, stars, answered from (
      select product_id, count(*) as reviews, sum(rating) as stars,
        sum(case when (reply is null) then 0 else 1 end) as answered
      from product_review where ${where} group by product_id) as counted
    join product on product.business_id = ${businessId} and product.id = product_id
    order by reviews desc, sku limit ${most}`.execute(db);
  return rows.map((row) => ({
    ...row,
    reviews: Number(row.reviews),
    stars: Number(row.stars),
    answered: Number(row.answered),
  }));
}

/** Answers that took as long, to within ten minutes. */
export interface Answers {
  readonly isOfProduct: boolean;
  /** Milliseconds from the review to the answer; null where nobody knows when that was. */
  readonly tookMs: number | null;
  readonly answers: number;
}

const STEP_MS = 600_000;

export async function countAnswers(
  db: Database,
  { id, domain }: Pick<BusinessRow, 'id' | 'domain'>,
  filter: CountFilter,
): Promise<Answers[]> {
  const own = filter.source === '' ? sql` and datasource = ''` : sql``;
  const author = (await findAuthorByUsername(storeOf(db), id, domain))?.id ?? -1;
  const spansOf = {
    product: (where: RawBuilder<unknown>) =>
      sql`select reply_created_at - created_at as span from product_review where ${where} and reply is not null`,
    shop: (where: RawBuilder<unknown>) =>
      sql`select replied_at - review.created_at as span from review join (
        select review_id, min(created_at) as replied_at from comment
        where business_id = ${id} and author_id = ${author} and removed_at is null group by review_id) as replies
        on replies.review_id = review.id where ${where}${own}`,
  };
  const found: Answers[] = [];
  for (const isOfProduct of [true, false]) {
    const where = conditionsOf(db, isOfProduct, id, filter);
    if (where === null) continue;
    const { rows } = await sql<{ step: number | null; answers: number }>`select step, count(*) as answers from (
      select span / ${sql.lit(STEP_MS)} as step
      from (${spansOf[isOfProduct ? 'product' : 'shop'](where)}) as spans) as steps
      group by step`.execute(db);
    for (const { step, answers } of rows)
      found.push({
        isOfProduct,
        tookMs: step === null ? null : Math.max(0, Number(step)) * STEP_MS,
        answers: Number(answers),
      });
  }
  return found;
}

/** The median of what took a known time; null where nothing did. */
export function medianOf(answers: readonly Answers[]): number | null {
  const timed = answers
    .flatMap(({ tookMs, answers: count }) => (tookMs === null ? [] : [{ tookMs, count }]))
    .toSorted((one, other) => one.tookMs - other.tookMs);
  let left = Math.floor(timed.reduce((sum, { count }) => sum + count, 0) / 2);
  for (const { tookMs, count } of timed) if ((left -= count) < 0) return tookMs;
  return null;
}

export interface CountedRequests {
  readonly kind: 'products' | 'business';
  readonly asked: number;
  /** Those whose page was opened, or that a review came of. */
  readonly opened: number;
  readonly written: number;
}

export async function countRequests(
  db: Database,
  businessId: number,
  { from, to }: Pick<CountFilter, 'from' | 'to'>,
): Promise<CountedRequests[]> {
  const { rows } = await sql<CountedRequests>`select kind, count(*) as asked,
      sum(case when written = 1 or opened_at is not null then 1 else 0 end) as opened, sum(written) as written from (
        select kind, opened_at, case when review_no is not null or exists (
          select 1 from review_request_product as product
          where product.request_id = review_request.id and product.review_id is not null) then 1 else 0 end as written
        from review_request where business_id = ${businessId} and created_at between ${from} and ${to}) as requests
    group by kind`.execute(db);
  return rows.map(({ kind, asked, opened, written }) => ({
    kind,
    asked: Number(asked),
    opened: Number(opened),
    written: Number(written),
  }));
}
