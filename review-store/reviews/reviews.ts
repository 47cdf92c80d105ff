/** Reviews of a business, as answers show them. */
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { AspectRating, OriginalReview, Review, ReviewAttribute, User } from '../../contract/entities/entities.ts';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import { findAuthor, readAuthors, toUser, type AuthorRow } from '../content/authors.ts';
import type { Store } from '../content/ids.ts';
import { numbered } from '../content/numbered.ts';
import { publication, toLocal, toRfc } from '../content/moments.ts';
import type { Page } from '../products/products.ts';
import { hiddenPhotos, shownPhotos } from '../content/photos.ts';
import { countAll } from '../content/rows.ts';
import { matching } from '../content/search.ts';
import { isVerifiedOfShop } from '../content/verified.ts';
import { State, type ReviewTable } from '../tables.ts';

export type ReviewRow = Selectable<ReviewTable>;

type ApiQuery = Parameters<'listReviews'>;

/** The parameters of a list: the API's, and those that only shoppers of the proxy may send. */
export type ReviewQuery = Omit<ApiQuery, 'order'> & {
  readonly order: ApiQuery['order'] | 'helpful';
  /** Rows that come before the newest, and conditions for a row of `review`. */
  readonly first?: RawBuilder<number> | undefined;
  readonly also?: readonly RawBuilder<boolean>[] | undefined;
};

/** One page of the reviews of a business. */
export async function readReviewPage(db: Store, businessId: number, query: ReviewQuery): Promise<Review[]> {
  const found = await selectReviews(db, businessId, query);
  const direction = query.order === 'ASC' ? 'asc' : 'desc';
  const { first = query.order === 'helpful' ? sql<number>`positive_votes - negative_votes` : undefined } = query;
  const rows = await found.query
    .selectAll('review')
    .$if(first !== undefined, (found) => found.orderBy(first!, 'desc'))
    .orderBy('created_at', direction)
    .orderBy('review.id', direction)
    .offset(query.start)
    .limit(query.count)
    .execute();
  return toReviews(db, businessId, rows);
}

/** The same, and how many there are on all pages. */
export async function listReviews(db: Store, businessId: number, query: ReviewQuery): Promise<Page<Review>> {
  const found = await selectReviews(db, businessId, query);
  const total = await countAll(found.query);
  return { items: await readReviewPage(db, businessId, query), total };
}

async function selectReviews(db: Store, businessId: number, query: ReviewQuery) {
  let found = db.selectFrom('review').where('review.business_id', '=', businessId);
  if (query.datasources.length === 0) found = found.where('datasource', '=', '');
  else found = found.where('datasource', 'in', ['', ...query.datasources]);
  if (query.deleted) found = found.where('state', '=', State.removed);
  // Written as an exclusion, so that the index orders the listing: two states would be two orders.
  else if (query.unpublished) found = found.where('state', '<>', State.removed);
  else found = found.where('state', '=', State.published);
  if (query.q !== undefined) found = found.where(await matching(db, 'review', businessId, query.q));
  if (query.labels !== undefined) {
    const labels = query.labels;
    found = found.where('review.id', 'in', (eb) =>
      eb
        .selectFrom('review_label')
        .select('review_id')
        .where('review_label.business_id', '=', businessId)
        .where('name', 'in', labels),
    );
  }
  if (query.updated) found = found.where('updated_for', 'is not', null);
  if (query.solicited !== undefined) found = found.where('source', query.solicited ? 'is not' : 'is', null);
  if (query.date_from !== undefined) found = found.where('created_at', '>=', query.date_from);
  if (query.date_to !== undefined) found = found.where('created_at', '<=', query.date_to);
  for (const condition of query.also ?? []) found = found.where(condition);
  // In an object: a query builder that is returned by itself would be taken for a promise and awaited.
  return { query: found };
}

/** A review in any state; the caller decides who may see it. */
export async function getReview(db: Store, businessId: number, reviewNo: number): Promise<Review | null> {
  const row = await findReviewRow(db, businessId, reviewNo);
  return row ? (await toReviews(db, businessId, [row]))[0]! : null;
}

/** The same, locked until this transaction ends. */
export async function lockReview(db: Store, businessId: number, reviewNo: number): Promise<Review | null> {
  const row = await numbered('review').lock(db, businessId, reviewNo);
  return row ? (await toReviews(db, businessId, [row]))[0]! : null;
}

/** The author of a review; null if nobody knows, undefined if there is no such review. */
export async function findReviewAuthor(
  db: Store,
  businessId: number,
  reviewNo: number,
): Promise<AuthorRow | null | undefined> {
  const row = await findReviewRow(db, businessId, reviewNo);
  if (!row) return undefined;
  return (row.author_id === null ? undefined : await findAuthor(db, businessId, row.author_id)) ?? null;
}

/** Reviews in any state, by number: one query for all. */
export async function readReviews(
  db: Store,
  businessId: number,
  reviewNos: readonly (number | null)[],
): Promise<Map<number, Review>> {
  const wanted = [...new Set(reviewNos.filter((reviewNo) => reviewNo !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('review')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', 'in', wanted)
    .execute();
  return new Map((await toReviews(db, businessId, rows)).map((review) => [review.reviewNo, review]));
}

/** Every review of these authors, in any state, newest first. */
export async function listReviewsBy(db: Store, businessId: number, authorIds: readonly number[]): Promise<Review[]> {
  if (authorIds.length === 0) return [];
  const rows = await db
    .selectFrom('review')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('author_id', 'in', authorIds)
    .orderBy('created_at', 'desc')
    .execute();
  return toReviews(db, businessId, rows);
}

/** At most this many reviews of one person are offered to choose from. */
const MOST_OWN = 50;

/** Somebody's reviews of the business itself, newest first, without removed ones. */
export async function findReviewsOf(db: Store, businessId: number, email: string): Promise<Review[]> {
  const rows = await db
    .selectFrom('review')
    .selectAll('review')
    .innerJoin('author', (join) =>
      join.onRef('author.id', '=', 'review.author_id').onRef('author.business_id', '=', 'review.business_id'),
    )
    .where('review.business_id', '=', businessId)
    .where('author.email', '=', email)
    .where('state', '!=', State.removed)
    .where('datasource', '=', '')
    .orderBy('created_at', 'desc')
    .orderBy('review.id', 'desc')
    .limit(MOST_OWN)
    .execute();
  return toReviews(db, businessId, rows);
}

async function toReviews(db: Store, businessId: number, rows: readonly ReviewRow[]): Promise<Review[]> {
  const authors = await readAuthors(db, businessId, rows);
  return rows.map((row) => ({
    reviewNo: row.id,
    rating: JSON.parse(row.ratings) as AspectRating[],
    title: row.title,
    content: row.content,
    tip: row.tip,
    order_id: row.order_id,
    images: shownPhotos(row.images),
    positive_votes: row.positive_votes,
    negative_votes: row.negative_votes,
    created: toLocal(row.created_at)!,
    createdRFC: toRfc(row.created_at)!,
    ...publication(row.published_at),
    edited: toLocal(row.edited_at),
    editedRFC: toRfc(row.edited_at),
    removedRFC: toRfc(row.removed_at),
    updated_for: toOriginal(row, authors),
    source: row.source,
    datasource: row.datasource === '' ? null : row.datasource,
    labels: JSON.parse(row.labels) as string[],
    author: authorOf(row, authors),
    user_location: row.user_location,
    attributes: JSON.parse(row.attributes) as ReviewAttribute[],
    verified: isVerifiedOfShop(row),
    incentivised: row.incentivised === null ? null : row.incentivised === 1,
    collected_by: row.collected_by,
  }));
}

const authorOf = (row: ReviewRow, authors: ReadonlyMap<number, AuthorRow>): User | null =>
  toUser(row.author_id === null ? undefined : authors.get(row.author_id), row.source !== null);

/** The author of an original is that of the review, unless it names one. */
function toOriginal(row: ReviewRow, authors: ReadonlyMap<number, AuthorRow>): OriginalReview | null {
  if (row.updated_for === null) return null;
  const original = JSON.parse(row.updated_for) as OriginalReview;
  const hidden = new Set(hiddenPhotos(row.images).map((photo) => photo.original));
  const images = original.images.filter((photo) => !hidden.has(photo.original));
  return { ...original, images, author: original.author ?? authorOf(row, authors) };
}

const findReviewRow = (db: Store, businessId: number, id: number): Promise<ReviewRow | undefined> =>
  db.selectFrom('review').selectAll().where('business_id', '=', businessId).where('id', '=', id).executeTakeFirst();
