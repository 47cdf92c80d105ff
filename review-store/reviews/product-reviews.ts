/** Reviews of products, as answers show them. */
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { NestedProduct, ProductReview, ReviewAttribute } from '../../contract/entities/entities.ts';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import { toUser, type ShownAuthor } from '../content/authors.ts';
import { engineOf } from '../databases/engine.ts';
import type { Store } from '../content/ids.ts';
import { publication, toLocal, toRfc } from '../content/moments.ts';
import { readSum, scopes, toStats } from '../products/product-ratings.ts';
import { isFiltered, readProducts, selectReviewedProducts, type Page, type ProductRow } from '../products/products.ts';
import { sumOfProducts } from './product-review-statistics.ts';
import { shownPhotos } from '../content/photos.ts';
import { matching } from '../content/search.ts';
import { State, type StoreTables } from '../tables.ts';
import { isVerified, verified } from '../content/verified.ts';

type ApiQuery = Parameters<'listProductReviews'>;

/** The parameters of a list: the API's, and those that only shoppers of the proxy may send. */
export type ProductReviewQuery = Omit<ApiQuery, 'order'> & {
  readonly order: ApiQuery['order'] | 'oldest' | 'helpful' | 'highest' | 'lowest' | 'photos';
  readonly verified?: true | undefined;
  /** Any of the options of each attribute. */
  readonly chosen?: readonly ReviewAttribute[] | undefined;
  /** Conditions for a row of `product_review`. */
  readonly also?: readonly RawBuilder<boolean>[] | undefined;
  /** Rows that come before all others. */
  readonly first?: RawBuilder<boolean> | undefined;
};

/** One page of the published reviews of products; with `deleted`, of the removed ones. */
export async function readProductReviewPage(
  db: Store,
  businessId: number,
  query: ProductReviewQuery,
): Promise<ProductReview[]> {
  const { where, products } = await conditionsOf(db, businessId, query);
  const first = query.first ? sql`${query.first} desc, ` : sql``;
  const order = sql`${first}${orders[query.order]}`;
  const rows = await readRows(db, where, { order, start: query.start, count: query.count });
  return toProductReviews(db, businessId, rows, products);
}

/** The later number first at the same moment. */
const NEWEST = 'created_at desc, product_review.id desc';
/** Newest first where the order says nothing else. */
const orders = {
  created: sql.raw(NEWEST),
  // The other way around in full, so that the index of newest first has this order too.
  oldest: sql.raw('created_at, product_review.id'),
  relevant: sql.raw('relevance desc, product_review.id desc'),
  helpful: sql.raw(`positive_votes - negative_votes desc, ${NEWEST}`),
  photos: sql.raw(`has_photos desc, ${NEWEST}`),
  highest: sql.raw(`rating desc, ${NEWEST}`),
  lowest: sql.raw(`rating, ${NEWEST}`),
} satisfies Record<ProductReviewQuery['order'], unknown>;

/** The same, and how many there are on all pages: from the counters if they know. */
export async function listProductReviews(
  db: Store,
  businessId: number,
  query: ProductReviewQuery,
): Promise<Page<ProductReview>> {
  return {
    items: await readProductReviewPage(db, businessId, query),
    total: await countProductReviews(db, businessId, query),
  };
}

async function countProductReviews(db: Store, businessId: number, query: ProductReviewQuery): Promise<number> {
  const { q, only_photos, deleted, date_from, date_to, ratings, verified: onlyVerified, chosen, also } = query;
  const isCounted =
    !only_photos &&
    !deleted &&
    [q, date_from, date_to, onlyVerified, chosen, also].every((value) => value === undefined);
  if (isCounted) {
    const stats = isFiltered(query)
      ? toStats(await sumOfProducts(db, businessId, query))
      : await readSum(db, businessId, scopes.business);
    return ratings === undefined
      ? stats.total
      : ratings.reduce((sum, rating) => sum + stats.ratings[rating as 1].num_reviews, 0);
  }
  const { where } = await conditionsOf(db, businessId, query);
  const counted = sql<{ total: number }>`select count(*) as total from product_review where ${all(where)}`;
  return Number((await counted.execute(db)).rows[0]!.total);
}

/** Up to this many products are named one by one, so that the index of each gives its reviews. */
const FEW_PRODUCTS = 50;

/** The conditions for a row, and the products that were read to find them. */
async function conditionsOf(db: Store, businessId: number, query: ProductReviewQuery) {
  const where: RawBuilder<unknown>[] = [
    sql`product_review.business_id = ${businessId}`,
    sql`state = ${query.deleted ? State.removed : State.published}`,
  ];
  let read: readonly ProductRow[] = [];
  if (isFiltered(query)) {
    const products = selectReviewedProducts(db, businessId, query, query.deleted);
    read = await products
      .selectAll('product')
      .limit(FEW_PRODUCTS + 1)
      .execute();
    // Usually it is one product, and an equality lets its index order the page.
    if (read.length === 1) where.push(sql`product_id = ${read[0]!.id}`);
    else if (read.length > FEW_PRODUCTS) where.push(sql`product_id in ${products.select('product.id')}`);
    else where.push(read.length === 0 ? sql`false` : sql`product_id in (${sql.join(read.map(({ id }) => id))})`);
  }
  // Reviews of a removed product are neither shown nor counted until the product is back.
  else if (!query.deleted)
    where.push(sql`not exists (
      select 1 from product where product.business_id = ${businessId} and product.id = product_review.product_id
        and product.removed_at is not null)`);
  if (query.ratings !== undefined) where.push(sql`rating in (${sql.join(query.ratings)})`);
  // Not as a parameter: the index of reviews with photos is used only if the text of the query says that it asks for
  // them.
  if (query.only_photos) where.push(sql`has_photos = 1`);
  if (query.q !== undefined) where.push(await matching(db, 'product_review', businessId, query.q));
  if (query.date_from !== undefined) where.push(sql`created_at >= ${query.date_from}`);
  if (query.date_to !== undefined) where.push(sql`created_at <= ${query.date_to}`);
  if (query.verified) where.push(sql`${verified} = 1`);
  for (const options of byName(query.chosen ?? []))
    where.push(
      sql`(${sql.join(
        options.map((option) => holdsAttribute(db, option)),
        sql` or `,
      )})`,
    );
  return { where: [...where, ...(query.also ?? [])], products: read };
}

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

const byName = (chosen: readonly ReviewAttribute[]): ReviewAttribute[][] =>
  [...new Set(chosen.map(({ name }) => name))].map((name) => chosen.filter((option) => option.name === name));

/** Quotes inside of texts are escaped in JSON, so no text can look like an attribute. */
const holdsAttribute = (db: Store, { name, value }: ReviewAttribute): RawBuilder<boolean> =>
  engineOf(db).holds(sql.ref('product_review.attributes'), JSON.stringify({ name, value }));

/** How often a review must have been found helpful to stand for others. */
const ENOUGH_VOTES = 3;

/**
 * The published review of these products that most shoppers found helpful, of those with stars within the range; null
 * where too few have voted, or more than half of them against it.
 */
export async function readMostHelpful(
  db: Store,
  businessId: number,
  productIds: readonly number[],
  [fewest, most]: readonly [number, number],
): Promise<ProductReview | null> {
  const where = [
    sql`product_review.business_id = ${businessId}`,
    sql`product_id in (${sql.join(productIds)})`,
    sql`state = ${State.published}`,
    sql`rating between ${fewest} and ${most}`,
    sql`positive_votes >= ${ENOUGH_VOTES}`,
    sql`positive_votes > negative_votes`,
  ];
  const rows = await readRows(db, where, { order: orders.helpful, count: 1 });
  return (await toProductReviews(db, businessId, rows))[0] ?? null;
}

/** A review in any state. */
export async function getProductReview(db: Store, businessId: number, id: number): Promise<ProductReview | null> {
  return (await readProductReviews(db, businessId, [id]))[0] ?? null;
}

/** The author of a review; null if nobody knows, or there is no such review. */
export async function findProductReviewAuthorId(db: Store, businessId: number, id: number): Promise<number | null> {
  const row = await db
    .selectFrom('product_review')
    .select('author_id')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.author_id ?? null;
}

/** Reviews in any state, by number. */
export async function readProductReviews(
  db: Store,
  businessId: number,
  ids: readonly number[],
): Promise<ProductReview[]> {
  if (ids.length === 0) return [];
  const rows = await readRows(db, [
    sql`product_review.business_id = ${businessId}`,
    sql`product_review.id in (${sql.join(ids)})`,
  ]);
  return toProductReviews(db, businessId, rows);
}

/** Every review of these authors, in any state, newest first. */
export async function listProductReviewsBy(
  db: Store,
  businessId: number,
  authorIds: readonly number[],
): Promise<ProductReview[]> {
  if (authorIds.length === 0) return [];
  const where = [sql`product_review.business_id = ${businessId}`, sql`author_id in (${sql.join(authorIds)})`];
  return toProductReviews(db, businessId, await readRows(db, where, { order: orders.created }));
}

/** A review as an answer shows it. The columns to search and sort by are long, and stay behind. */
type ShownRow = Pick<
  Selectable<StoreTables['product_review']>,
  | 'id'
  | 'product_id'
  | 'title'
  | 'content'
  | 'rating'
  | 'order_id'
  | 'user_location'
  | 'attributes'
  | 'images'
  | 'solicited'
  | 'verified'
  | 'incentivised'
  | 'reply'
  | 'reply_created_at'
  | 'reply_modified_at'
  | 'collected_by'
  | 'positive_votes'
  | 'negative_votes'
  | 'created_at'
  | 'published_at'
  | 'removed_at'
> &
  ShownAuthor & {
    /** Null where it has none; then so is everything else of them. */
    readonly author: number | null;
  };

const SHOWN = sql.raw(`
  product_review.id, product_id, title, content, rating, order_id, user_location, attributes, images, solicited,
  verified, incentivised, reply, reply_created_at, reply_modified_at, collected_by, positive_votes, negative_votes,
  created_at, published_at, removed_at,
  author.id as author, username, first_name, last_name, thumbnail, profile_page, email,
  num_reviews, num_helpful_votes`);

/** In SQL, since Kysely makes a query of so many columns anew with each call, which takes as long as to read it. */
async function readRows(
  db: Store,
  where: readonly RawBuilder<unknown>[],
  page: { readonly order?: RawBuilder<unknown>; readonly start?: number; readonly count?: number } = {},
): Promise<readonly ShownRow[]> {
  const { order, start = 0, count } = page;
  const { rows } = await sql<ShownRow>`
    select ${SHOWN} from product_review
    left join author on author.business_id = product_review.business_id and author.id = product_review.author_id
    where ${all(where)}
    ${order ? sql`order by ${order}` : sql``}
    ${count === undefined ? sql`` : limited(start, count)}`.execute(db);
  return rows;
}

/** A sum, since SQLite prepares a statement anew for each value that stands in a LIMIT alone. */
const limited = (start: number, count: number) => sql`limit ${count} + 0 offset ${start}`;

/** @param read - products that were read already. */
async function toProductReviews(
  db: Store,
  businessId: number,
  rows: readonly ShownRow[],
  read: readonly ProductRow[] = [],
): Promise<ProductReview[]> {
  const products = await readProducts(db, businessId, rows, read);
  return rows.map((row) => toProductReview(row, products.get(row.product_id) ?? null));
}

function replyOf({
  reply: content,
  reply_created_at: created,
  reply_modified_at: modified,
}: ShownRow): ProductReview['reply'] {
  if (content === null) return null;
  return {
    content,
    created: toLocal(created),
    createdRFC: toRfc(created),
    modified: toLocal(modified),
    modifiedRFC: toRfc(modified),
  };
}

function toProductReview(row: ShownRow, product: NestedProduct | null): ProductReview {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    rating: row.rating,
    order_id: row.order_id,
    user: row.author === null ? null : toUser(row, row.solicited === 1),
    user_location: row.user_location,
    attributes: JSON.parse(row.attributes) as ReviewAttribute[],
    images: shownPhotos(row.images),
    solicited: row.solicited ? 'Yes' : 'No',
    verified: isVerified(row),
    incentivised: row.incentivised === null ? null : row.incentivised === 1,
    reply: replyOf(row),
    collected_by: row.collected_by,
    votes: row.positive_votes + row.negative_votes,
    num_positive_votes: row.positive_votes,
    num_negative_votes: row.negative_votes,
    ...publication(row.published_at),
    created: toLocal(row.created_at)!,
    createdRFC: toRfc(row.created_at)!,
    product,
    removedRFC: toRfc(row.removed_at),
  };
}
