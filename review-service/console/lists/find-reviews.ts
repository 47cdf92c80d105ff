/** The reviews of a list: both kinds, in one order, with how many there are. */
import { sql, type RawBuilder } from 'kysely';
import { findAuthorByUsername } from '../../../review-store/content/authors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { matching } from '../../../review-store/content/search.ts';
import { verified, verifiedOfShop } from '../../../review-store/content/verified.ts';
import { engineOf } from '../../../review-store/databases/engine.ts';
import { findProductBySku } from '../../../review-store/products/products.ts';
import { State } from '../../../review-store/tables.ts';
import { readListedReviews, type ListedReview } from '../../content/moderation/listed-reviews.ts';
import { sourceIs } from '../../content/figures/sources.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import type { Role } from '../frame/page.ts';
import { wayTo, type ReviewListFilter } from './filter.ts';
import { whoIsMeant } from './who.ts';

export interface FoundReviews {
  readonly reviews: readonly ListedReview[];
  readonly total: number;
}

type Table = 'product_review' | 'review';

const states = { held: State.pending, published: State.published, hidden: State.removed } as const;

/** @param role - moderators look for nobody by their e-mail address or order. */
export async function findReviews(
  db: Database,
  business: BusinessRow,
  filter: ReviewListFilter,
  role: Role,
): Promise<FoundReviews> {
  const parts: Part[] = [];
  for (const [table, where] of await reviewsMeant(db, business, filter, role)) {
    const counted = sql<{ total: number }>`select count(*) as total from ${sql.table(table)} where ${where}`;
    parts.push({ table, where, total: Number((await counted.execute(db)).rows[0]!.total) });
  }
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return { total, reviews: await readPage(db, business, parts, { ...filter, total }) };
}

/** The conditions of a filter, for each table that may hold such reviews; `role` as above. */
export async function reviewsMeant(
  db: Database,
  business: BusinessRow,
  filter: ReviewListFilter,
  role: Role,
): Promise<Map<Table, RawBuilder<unknown>>> {
  const tables: Table[] =
    filter.kind === 'product' ? ['product_review'] : filter.kind === 'shop' ? ['review'] : ['product_review', 'review'];
  const meant = new Map<Table, RawBuilder<unknown>>();
  for (const table of tables) {
    const conditions = await conditionsOf(db, business, table, filter, role);
    if (conditions) meant.set(table, sql.join(conditions, sql` and `));
  }
  return meant;
}

/** The rows that one table has. */
interface Part {
  readonly table: Table;
  readonly where: RawBuilder<unknown>;
  readonly total: number;
}

/** Of words, so much of all is read in order at most before a page is full; otherwise what was found is sorted. */
const WALKED = 1 / 50;

interface Key {
  readonly of_product: number;
  readonly id: number;
  readonly created_at: number;
}

async function readPage(
  db: Database,
  business: BusinessRow,
  found: readonly Part[],
  { page, order, total, q }: Pick<ReviewListFilter, 'page' | 'order' | 'q'> & { readonly total: number },
): Promise<ListedReview[]> {
  const way = wayTo(page, total);
  if (!way) return [];
  const { offset, count, isFromEnd } = way;
  const direction = sql.raw((order === 'newest') === isFromEnd ? 'asc' : 'desc');
  const parts = found.map(({ table, where, total: inTable }) => {
    const isSorted = q !== '' && offset + count > inTable * WALKED;
    // A sum is in no index: the database looks the words up, as it does to count them.
    const moment = sql.raw(isSorted ? 'created_at + 0' : 'created_at');
    return sql`select * from (
      select ${table === 'product_review' ? 1 : 0} as of_product, id, created_at from ${sql.table(table)} where ${where}
      order by ${moment} ${direction}, id ${direction} limit ${offset + count}) as part_of_${sql.raw(table)}`;
  });
  const { rows } = await sql<Key>`select * from (${sql.join(parts, sql` union all `)}) as both_kinds
    order by created_at ${direction}, id ${direction}, of_product ${direction} limit ${count} offset ${offset}`.execute(
    db,
  );
  const keys = isFromEnd ? rows.toReversed() : rows;
  return await readKeys(db, business.id, keys);
}

async function readKeys(db: Database, businessId: number, keys: readonly Key[]): Promise<ListedReview[]> {
  const idsOf = (ofProduct: number) =>
    keys.filter((key) => Number(key.of_product) === ofProduct).map(({ id }) => Number(id));
  const products = await readListedReviews(db, businessId, 'product', idsOf(1));
  const shop = await readListedReviews(db, businessId, 'business', idsOf(0));
  return keys.flatMap(
    ({ of_product: ofProduct, id }) => (Number(ofProduct) === 1 ? products : shop).get(Number(id)) ?? [],
  );
}

/** Null where none can match. */
async function conditionsOf(
  db: Database,
  business: BusinessRow,
  table: Table,
  filter: ReviewListFilter,
  role: Role,
): Promise<RawBuilder<unknown>[] | null> {
  const isProduct = table === 'product_review';
  const where: RawBuilder<unknown>[] = [sql`${sql.ref(`${table}.business_id`)} = ${business.id}`];
  // Not as a parameter: the index of what is held is used only if the text of the query says that it asks for that.
  if (filter.state !== '')
    where.push(sql`${columnOf(db, filter.state === 'published', 'state')} = ${sql.raw(String(states[filter.state]))}`);
  if (filter.stars !== 0) where.push(sql`state <> ${State.pending}`, starsAre(db, isProduct, filter.stars));
  if (filter.product !== '') {
    const product = isProduct && (await findProductBySku(storeOf(db), business.id, filter.product));
    if (!product) return null;
    where.push(sql`${columnOf(db, product.num_reviews > MANY, 'product_id')} = ${product.id}`);
  }
  if (filter.from !== null) where.push(sql`created_at >= ${filter.from}`);
  if (filter.to !== null) where.push(sql`created_at <= ${filter.to}`);
  if (filter.photos !== null)
    where.push(
      isProduct
        ? sql`has_photos = ${sql.raw(filter.photos ? '1' : '0')}`
        : sql`(images <> '[]') = ${truth(filter.photos)}`,
    );
  if (filter.verified !== null) where.push(sql`${isProduct ? verified : verifiedOfShop} = ${filter.verified ? 1 : 0}`);
  if (filter.answered !== null) where.push(await answeredIs(db, business, isProduct, filter.answered));
  if (filter.reported)
    where.push(sql`id in (select review_id from review_flag where review_flag.business_id = ${business.id}
      and of_product = ${isProduct ? 1 : 0} and closed_at is null)`);
  const source = sourceIs(isProduct, filter.source);
  if (source === null) return null;
  where.push(...source);
  if (filter.language !== '') where.push(await languageIs(db, business.id, table, filter.language));
  if (filter.q !== '') {
    const who = await whoIsMeant(db, business.id, filter.q, role);
    if (who.product !== undefined && !isProduct) return null;
    if (who.product !== undefined) where.push(sql`product_id = ${who.product}`);
    else if (who.order !== undefined) where.push(sql`order_id = ${who.order}`);
    else if (who.isAddress)
      where.push(who.authors.length === 0 ? sql`1 = 0` : sql`author_id in (${sql.join(who.authors)})`);
    else {
      const found = await matching(storeOf(db), table, business.id, filter.q);
      where.push(who.authors.length === 0 ? found : sql`(${found} or author_id in (${sql.join(who.authors)}))`);
    }
  }
  return where;
}

/** A product or a language with more reviews than this is no help in finding some of them. */
const MANY = 5_000;

/** Where it tells hardly any from the others, `product_review_listed` is read instead of an index of its own. */
const columnOf = (db: Database, most: boolean, column: string): RawBuilder<unknown> =>
  most ? engineOf(db).common(column) : sql.ref(column);

/** The few of a rare language are looked up; of one that most have, each that comes by is asked. */
async function languageIs(db: Database, businessId: number, table: Table, language: string) {
  const some = sql`select review_id from ${sql.table(`${table}_language`)} as written
    where written.business_id = ${businessId} and written.language = ${language}`;
  const first = await sql`${some} limit ${MANY}`.execute(db);
  return first.rows.length < MANY
    ? sql`id in (${some})`
    : sql`exists (${some} and written.review_id = ${sql.table(table)}.id)`;
}

const truth = (value: boolean): RawBuilder<unknown> => sql.raw(value ? 'true' : 'false');

/** Those of the shop are in their ratings, which are JSON. */
const starsAre = (db: Database, isProduct: boolean, stars: number): RawBuilder<unknown> =>
  isProduct
    ? sql`rating = ${stars}`
    : engineOf(db).holds(sql.ref('review.ratings'), `"type":"overall","rating":${stars}`);

async function answeredIs(
  db: Database,
  { id, domain }: BusinessRow,
  isProduct: boolean,
  answered: boolean,
): Promise<RawBuilder<unknown>> {
  if (isProduct) return sql`(reply is null) = ${truth(!answered)}`;
  const author = await findAuthorByUsername(storeOf(db), id, domain);
  const replied = sql`id in (select review_id from comment where comment.business_id = ${id}
    and comment.author_id = ${author?.id ?? -1} and comment.removed_at is null)`;
  return answered ? replied : sql`not ${replied}`;
}
