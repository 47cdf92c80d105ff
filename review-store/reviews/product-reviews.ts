/** Reviews of products, as answers show them. */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Image, NestedProduct, ProductReview, ReviewAttribute } from '../../contract/entities/entities.ts';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import { toUser, type ShownAuthor } from '../content/authors.ts';
import { compiled, type Given } from '../databases/compiled.ts';
import { engineOf } from '../databases/engine.ts';
import type { Store } from '../content/ids.ts';
import { publication, toLocal, toRfc } from '../content/moments.ts';
import { readSum, scopes, toStats } from '../products/product-ratings.ts';
import {
  findProductBySku,
  isFiltered,
  readProducts,
  selectReviewedProducts,
  toProduct,
  type Page,
} from '../products/products.ts';
import { sumOfProducts } from './product-review-statistics.ts';
import { countAll } from '../content/rows.ts';
import { matching } from '../content/search.ts';
import { State, type StoreTables } from '../tables.ts';
import { isVerified, verified } from '../content/verified.ts';

type ApiQuery = Parameters<'listProductReviews'>;

/** What a list may be asked: what the API takes, and what only shoppers of the proxy may ask. */
export type ProductReviewQuery = Omit<ApiQuery, 'order'> & {
  readonly order: ApiQuery['order'] | 'oldest' | 'helpful' | 'highest' | 'lowest' | 'photos';
  readonly verified?: true | undefined;
  /** Any of the options of each attribute. */
  readonly chosen?: readonly ReviewAttribute[] | undefined;
  /** What else must be true of a row of `product_review`. */
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
  if (isPlain(query)) return readPlainPage(db, businessId, query);
  const found = await selectProductReviews(db, businessId, query);
  const rows = await ordered(firstOf(shown(found.query), query.first), query.order)
    .offset(query.start)
    .limit(query.count)
    .execute();
  return toProductReviews(db, businessId, rows);
}

const firstOf = <Row>(
  found: SelectQueryBuilder<StoreTables, 'product_review', Row>,
  first: ProductReviewQuery['first'],
) => (first ? found.orderBy(first, 'desc') : found);

/** Newest first where the order says nothing else; the later number first at the same moment. */
function ordered<Row>(
  found: SelectQueryBuilder<StoreTables, 'product_review', Row>,
  order: ProductReviewQuery['order'],
) {
  // The other way around in full, so that the index of newest first has this order too.
  if (order === 'oldest') return found.orderBy('created_at').orderBy('product_review.id');
  if (order === 'relevant') return found.orderBy('relevance', 'desc').orderBy('product_review.id', 'desc');
  const first =
    order === 'helpful'
      ? found.orderBy(sql`positive_votes - negative_votes`, 'desc')
      : order === 'photos'
        ? found.orderBy('has_photos', 'desc')
        : order === 'created'
          ? found
          : found.orderBy('rating', order === 'highest' ? 'desc' : 'asc');
  return first.orderBy('created_at', 'desc').orderBy('product_review.id', 'desc');
}

type PlainQuery = ProductReviewQuery & { readonly order: ApiQuery['order'] };

/** The one page that most shoppers see: of one product, with no filter. */
function isPlain(query: ProductReviewQuery): query is PlainQuery {
  const { start: _start, count: _count, order, sku, deleted, only_photos: photos, ...filters } = query;
  return (
    sku !== undefined &&
    !deleted &&
    !photos &&
    order in plainPages &&
    Object.values(filters).every((value) => value === undefined)
  );
}

async function readPlainPage(db: Store, businessId: number, query: PlainQuery): Promise<ProductReview[]> {
  const row = await findProductBySku(db, businessId, query.sku!);
  if (!row) return [];
  const product = toProduct(row);
  const { start, count, order } = query;
  const rows = await plainPages[order](db, { businessId, productId: product.id, start, count });
  return rows.map((review) => toProductReview(review, product));
}

const plainPage = (order: 'created_at' | 'relevance') =>
  compiled((db: Store, given: Given<Record<'businessId' | 'productId' | 'start' | 'count', number>>) =>
    shown(db.selectFrom('product_review').where('product_review.business_id', '=', given('businessId')))
      .where('product_id', '=', given('productId'))
      .where('state', '=', State.published)
      .orderBy(order, 'desc')
      .orderBy('product_review.id', 'desc')
      .offset(given('start'))
      .limit(given('count')),
  );
const plainPages = { created: plainPage('created_at'), relevant: plainPage('relevance') } as const;

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
  const found = await selectProductReviews(db, businessId, query);
  return countAll(found.query);
}

/** Up to this many products are named one by one, so that the index of each gives its reviews. */
const FEW_PRODUCTS = 50;

async function selectProductReviews(db: Store, businessId: number, query: ProductReviewQuery) {
  let found = db
    .selectFrom('product_review')
    .where('product_review.business_id', '=', businessId)
    .where('state', '=', query.deleted ? State.removed : State.published);
  if (isFiltered(query)) {
    const products = selectReviewedProducts(db, businessId, query, query.deleted).select('product.id');
    const ids = (await products.limit(FEW_PRODUCTS + 1).execute()).map((product) => product.id);
    // Usually it is one product, and an equality lets its index order the page.
    if (ids.length === 1) found = found.where('product_id', '=', ids[0]!);
    else
      found = found.where(
        'product_id',
        'in',
        ids.length > FEW_PRODUCTS ? products : ids.length > 0 ? ids : [NO_PRODUCT],
      );
  }
  // Reviews of a removed product are neither shown nor counted until the product is back.
  else if (!query.deleted) {
    found = found.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('product')
            .select('product.id')
            .where('product.business_id', '=', businessId)
            .whereRef('product.id', '=', 'product_review.product_id')
            .where('product.removed_at', 'is not', null),
        ),
      ),
    );
  }
  if (query.ratings !== undefined)
    found =
      query.ratings.length === 1
        ? found.where('rating', '=', query.ratings[0]!)
        : found.where('rating', 'in', query.ratings);
  // Not as a parameter: the index of reviews with photos is used only if the text of the query says that it asks for
  // them.
  if (query.only_photos) found = found.where(sql<boolean>`has_photos = 1`);
  if (query.q !== undefined) found = found.where(await matching(db, 'product_review', businessId, query.q));
  if (query.date_from !== undefined) found = found.where('created_at', '>=', query.date_from);
  if (query.date_to !== undefined) found = found.where('created_at', '<=', query.date_to);
  if (query.verified) found = found.where(verified, '=', 1);
  for (const options of byName(query.chosen ?? []))
    found = found.where(({ or }) => or(options.map((option) => holdsAttribute(db, option))));
  for (const condition of query.also ?? []) found = found.where(condition);
  // In an object: a query builder that is returned by itself would be taken for a promise and awaited.
  return { query: found };
}

const byName = (chosen: readonly ReviewAttribute[]): ReviewAttribute[][] =>
  [...new Set(chosen.map(({ name }) => name))].map((name) => chosen.filter((option) => option.name === name));

/** Quotes inside of texts are escaped in JSON, so no text can look like an attribute. */
const holdsAttribute = (db: Store, { name, value }: ReviewAttribute): RawBuilder<boolean> =>
  engineOf(db).holds(sql.ref('product_review.attributes'), JSON.stringify({ name, value }));

/** No product has this number. */
const NO_PRODUCT = 0;

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
  const rows = await ordered(
    shown(selectRows(db, businessId))
      .where('product_id', 'in', [...productIds])
      .where('state', '=', State.published)
      .where('rating', '>=', fewest)
      .where('rating', '<=', most)
      .where('positive_votes', '>=', ENOUGH_VOTES)
      .whereRef('positive_votes', '>', 'negative_votes'),
    'helpful',
  )
    .limit(1)
    .execute();
  return (await toProductReviews(db, businessId, rows))[0] ?? null;
}

/** A review in any state. */
export async function getProductReview(db: Store, businessId: number, id: number): Promise<ProductReview | null> {
  const rows = await shown(selectRows(db, businessId)).where('product_review.id', '=', id).execute();
  return (await toProductReviews(db, businessId, rows))[0] ?? null;
}

/** Whose review it is; null if nobody knows, or there is no such review. */
export async function findProductReviewAuthorId(db: Store, businessId: number, id: number): Promise<number | null> {
  const row = await selectRows(db, businessId).select('author_id').where('id', '=', id).executeTakeFirst();
  return row?.author_id ?? null;
}

/** Reviews in any state, by number. */
export async function readProductReviews(
  db: Store,
  businessId: number,
  ids: readonly number[],
): Promise<ProductReview[]> {
  if (ids.length === 0) return [];
  const rows = await shown(selectRows(db, businessId))
    .where('product_review.id', 'in', [...ids])
    .execute();
  return toProductReviews(db, businessId, rows);
}

/** Every review of these authors, in any state, newest first. */
export async function listProductReviewsBy(
  db: Store,
  businessId: number,
  authorIds: readonly number[],
): Promise<ProductReview[]> {
  if (authorIds.length === 0) return [];
  const rows = await shown(selectRows(db, businessId))
    .where('author_id', 'in', authorIds)
    .orderBy('created_at', 'desc')
    .execute();
  return toProductReviews(db, businessId, rows);
}

const selectRows = (db: Store, businessId: number) =>
  db.selectFrom('product_review').where('product_review.business_id', '=', businessId);

/** What an answer shows of reviews, with their authors. The columns to search and sort by are long, and stay behind. */
function shown(query: SelectQueryBuilder<StoreTables, 'product_review', object>) {
  return query
    .leftJoin('author', (join) =>
      join
        .onRef('author.business_id', '=', 'product_review.business_id')
        .onRef('author.id', '=', 'product_review.author_id'),
    )
    .select([
      'product_review.id',
      'product_id',
      'title',
      'content',
      'rating',
      'order_id',
      'user_location',
      'attributes',
      'images',
      'solicited',
      'verified',
      'incentivised',
    ])
    .select(['positive_votes', 'negative_votes', 'created_at', 'published_at', 'removed_at'])
    .select([
      'author.id as author',
      'username',
      'first_name',
      'last_name',
      'thumbnail',
      'profile_page',
      'email',
      'num_reviews',
      'num_helpful_votes',
    ]);
}

type ShownRow = ReturnType<typeof shown> extends SelectQueryBuilder<StoreTables, never, infer Row> ? Row : never;

async function toProductReviews(db: Store, businessId: number, rows: readonly ShownRow[]): Promise<ProductReview[]> {
  const products = await readProducts(db, businessId, rows);
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
    verified: isVerified(row),
    incentivised: row.incentivised === null ? null : row.incentivised === 1,
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
