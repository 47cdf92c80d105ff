import { sql, type Selectable } from 'kysely';
import type { AspectRating, Image, OriginalReview, Review, User } from '../contract/entities.ts';
import type { Parameters } from '../contract/parameters.ts';
import { countForAuthor, findAuthor, readAuthors, saveAuthor, toEmbeddedUser, toUser, type AuthorRow } from './authors.ts';
import { ALL_REVIEWS } from './businesses.ts';
import { nextId, reserveIds, type Store } from './ids.ts';
import { publication, stateOf, toLocal, toRfc, toTime } from './moments.ts';
import type { Page } from './products.ts';
import { forUpdate, isUnchanged, starColumn } from './rows.ts';
import { matching } from './search.ts';
import { State, type ReviewTable } from './tables.ts';
import { searchText } from './text.ts';
import { atomically } from './transaction.ts';

type ReviewRow = Selectable<ReviewTable>;

// ---- reading ------------------------------------------------------------------------------------------------------

/** One page of the reviews of a business. */
export async function readReviewPage(db: Store, businessId: number, query: Parameters<'listReviews'>): Promise<Review[]> {
  const found = await selectReviews(db, businessId, query);
  const direction = query.order === 'ASC' ? 'asc' : 'desc';
  const rows = await found.query.selectAll('review').orderBy('created_at', direction).orderBy('review.id', direction).offset(query.start).limit(query.count).execute();
  return toReviews(db, businessId, rows);
}

/** The same, and how many there are on all pages. */
export async function listReviews(db: Store, businessId: number, query: Parameters<'listReviews'>): Promise<Page<Review>> {
  const found = await selectReviews(db, businessId, query);
  const { total } = await found.query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { items: await readReviewPage(db, businessId, query), total: Number(total) };
}

async function selectReviews(db: Store, businessId: number, query: Parameters<'listReviews'>) {
  let found = db.selectFrom('review').where('review.business_id', '=', businessId);
  if (query.datasources.length === 0) found = found.where('datasource', '=', '');
  else found = found.where('datasource', 'in', ['', ...query.datasources]);
  if (query.deleted) found = found.where('state', '=', State.removed);
  // As an exclusion, so that the order of the listing comes from its index: two states would be two orders.
  else if (query.unpublished) found = found.where('state', '<>', State.removed);
  else found = found.where('state', '=', State.published);
  if (query.q !== undefined) found = found.where(await matching(db, 'review', businessId, query.q));
  if (query.labels !== undefined) {
    const labels = query.labels;
    found = found.where('review.id', 'in', (eb) =>
      eb.selectFrom('review_label').select('review_id').where('review_label.business_id', '=', businessId).where('name', 'in', labels),
    );
  }
  if (query.updated) found = found.where('updated_for', 'is not', null);
  if (query.solicited !== undefined) found = found.where('source', query.solicited ? 'is not' : 'is', null);
  if (query.date_from !== undefined) found = found.where('created_at', '>=', query.date_from);
  if (query.date_to !== undefined) found = found.where('created_at', '<=', query.date_to);
  // In an object: a query builder that is returned bare would be taken for a promise and awaited.
  return { query: found };
}

/** A review in whatever state it is; who may see it is the caller's to say. */
export async function getReview(db: Store, businessId: number, reviewNo: number): Promise<Review | null> {
  const row = await findRow(db, businessId, reviewNo);
  return row ? (await toReviews(db, businessId, [row]))[0]! : null;
}

/** The same, as it stays until this transaction ends. */
export async function lockReview(db: Store, businessId: number, reviewNo: number): Promise<Review | null> {
  const row = await lockRow(db, businessId, reviewNo);
  return row ? (await toReviews(db, businessId, [row]))[0]! : null;
}

/** Who wrote a review; null where nobody is known to have, undefined where there is no such review. */
export async function findReviewAuthor(db: Store, businessId: number, reviewNo: number): Promise<AuthorRow | null | undefined> {
  const row = await findRow(db, businessId, reviewNo);
  if (!row) return undefined;
  return (row.author_id === null ? undefined : await findAuthor(db, businessId, row.author_id)) ?? null;
}

/** Reviews in whatever state they are, by number: one query for all of them. */
export async function readReviews(db: Store, businessId: number, reviewNos: readonly (number | null)[]): Promise<Map<number, Review>> {
  const wanted = [...new Set(reviewNos.filter((reviewNo) => reviewNo !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom('review').selectAll().where('business_id', '=', businessId).where('id', 'in', wanted).execute();
  return new Map((await toReviews(db, businessId, rows)).map((review) => [review.reviewNo, review]));
}

/** Every review of these authors, in whatever state it is, newest first. */
export async function listReviewsBy(db: Store, businessId: number, authorIds: readonly number[]): Promise<Review[]> {
  if (authorIds.length === 0) return [];
  const rows = await db.selectFrom('review').selectAll().where('business_id', '=', businessId).where('author_id', 'in', authorIds).orderBy('created_at', 'desc').execute();
  return toReviews(db, businessId, rows);
}

/** So many reviews of one person can be chosen from. */
const MOST_OWN = 50;

/** The own reviews that somebody wrote about the business, newest first; removed ones are left out. */
export async function findReviewsOf(db: Store, businessId: number, email: string): Promise<Review[]> {
  const rows = await db
    .selectFrom('review')
    .selectAll('review')
    .innerJoin('author', (join) => join.onRef('author.id', '=', 'review.author_id').onRef('author.business_id', '=', 'review.business_id'))
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
  const authors = await readAuthors(db, businessId, rows.map((row) => row.author_id));
  return rows.map((row) => ({
    reviewNo: row.id,
    rating: JSON.parse(row.ratings) as AspectRating[],
    title: row.title,
    content: row.content,
    tip: row.tip,
    order_id: row.order_id,
    images: JSON.parse(row.images) as Image[],
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
  }));
}

const authorOf = (row: ReviewRow, authors: ReadonlyMap<number, AuthorRow>): User | null =>
  toUser(row.author_id === null ? undefined : authors.get(row.author_id), row.source !== null);

/** An original without an author of its own is by the author of the review. */
function toOriginal(row: ReviewRow, authors: ReadonlyMap<number, AuthorRow>): OriginalReview | null {
  if (row.updated_for === null) return null;
  const original = JSON.parse(row.updated_for) as OriginalReview;
  return { ...original, author: original.author ?? authorOf(row, authors) };
}

// ---- writing ------------------------------------------------------------------------------------------------------

/** Keeps reviews as a server of the API gave them, by their number, and counts them for the business. */
export function saveReviews(db: Store, businessId: number, items: readonly Review[]): Promise<void> {
  return atomically(db, async (db) => {
    for (const item of items) {
      const before = await lockRow(db, businessId, item.reviewNo);
      await putRow(db, before, {
        business_id: businessId,
        id: item.reviewNo,
        author_id: await saveAuthor(db, businessId, item.author, before?.author_id ?? null),
        state: stateOf(item),
        title: item.title,
        content: item.content,
        tip: item.tip,
        order_id: item.order_id,
        ratings: JSON.stringify(item.rating),
        images: JSON.stringify(item.images),
        positive_votes: item.positive_votes,
        negative_votes: item.negative_votes,
        updated_for: item.updated_for === null ? null : JSON.stringify({ ...item.updated_for, author: toEmbeddedUser(item.updated_for.author, item.updated_for.source !== null) }),
        source: item.source,
        datasource: item.datasource ?? '',
        labels: JSON.stringify(item.labels),
        created_at: toTime(item.createdRFC)!,
        published_at: toTime(item.publishedRFC) ?? (item.published === 'pending' ? null : toTime(item.createdRFC)),
        edited_at: toTime(item.editedRFC),
        removed_at: toTime(item.removedRFC),
      });
    }
    const largest = Math.max(0, ...items.map((item) => item.reviewNo));
    if (largest > 0) await reserveIds(db, 'review', largest);
  });
}

export interface NewReview {
  readonly authorId: number | null;
  readonly title: string;
  readonly content: string;
  readonly tip: string | null;
  readonly orderId: string | null;
  readonly ratings: readonly AspectRating[];
  readonly images: readonly Image[];
  readonly source: string | null;
  readonly labels: readonly string[];
  /** True where the business wants to look at it first. */
  readonly held: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Adds a review that was written here, and answers it. */
export function addReview(db: Store, businessId: number, review: NewReview): Promise<Review> {
  return atomically(db, async (db) => {
    const id = await nextId(db, 'review');
    await putRow(db, undefined, {
      business_id: businessId,
      id,
      author_id: review.authorId,
      state: review.held ? State.pending : State.published,
      title: review.title,
      content: review.content,
      tip: review.tip,
      order_id: review.orderId,
      ratings: JSON.stringify(review.ratings),
      images: JSON.stringify(review.images),
      positive_votes: 0,
      negative_votes: 0,
      updated_for: null,
      source: review.source,
      datasource: '',
      labels: JSON.stringify(review.labels),
      created_at: review.now,
      published_at: review.held ? null : review.now,
      edited_at: null,
      removed_at: null,
    });
    await countForAuthor(db, businessId, review.authorId, { reviews: 1 });
    return (await getReview(db, businessId, id))!;
  });
}

export interface ReviewChange {
  readonly title: string;
  readonly content: string;
  readonly tip: string | null;
  readonly ratings: readonly AspectRating[];
  readonly images: readonly Image[];
  /** True where the business wants to look at it first. */
  readonly held: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Changes a review in its author's name. What stood there first is kept as `updated_for`, through any number of
 * changes. False where the review was removed, or is not there.
 */
export function editReview(db: Store, businessId: number, reviewNo: number, change: ReviewChange): Promise<boolean> {
  return atomically(db, async (db) => {
    const before = await lockRow(db, businessId, reviewNo);
    if (!before || before.state === State.removed) return false;
    const { updated_for: original, ...first } = (await getReview(db, businessId, reviewNo))!;
    await putRow(db, before, {
      ...before,
      title: change.title,
      content: change.content,
      tip: change.tip,
      ratings: JSON.stringify(change.ratings),
      images: JSON.stringify(change.images),
      state: change.held ? State.pending : before.state,
      published_at: change.held ? null : before.published_at,
      updated_for: JSON.stringify(original ?? ({ ...first, author: null } satisfies OriginalReview)),
      edited_at: change.now,
    });
    return true;
  });
}

/** Publishes a pending review. False where it is not pending, or not there. */
export function publishReview(db: Store, businessId: number, reviewNo: number, now: number): Promise<boolean> {
  return atomically(db, async (db) => {
    const before = await lockRow(db, businessId, reviewNo);
    if (before?.state !== State.pending) return false;
    await putRow(db, before, { ...before, state: State.published, published_at: now });
    return true;
  });
}

export function removeReviews(db: Store, businessId: number, reviewNos: readonly number[], now: number): Promise<void> {
  return atomically(db, async (db) => {
    for (const reviewNo of reviewNos) {
      const before = await lockRow(db, businessId, reviewNo);
      if (before && before.state !== State.removed) await putRow(db, before, { ...before, state: State.removed, removed_at: now });
    }
  });
}

/** Deletes every review of these authors, in whatever state it is, and answers what was deleted. */
export function eraseReviews(db: Store, businessId: number, authorIds: readonly number[]): Promise<ReviewRow[]> {
  return atomically(db, async (db) => {
    const erased = await db.deleteFrom('review').where('business_id', '=', businessId).where('author_id', 'in', authorIds).returningAll().execute();
    for (const row of erased) if (row.state === State.published) await count(db, row, -1);
    return erased;
  });
}

function findRow(db: Store, businessId: number, id: number): Promise<ReviewRow | undefined> {
  return db.selectFrom('review').selectAll().where('business_id', '=', businessId).where('id', '=', id).executeTakeFirst();
}

function lockRow(db: Store, businessId: number, id: number): Promise<ReviewRow | undefined> {
  return forUpdate(db, db.selectFrom('review').selectAll().where('business_id', '=', businessId).where('id', '=', id)).executeTakeFirst();
}

/** The one way by which a review is written: its search text, its labels and the counters of the business follow. */
async function putRow(db: Store, before: ReviewRow | undefined, given: Omit<ReviewRow, 'search_text'>): Promise<void> {
  const row: ReviewRow = { ...given, search_text: searchText(given.business_id, given.title, given.content) };
  if (before && isUnchanged(before, row)) return;
  if (before) {
    await db.updateTable('review').set(row).where('business_id', '=', row.business_id).where('id', '=', row.id).execute();
  } else {
    await db.insertInto('review').values(row).execute();
  }
  if ((before?.labels ?? '[]') !== row.labels) await saveLabels(db, row);
  if (before && before.state === row.state && before.ratings === row.ratings && before.datasource === row.datasource) return;
  if (before?.state === State.published) await count(db, before, -1);
  if (row.state === State.published) await count(db, row, 1);
}

async function saveLabels(db: Store, review: ReviewRow): Promise<void> {
  await db.deleteFrom('review_label').where('business_id', '=', review.business_id).where('review_id', '=', review.id).execute();
  const names = [...new Set(JSON.parse(review.labels) as string[])];
  if (names.length > 0) {
    await db.insertInto('review_label').values(names.map((name) => ({ business_id: review.business_id, review_id: review.id, name }))).execute();
  }
}

async function count(db: Store, review: ReviewRow, change: 1 | -1): Promise<void> {
  const rated = (JSON.parse(review.ratings) as AspectRating[]).filter((aspect) => aspect.rating !== null);
  await countAspect(db, review, ALL_REVIEWS, null, change);
  for (const { type, rating } of rated) await countAspect(db, review, type, rating, change);
}

async function countAspect(db: Store, review: ReviewRow, aspect: string, rating: number | null, change: 1 | -1): Promise<void> {
  const star = rating === null ? null : starColumn(rating);
  await db
    .insertInto('business_rating')
    .values({ business_id: review.business_id, datasource: review.datasource, aspect, ratings: change, sum: change * Math.round(rating ?? 0), one: 0, two: 0, three: 0, four: 0, five: 0, ...(star ? { [star]: change } : {}) })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'datasource', 'aspect']).doUpdateSet((eb) => ({
        ratings: eb('business_rating.ratings', '+', change),
        sum: eb('business_rating.sum', '+', change * Math.round(rating ?? 0)),
        ...(star ? { [star]: eb(`business_rating.${star}`, '+', change) } : {}),
      })),
    )
    .execute();
}
