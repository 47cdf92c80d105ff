import { type Selectable } from 'kysely';
import type { Comment, NumberedComment } from '../../contract/entities/entities.ts';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import { readAuthors, saveAuthors, toUser } from '../content/authors.ts';
import { nextId, type Store } from '../content/ids.ts';
import { publication, publishedAt, toLocal, toRfc, toTime } from '../content/moments.ts';
import type { Page } from '../products/products.ts';
import { numbered } from '../content/numbered.ts';
import { countAll, toFlag } from '../content/rows.ts';
import { State, type CommentTable } from '../tables.ts';
import { slices } from '../databases/slices.ts';
import { atomically } from '../databases/transaction.ts';

const rows = numbered('comment');

/** One page of the comments on reviews, newest first. */
export function readCommentPage(db: Store, businessId: number, query: Parameters<'listComments'>): Promise<Comment[]> {
  return readPage(db, businessId, selectComments(db, businessId, query), query);
}

/** The same, and how many there are on all pages. */
export function listComments(db: Store, businessId: number, query: Parameters<'listComments'>): Promise<Page<Comment>> {
  return readAndCount(db, businessId, selectComments(db, businessId, query), query);
}

/** The comments that everybody may see: activated and published ones, on a review that is published too. */
export function listPublicComments(
  db: Store,
  businessId: number,
  query: Parameters<'listComments'>,
): Promise<Page<Comment>> {
  const found = selectComments(db, businessId, query)
    .where('activated', '=', 1)
    .where('published_at', 'is not', null)
    .where('review_id', 'in', (eb) =>
      eb
        .selectFrom('review')
        .select('review.id')
        .where('review.business_id', '=', businessId)
        .where('state', '=', State.published),
    );
  return readAndCount(db, businessId, found, query);
}

/** Comments in any state, by number. */
export async function readComments(db: Store, businessId: number, ids: readonly number[]): Promise<NumberedComment[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('comment')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .execute();
  const authors = await readAuthors(db, businessId, rows);
  return rows.map((row) => ({ id: row.id, ...toComment(row, authors) }));
}

function selectComments(db: Store, businessId: number, query: Parameters<'listComments'>) {
  let found = db
    .selectFrom('comment')
    .where('comment.business_id', '=', businessId)
    .where('removed_at', query.deleted ? 'is not' : 'is', null);
  if (query.datasources.length === 0) found = found.where('datasource', '=', '');
  else found = found.where('datasource', 'in', ['', ...query.datasources]);
  if (query.review_no !== undefined) found = found.where('review_id', '=', query.review_no);
  if (query.updated) found = found.where('modified_at', 'is not', null);
  if (query.date_from !== undefined) found = found.where('created_at', '>=', query.date_from);
  if (query.date_to !== undefined) found = found.where('created_at', '<=', query.date_to);
  return found;
}

async function readPage(
  db: Store,
  businessId: number,
  found: ReturnType<typeof selectComments>,
  query: Parameters<'listComments'>,
): Promise<Comment[]> {
  const rows = await found
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(query.start)
    .limit(query.count)
    .execute();
  const authors = await readAuthors(db, businessId, rows);
  return rows.map((row) => toComment(row, authors));
}

async function readAndCount(
  db: Store,
  businessId: number,
  found: ReturnType<typeof selectComments>,
  query: Parameters<'listComments'>,
): Promise<Page<Comment>> {
  const total = await countAll(found);
  return { items: await readPage(db, businessId, found, query), total };
}

function toComment(row: Selectable<CommentTable>, authors: Awaited<ReturnType<typeof readAuthors>>): Comment {
  return {
    reviewNo: row.review_id,
    content: row.content,
    num_votes: row.num_votes,
    activated: row.activated === 1,
    created: toLocal(row.created_at)!,
    createdRFC: toRfc(row.created_at)!,
    modified: toLocal(row.modified_at),
    modifiedRFC: toRfc(row.modified_at),
    ...publication(row.published_at),
    datasource: row.datasource === '' ? null : row.datasource,
    author: toUser(row.author_id === null ? undefined : authors.get(row.author_id), false),
  };
}

/**
 * Stores comments as a server of the API gave them. The API does not number them: the caller chooses their ids.
 * @param items - by id.
 */
export function saveComments(db: Store, businessId: number, items: ReadonlyMap<number, Comment>): Promise<void> {
  return atomically(db, async (db) => {
    const known = await rows.lockAll(db, businessId, [...items.keys()]);
    const authorIds = await saveAuthors(
      db,
      businessId,
      [...items].map(([id, { author }]) => ({ user: author, earlier: known.get(id)?.author_id ?? null })),
    );
    const changes = [...items].map(([id, item], at) => {
      const after = {
        business_id: businessId,
        id,
        review_id: item.reviewNo,
        author_id: authorIds[at]!,
        content: item.content,
        num_votes: item.num_votes,
        activated: toFlag(item.activated),
        datasource: item.datasource ?? '',
        created_at: toTime(item.createdRFC)!,
        modified_at: toTime(item.modifiedRFC),
        published_at: publishedAt(item),
        removed_at: null,
      };
      return { before: known.get(id), after };
    });
    await rows.put(db, changes);
  });
}

export async function removeComments(
  db: Store,
  businessId: number,
  ids: readonly number[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('comment')
    .set({ removed_at: now })
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .where('removed_at', 'is', null)
    .execute();
}

/** Which of these comments were removed. */
export async function idsOfRemoved(db: Store, businessId: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('comment')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .where('removed_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The authors of comments on these reviews. */
export async function authorsOfComments(
  db: Store,
  businessId: number,
  reviewNos: readonly number[],
): Promise<number[]> {
  const found = new Set<number>();
  for (const some of slices(reviewNos)) {
    const rows = await db
      .selectFrom('comment')
      .select('author_id')
      .distinct()
      .where('business_id', '=', businessId)
      .where('review_id', 'in', some)
      .execute();
    for (const { author_id: id } of rows) if (id !== null) found.add(id);
  }
  return [...found];
}

/** Deletes what these authors commented, and every comment on these reviews. */
export async function eraseComments(
  db: Store,
  businessId: number,
  of: { authorIds: readonly number[]; reviewNos: readonly number[] },
): Promise<void> {
  const erase = async (column: 'author_id' | 'review_id', ids: readonly number[]) => {
    for (const some of slices(ids))
      await db.deleteFrom('comment').where('business_id', '=', businessId).where(column, 'in', some).execute();
  };
  await erase('author_id', of.authorIds);
  await erase('review_id', of.reviewNos);
}

export interface NewComment {
  readonly reviewNo: number;
  readonly authorId: number | null;
  readonly content: string;
  readonly activated: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Adds a comment, published at once if it is activated. Returns its id. */
export async function addComment(db: Store, businessId: number, comment: NewComment): Promise<number> {
  const id = await nextId(db, 'comment');
  await db
    .insertInto('comment')
    .values({
      business_id: businessId,
      id,
      review_id: comment.reviewNo,
      author_id: comment.authorId,
      content: comment.content,
      num_votes: 0,
      activated: toFlag(comment.activated),
      datasource: '',
      created_at: comment.now,
      modified_at: null,
      published_at: comment.activated ? comment.now : null,
      removed_at: null,
    })
    .execute();
  return id;
}

/** The id of the newest comment of an author on a review; null if there is none. */
export async function findNewestComment(
  db: Store,
  businessId: number,
  { reviewNo, authorId }: { readonly reviewNo: number; readonly authorId: number | null },
): Promise<number | null> {
  const row = await db
    .selectFrom('comment')
    .select('id')
    .where('business_id', '=', businessId)
    .where('review_id', '=', reviewNo)
    .where('author_id', '=', authorId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Replaces the text of a comment. It keeps its date, and says when it was changed. */
export async function changeComment(
  db: Store,
  businessId: number,
  id: number,
  { content, now }: Pick<NewComment, 'content' | 'now'>,
): Promise<void> {
  await db
    .updateTable('comment')
    .set({ content, modified_at: now })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute();
}
