import { sql, type Selectable } from 'kysely';
import type { Image, ProductReview, ProductReviewStats, ReviewAttribute, TopRatedProduct } from '../contract/entities.ts';
import type { Parameters } from '../contract/parameters.ts';
import { countForAuthor, readAuthors, saveAuthor, toUser } from './authors.ts';
import { nextId, reserveIds, type Store } from './ids.ts';
import { publication, stateOf, toLocal, toRfc, toTime } from './moments.ts';
import { idOfNestedProduct, isFiltered, noReviews, readProducts, selectReviewedProducts, toProduct, toStats, type Page } from './products.ts';
import { isUnchanged, starColumn, toFlag } from './rows.ts';
import { State, type ProductReviewTable } from './tables.ts';
import { foldForSearch, matches } from './text.ts';
import { atomically } from './transaction.ts';

type ProductReviewRow = Selectable<ProductReviewTable>;

const DAY = 86_400_000;

// ---- reading ------------------------------------------------------------------------------------------------------

/** Published reviews of products, or with `deleted` the removed ones alone. */
export async function listProductReviews(db: Store, businessId: number, query: Parameters<'listProductReviews'>): Promise<Page<ProductReview>> {
  let found = db
    .selectFrom('product_review')
    .where('product_review.business_id', '=', businessId)
    .where('state', '=', query.deleted ? State.removed : State.published);
  if (isFiltered(query)) {
    const products = await selectReviewedProducts(db, businessId, query).select('product.id').execute();
    const [only, ...others] = products.map((product) => product.id);
    if (only === undefined) return { items: [], total: 0 };
    // One product is the usual case, and an equality lets its index order the page.
    found = others.length === 0 ? found.where('product_id', '=', only) : found.where('product_id', 'in', [only, ...others]);
  }
  if (query.ratings !== undefined) found = found.where('rating', 'in', query.ratings);
  if (query.only_photos) found = found.where('has_photos', '=', 1);
  if (query.q !== undefined) found = found.where(matches('product_review.search_text', query.q));
  if (query.date_from !== undefined) found = found.where('created_at', '>=', query.date_from);
  if (query.date_to !== undefined) found = found.where('created_at', '<=', query.date_to);

  const rows = await found
    .selectAll()
    .orderBy(query.order === 'relevant' ? 'relevance' : 'created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(query.start)
    .limit(query.count)
    .execute();
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { items: await toProductReviews(db, businessId, rows), total: Number(total) };
}

/** A review in whatever state it is. */
export async function getProductReview(db: Store, businessId: number, id: number): Promise<ProductReview | null> {
  const row = await findRow(db, businessId, id);
  return row ? (await toProductReviews(db, businessId, [row]))[0]! : null;
}

/** Every review of these authors, in whatever state it is, newest first. */
export async function listProductReviewsBy(db: Store, businessId: number, authorIds: readonly number[]): Promise<ProductReview[]> {
  const rows = await db.selectFrom('product_review').selectAll().where('business_id', '=', businessId).where('author_id', 'in', authorIds).orderBy('created_at', 'desc').execute();
  return toProductReviews(db, businessId, rows);
}

async function toProductReviews(db: Store, businessId: number, rows: readonly ProductReviewRow[]): Promise<ProductReview[]> {
  const authors = await readAuthors(db, businessId, rows.map((row) => row.author_id));
  const products = await readProducts(db, businessId, rows.map((row) => row.product_id));
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    content: row.content,
    rating: row.rating,
    order_id: row.order_id,
    user: toUser(row.author_id === null ? undefined : authors.get(row.author_id), row.solicited === 1),
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
    product: products.get(row.product_id) ?? null,
    removedRFC: toRfc(row.removed_at),
  }));
}

/** Number, average and star counts of published reviews, from counters that every write maintains. */
export async function getProductReviewStats(db: Store, businessId: number, query: Parameters<'getProductReviewStats'>): Promise<ProductReviewStats> {
  const sum = (column: keyof typeof noReviews) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as(column);
  const counted = await selectReviewedProducts(db, businessId, query)
    .select([sum('num_reviews'), sum('rating_sum'), sum('one'), sum('two'), sum('three'), sum('four'), sum('five')])
    .executeTakeFirstOrThrow();
  return toStats(counted);
}

/** The same for many products at once, by sku; an unknown sku has zeros. */
export async function statsBySku(db: Store, businessId: number, skus: readonly string[]): Promise<Record<string, ProductReviewStats>> {
  const rows = skus.length === 0 ? [] : await db
    .selectFrom('product')
    .select(['sku', 'num_reviews', 'rating_sum', 'one', 'two', 'three', 'four', 'five'])
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
  let found = db
    .selectFrom('product')
    .innerJoin('product_category', (join) =>
      join.onRef('product_category.product_id', '=', 'product.id').onRef('product_category.business_id', '=', 'product.business_id'),
    )
    .where('product.business_id', '=', businessId)
    .where('removed_at', 'is', null)
    .where('num_reviews', '>', 0);
  if (query.category_name !== undefined) found = found.where('product_category.name', '=', query.category_name);
  if (query.currency !== undefined) found = found.where('currency', '=', query.currency.toUpperCase());
  const rows = await found
    .selectAll('product')
    .select('product_category.name as category_name')
    .orderBy(sql`(rating_sum + 17.5) / (num_reviews + 5)`, 'desc')
    .orderBy('product.id')
    .execute();
  const best = query.category_name === undefined
    ? rows.filter((row, index) => rows.findIndex((other) => other.category_name === row.category_name) === index)
    : rows.slice(0, TOP_RATED);
  return best.map((row) => ({ ...toProduct(row), category_name: row.category_name }));
}

// ---- writing ------------------------------------------------------------------------------------------------------

/** Keeps reviews as a server of the API gave them, by their id, and counts them. */
export function saveProductReviews(db: Store, businessId: number, items: readonly ProductReview[]): Promise<void> {
  return atomically(db, async (db) => {
    for (const item of items) {
      // A review that names no product belongs nowhere.
      if (item.product === null) continue;
      const before = await findRow(db, businessId, item.id);
      const productId = await idOfNestedProduct(db, businessId, item.product);
      const authorId = await saveAuthor(db, businessId, item.user, before?.author_id ?? null);
      await putRow(db, before, {
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
    const id = await nextId(db, 'product_review');
    await putRow(db, undefined, {
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
    await putRow(db, before, { ...before, positive_votes: positive, negative_votes: negative });
    if (vote === 'positive') await countForAuthor(db, businessId, before.author_id, { helpfulVotes: 1 });
    return true;
  });
}

export function removeProductReviews(db: Store, businessId: number, ids: readonly number[], now: number): Promise<void> {
  return atomically(db, async (db) => {
    for (const id of ids) {
      const before = await lockRow(db, businessId, id);
      if (before && before.state !== State.removed) await putRow(db, before, { ...before, state: State.removed, removed_at: now });
    }
  });
}

/** Deletes every review of these authors, in whatever state it is, and answers what was deleted. */
export function eraseProductReviews(db: Store, businessId: number, authorIds: readonly number[]): Promise<ProductReviewRow[]> {
  return atomically(db, async (db) => {
    const erased = await db.deleteFrom('product_review').where('business_id', '=', businessId).where('author_id', 'in', authorIds).returningAll().execute();
    for (const row of erased) if (row.state === State.published) await count(db, row, -1);
    return erased;
  });
}

function findRow(db: Store, businessId: number, id: number): Promise<ProductReviewRow | undefined> {
  return db.selectFrom('product_review').selectAll().where('business_id', '=', businessId).where('id', '=', id).executeTakeFirst();
}

/** The row as it is now, and as it stays until this transaction ends: writing it as it is locks it on both databases. */
function lockRow(db: Store, businessId: number, id: number): Promise<ProductReviewRow | undefined> {
  return db.updateTable('product_review').set((eb) => ({ state: eb.ref('state') })).where('business_id', '=', businessId).where('id', '=', id).returningAll().executeTakeFirst();
}

type Derived = 'has_photos' | 'relevance' | 'search_text';

/** The one way by which a review is written: what derives from it and the counters of its product follow. */
async function putRow(db: Store, before: ProductReviewRow | undefined, given: Omit<ProductReviewRow, Derived>): Promise<void> {
  const row: ProductReviewRow = {
    ...given,
    has_photos: toFlag(given.images !== '[]'),
    relevance: relevanceOf(given),
    search_text: foldForSearch(given.title, given.content),
  };
  if (before && isUnchanged(before, row)) return;
  if (before) {
    await db.updateTable('product_review').set(row).where('business_id', '=', row.business_id).where('id', '=', row.id).execute();
  } else {
    await db.insertInto('product_review').values(row).execute();
  }
  if (before && before.state === row.state && before.rating === row.rating && before.product_id === row.product_id) return;
  if (before?.state === State.published) await count(db, before, -1);
  if (row.state === State.published) await count(db, row, 1);
}

async function count(db: Store, review: ProductReviewRow, change: 1 | -1): Promise<void> {
  const star = starColumn(review.rating);
  await db
    .updateTable('product')
    .set((eb) => ({
      num_reviews: eb('num_reviews', '+', change),
      rating_sum: eb('rating_sum', '+', change * review.rating),
      [star]: eb(star, '+', change),
    }))
    .where('business_id', '=', review.business_id)
    .where('id', '=', review.product_id)
    .execute();
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
