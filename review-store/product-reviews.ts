import { sql, type RawBuilder, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { Image, NestedProduct, ProductReview, ProductReviewStats, ReviewAttribute, TopRatedProduct } from '../contract/entities.ts';
import type { Parameters } from '../contract/parameters.ts';
import { countForAuthor, saveAuthor, toUser, type ShownAuthor } from './authors.ts';
import { compiled } from './compiled.ts';
import { nextId, reserveIds, type Store } from './ids.ts';
import { publication, stateOf, toLocal, toRfc, toTime } from './moments.ts';
import { counterColumns, noReviews, readSum, ReviewTally, scopes, toStats, type StarCounters } from './product-ratings.ts';
import { findProductBySku, idOfNestedProduct, isFiltered, readProducts, selectReviewedProducts, toProduct, type Page, type ProductFilter } from './products.ts';
import { forUpdate, isUnchanged, toFlag } from './rows.ts';
import { matching } from './search.ts';
import { State, type ProductReviewTable, type StoreTables } from './tables.ts';
import { searchText } from './text.ts';
import { atomically } from './transaction.ts';

type ProductReviewRow = Selectable<ProductReviewTable>;

const DAY = 86_400_000;

// ---- reading ------------------------------------------------------------------------------------------------------

/** One page of the published reviews of products, or with `deleted` of the removed ones alone. */
export async function readProductReviewPage(db: Store, businessId: number, query: Parameters<'listProductReviews'>): Promise<ProductReview[]> {
  if (isPlain(query)) return readPlainPage(db, businessId, query);
  const found = await selectProductReviews(db, businessId, query);
  const rows = await shown(found.query)
    .orderBy(query.order === 'relevant' ? 'relevance' : 'created_at', 'desc')
    .orderBy('product_review.id', 'desc')
    .offset(query.start)
    .limit(query.count)
    .execute();
  return toProductReviews(db, businessId, rows);
}

type PageQuery = Parameters<'listProductReviews'>;

/** The page that most shoppers see and no other: of one product, nothing filtered. */
function isPlain({ start: _start, count: _count, order: _order, sku, deleted, only_photos: photos, ...filters }: PageQuery): boolean {
  return sku !== undefined && !deleted && !photos && Object.values(filters).every((value) => value === undefined);
}

async function readPlainPage(db: Store, businessId: number, query: PageQuery): Promise<ProductReview[]> {
  const row = await findProductBySku(db, businessId, query.sku!);
  if (!row) return [];
  const product = toProduct(row);
  return (await plainPages[query.order](db, businessId, product.id, query.start, query.count)).map((review) => toProductReview(review, product));
}

const plainPage = (order: 'created_at' | 'relevance') =>
  compiled((db: Store, businessId: number, productId: number, start: number, count: number) =>
    shown(db.selectFrom('product_review').where('product_review.business_id', '=', businessId))
      .where('product_id', '=', productId)
      .where('state', '=', State.published)
      .orderBy(order, 'desc')
      .orderBy('product_review.id', 'desc')
      .offset(start)
      .limit(count),
  );
const plainPages = { created: plainPage('created_at'), relevant: plainPage('relevance') } as const;

/** The same, and how many there are on all pages: from the counters where they know. */
export async function listProductReviews(db: Store, businessId: number, query: Parameters<'listProductReviews'>): Promise<Page<ProductReview>> {
  return { items: await readProductReviewPage(db, businessId, query), total: await countProductReviews(db, businessId, query) };
}

async function countProductReviews(db: Store, businessId: number, query: Parameters<'listProductReviews'>): Promise<number> {
  const { q, only_photos, deleted, date_from, date_to, ratings } = query;
  const isCounted = q === undefined && !only_photos && !deleted && date_from === undefined && date_to === undefined;
  if (isCounted) {
    const stats = isFiltered(query) ? toStats(await sumOfProducts(db, businessId, query)) : await readSum(db, businessId, scopes.business);
    return ratings === undefined ? stats.total : ratings.reduce((sum, rating) => sum + stats.ratings[rating as 1].num_reviews, 0);
  }
  const found = await selectProductReviews(db, businessId, query);
  const { total } = await found.query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

/** So many products are named one by one, so that each one's index gives its reviews. */
const FEW_PRODUCTS = 50;

async function selectProductReviews(db: Store, businessId: number, query: Parameters<'listProductReviews'>) {
  let found = db
    .selectFrom('product_review')
    .where('product_review.business_id', '=', businessId)
    .where('state', '=', query.deleted ? State.removed : State.published);
  if (isFiltered(query)) {
    const products = selectReviewedProducts(db, businessId, query, query.deleted).select('product.id');
    const ids = (await products.limit(FEW_PRODUCTS + 1).execute()).map((product) => product.id);
    // One product is the usual case, and an equality lets its index order the page.
    if (ids.length === 1) found = found.where('product_id', '=', ids[0]!);
    else found = found.where('product_id', 'in', ids.length > FEW_PRODUCTS ? products : ids.length > 0 ? ids : [NO_PRODUCT]);
  }
  // Reviews of a product that was removed are shown with it again, and not before; nor are they counted.
  else if (!query.deleted) {
    found = found.where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('product').select('product.id').where('product.business_id', '=', businessId).whereRef('product.id', '=', 'product_review.product_id').where('product.removed_at', 'is not', null))),
    );
  }
  if (query.ratings !== undefined) found = query.ratings.length === 1 ? found.where('rating', '=', query.ratings[0]!) : found.where('rating', 'in', query.ratings);
  // Not as a parameter: an index of reviews with photos alone is of use only where the query surely asks for them.
  if (query.only_photos) found = found.where(sql<boolean>`has_photos = 1`);
  if (query.q !== undefined) found = found.where(await matching(db, 'product_review', businessId, query.q));
  if (query.date_from !== undefined) found = found.where('created_at', '>=', query.date_from);
  if (query.date_to !== undefined) found = found.where('created_at', '<=', query.date_to);
  // In an object: a query builder that is returned bare would be taken for a promise and awaited.
  return { query: found };
}

/** No product has this number. */
const NO_PRODUCT = 0;

/** A review in whatever state it is. */
export async function getProductReview(db: Store, businessId: number, id: number): Promise<ProductReview | null> {
  const rows = await shown(selectRows(db, businessId)).where('product_review.id', '=', id).execute();
  return (await toProductReviews(db, businessId, rows))[0] ?? null;
}

/** Reviews that wait for a look, the oldest first. */
export async function listHeldProductReviews(db: Store, businessId: number): Promise<ProductReview[]> {
  const rows = await shown(selectRows(db, businessId)).where('state', '=', State.pending).orderBy('created_at').orderBy('product_review.id').execute();
  return toProductReviews(db, businessId, rows);
}

/** Every review of these authors, in whatever state it is, newest first. */
export async function listProductReviewsBy(db: Store, businessId: number, authorIds: readonly number[]): Promise<ProductReview[]> {
  if (authorIds.length === 0) return [];
  const rows = await shown(selectRows(db, businessId)).where('author_id', 'in', authorIds).orderBy('created_at', 'desc').execute();
  return toProductReviews(db, businessId, rows);
}

const selectRows = (db: Store, businessId: number) => db.selectFrom('product_review').where('product_review.business_id', '=', businessId);

/** What an answer shows of reviews, with their authors: what they are found and ordered by is long, and stays behind. */
function shown(query: SelectQueryBuilder<StoreTables, 'product_review', object>) {
  return query
    .leftJoin('author', (join) => join.onRef('author.business_id', '=', 'product_review.business_id').onRef('author.id', '=', 'product_review.author_id'))
    .select(['product_review.id', 'product_id', 'title', 'content', 'rating', 'order_id', 'user_location', 'attributes', 'images', 'solicited'])
    .select(['positive_votes', 'negative_votes', 'created_at', 'published_at', 'removed_at'])
    .select(['author.id as author', 'username', 'first_name', 'last_name', 'thumbnail', 'profile_page', 'email', 'num_reviews', 'num_helpful_votes']);
}

type ShownRow = ReturnType<typeof shown> extends SelectQueryBuilder<StoreTables, never, infer Row> ? Row : never;

async function toProductReviews(db: Store, businessId: number, rows: readonly ShownRow[]): Promise<ProductReview[]> {
  const products = await readProducts(db, businessId, rows.map((row) => row.product_id));
  return rows.map((row) => toProductReview(row, products.get(row.product_id) ?? null));
}

function toProductReview(row: ShownRow, product: NestedProduct | null): ProductReview {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    rating: row.rating,
    order_id: row.order_id,
    user: row.author === null ? null : toUser(row as ShownAuthor, row.solicited === 1),
    user_location: row.user_location,
    attributes: JSON.parse(row.attributes) as ReviewAttribute[],
    images: JSON.parse(row.images) as Image[],
    solicited: row.solicited ? 'Yes' : 'No',
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

/** Number, average and star counts of published reviews, from counters that every write maintains. */
export async function getProductReviewStats(db: Store, businessId: number, query: Parameters<'getProductReviewStats'>): Promise<ProductReviewStats> {
  const scope = scopeOf(query);
  return scope === null ? toStats(await sumOfProducts(db, businessId, query)) : readSum(db, businessId, scope);
}

/** The sum that answers a query by itself; null where products must be added up. */
function scopeOf({ sku, item_group, brand, categories }: Parameters<'getProductReviewStats'>): string | null {
  const asked = [
    ...(item_group === undefined ? [] : [scopes.itemGroup(item_group)]),
    ...(brand === undefined ? [] : [scopes.brand(brand)]),
    // A product of two categories would count twice.
    ...(categories ?? []).map(scopes.category),
  ];
  if (asked.length === 0 && sku === undefined && categories === undefined) return scopes.business;
  return asked.length === 1 && (sku === undefined || item_group !== undefined) ? asked[0]! : null;
}

async function sumOfProducts(db: Store, businessId: number, filter: ProductFilter): Promise<StarCounters> {
  const sums = counterColumns.map((column) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as(column));
  return selectReviewedProducts(db, businessId, filter).select(sums).executeTakeFirstOrThrow();
}

/** The same for many products at once, by sku; an unknown sku has zeros. */
export async function statsBySku(db: Store, businessId: number, skus: readonly string[]): Promise<Record<string, ProductReviewStats>> {
  const rows = skus.length === 0 ? [] : await db
    .selectFrom('product')
    .select(['sku', ...counterColumns])
    .where('business_id', '=', businessId)
    .where('sku', 'in', [...skus])
    .where('removed_at', 'is', null)
    .execute();
  const known = new Map(rows.map((row) => [row.sku, toStats(row)]));
  return Object.fromEntries(skus.map((sku) => [sku, known.get(sku) ?? toStats(noReviews)]));
}

/** How many products of one category are named. */
const TOP_RATED = 10;

/**
 * The best product of each category, or the best of one category. An average counts for more the more reviews it
 * stands on: each product starts with five reviews of 3.5 stars, so that a single 5 does not lead.
 */
export async function listTopRatedProducts(db: Store, businessId: number, query: Parameters<'listTopRatedProducts'>): Promise<TopRatedProduct[]> {
  const names = query.category_name === undefined ? await categoryNames(db, businessId) : [query.category_name];
  const products: TopRatedProduct[] = [];
  for (const name of names) {
    let best = db
      .selectFrom('product_category')
      .innerJoin('product', (join) => join.onRef('product.business_id', '=', 'product_category.business_id').onRef('product.id', '=', 'product_category.product_id'))
      .where('product_category.business_id', '=', businessId)
      .where('product_category.name', '=', name)
      .where('score', 'is not', null);
    if (query.currency !== undefined) best = best.where('currency', '=', query.currency.toUpperCase());
    const rows = await best
      .selectAll('product')
      .orderBy('score', 'desc')
      .orderBy('product_category.product_id', 'desc')
      .limit(query.category_name === undefined ? 1 : TOP_RATED)
      .execute();
    products.push(...rows.map((row) => ({ ...toProduct(row), category_name: name })));
  }
  return products;
}

/** The categories that have a rated product, each found by one step in the index instead of by reading all products. */
async function categoryNames(db: Store, businessId: number): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) => sql`(select min(name) from product_category where business_id = ${businessId} and score is not null and ${after})`;
  const { rows } = await sql<{ name: string }>`
    with recursive step (name) as (select ${next(sql`true`)} union all select ${next(sql`name > step.name`)} from step where step.name is not null)
    select name from step where name is not null`.execute(db);
  return rows.map(({ name }) => name);
}

// ---- writing ------------------------------------------------------------------------------------------------------

/** Keeps reviews as a server of the API gave them, by their id, and counts them. */
export function saveProductReviews(db: Store, businessId: number, items: readonly ProductReview[]): Promise<void> {
  return atomically(db, async (db) => {
    const tally = new ReviewTally();
    for (const item of items) {
      // A review that names no product belongs nowhere.
      if (item.product === null) continue;
      const before = await lockRow(db, businessId, item.id);
      const productId = await idOfNestedProduct(db, businessId, item.product);
      const authorId = await saveAuthor(db, businessId, item.user, before?.author_id ?? null);
      await putRow(db, tally, before, {
        business_id: businessId,
        id: item.id,
        product_id: productId,
        author_id: authorId,
        state: stateOf(item),
        title: item.title,
        content: item.content,
        rating: item.rating,
        order_id: item.order_id,
        user_location: item.user_location,
        attributes: JSON.stringify(item.attributes),
        images: JSON.stringify(item.images),
        solicited: toFlag(item.solicited === 'Yes'),
        positive_votes: item.num_positive_votes,
        negative_votes: item.num_negative_votes,
        created_at: toTime(item.createdRFC)!,
        published_at: toTime(item.publishedRFC) ?? (item.published === 'pending' ? null : toTime(item.createdRFC)),
        removed_at: toTime(item.removedRFC),
      });
    }
    await tally.write(db, businessId);
    const largest = Math.max(0, ...items.map((item) => item.id));
    if (largest > 0) await reserveIds(db, 'product_review', largest);
  });
}

export interface NewProductReview {
  readonly productId: number;
  readonly authorId: number | null;
  readonly title: string;
  readonly content: string;
  readonly rating: number;
  readonly orderId: string | null;
  readonly userLocation: string | null;
  readonly attributes: readonly ReviewAttribute[];
  readonly images: readonly Image[];
  readonly solicited: boolean;
  /** True where the business wants to look at it first. */
  readonly held: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Adds a review that was written here; published at once unless it is held. */
export function addProductReview(db: Store, businessId: number, review: NewProductReview): Promise<ProductReview> {
  return atomically(db, async (db) => {
    const tally = new ReviewTally();
    const id = await nextId(db, 'product_review');
    await putRow(db, tally, undefined, {
      business_id: businessId,
      id,
      product_id: review.productId,
      author_id: review.authorId,
      state: review.held ? State.pending : State.published,
      title: review.title,
      content: review.content,
      rating: review.rating,
      order_id: review.orderId,
      user_location: review.userLocation,
      attributes: JSON.stringify(review.attributes),
      images: JSON.stringify(review.images),
      solicited: toFlag(review.solicited),
      positive_votes: 0,
      negative_votes: 0,
      created_at: review.now,
      published_at: review.held ? null : review.now,
      removed_at: null,
    });
    await tally.write(db, businessId);
    await countForAuthor(db, businessId, review.authorId, { reviews: 1 });
    return (await getProductReview(db, businessId, id))!;
  });
}

/** Counts a vote. False where no published review has this id. */
export function voteOnProductReview(db: Store, businessId: number, id: number, vote: 'positive' | 'negative'): Promise<boolean> {
  return atomically(db, async (db) => {
    const before = await lockRow(db, businessId, id);
    if (before?.state !== State.published) return false;
    const positive = before.positive_votes + (vote === 'positive' ? 1 : 0);
    const negative = before.negative_votes + (vote === 'negative' ? 1 : 0);
    await putRow(db, new ReviewTally(), before, { ...before, positive_votes: positive, negative_votes: negative });
    if (vote === 'positive') await countForAuthor(db, businessId, before.author_id, { helpfulVotes: 1 });
    return true;
  });
}

/** Publishes a pending review. False where it is not pending, or not there. */
export function publishProductReview(db: Store, businessId: number, id: number, now: number): Promise<boolean> {
  return atomically(db, async (db) => {
    const before = await lockRow(db, businessId, id);
    if (before?.state !== State.pending) return false;
    const tally = new ReviewTally();
    await putRow(db, tally, before, { ...before, state: State.published, published_at: now });
    await tally.write(db, businessId);
    return true;
  });
}

export function removeProductReviews(db: Store, businessId: number, ids: readonly number[], now: number): Promise<void> {
  return atomically(db, async (db) => {
    const tally = new ReviewTally();
    for (const id of ids) {
      const before = await lockRow(db, businessId, id);
      if (before && before.state !== State.removed) await putRow(db, tally, before, { ...before, state: State.removed, removed_at: now });
    }
    await tally.write(db, businessId);
  });
}

/** Deletes every review of these authors, in whatever state it is, and answers what was deleted. */
export function eraseProductReviews(db: Store, businessId: number, authorIds: readonly number[]): Promise<ProductReviewRow[]> {
  return atomically(db, async (db) => {
    const erased = await db.deleteFrom('product_review').where('business_id', '=', businessId).where('author_id', 'in', authorIds).returningAll().execute();
    const tally = new ReviewTally();
    for (const row of erased) if (row.state === State.published) tally.add(row.product_id, row.rating, -1);
    await tally.write(db, businessId);
    return erased;
  });
}

function lockRow(db: Store, businessId: number, id: number): Promise<ProductReviewRow | undefined> {
  return forUpdate(db, db.selectFrom('product_review').selectAll().where('business_id', '=', businessId).where('id', '=', id)).executeTakeFirst();
}

type Derived = 'has_photos' | 'relevance' | 'search_text';

/** The one way by which a review is written: what derives from it follows, and the tally learns what to count. */
async function putRow(db: Store, tally: ReviewTally, before: ProductReviewRow | undefined, given: Omit<ProductReviewRow, Derived>): Promise<void> {
  const row: ProductReviewRow = {
    ...given,
    has_photos: toFlag(given.images !== '[]'),
    relevance: relevanceOf(given),
    search_text: searchText(given.business_id, given.title, given.content),
  };
  if (before && isUnchanged(before, row)) return;
  if (before) {
    await db.updateTable('product_review').set(row).where('business_id', '=', row.business_id).where('id', '=', row.id).execute();
  } else {
    await db.insertInto('product_review').values(row).execute();
  }
  if (before && before.state === row.state && before.rating === row.rating && before.product_id === row.product_id) return;
  if (before?.state === State.published) tally.add(before.product_id, before.rating, -1);
  if (row.state === State.published) tally.add(row.product_id, row.rating, 1);
}

/**
 * Orders the listing `relevant`. A review is worth its day of writing, and what makes it useful is worth further
 * days: a helpful vote ten (at most 300), photos 90, a text that says something up to 60, a checked purchase 30.
 */
function relevanceOf(review: Omit<ProductReviewRow, Derived>): number {
  const helpful = Math.max(-30, Math.min(30, review.positive_votes - review.negative_votes));
  return (
    Math.floor(review.created_at / DAY) +
    helpful * 10 +
    (review.images === '[]' ? 0 : 90) +
    Math.min(60, Math.floor(review.content.length / 10)) +
    (review.solicited ? 30 : 0)
  );
}
