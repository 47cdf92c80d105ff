import { sql, type Selectable } from 'kysely';
import type { Comment } from '../contract/entities.ts';
import type { Parameters } from '../contract/parameters.ts';
import { readAuthors, toUser } from './authors.ts';
import { nextId, type Store } from './ids.ts';
import { publication, toLocal, toRfc } from './moments.ts';
import type { Page } from './products.ts';
import { toFlag } from './rows.ts';
import type { CommentTable } from './tables.ts';

/** Comments on reviews, newest first. */
export async function listComments(db: Store, businessId: number, query: Parameters<'listComments'>): Promise<Page<Comment>> {
  let found = db
    .selectFrom('comment')
    .where('business_id', '=', businessId)
    .where('removed_at', query.deleted ? 'is not' : 'is', null)
    .where('datasource', 'in', ['', ...query.datasources]);
  if (query.review_no !== undefined) found = found.where('review_id', '=', query.review_no);
  if (query.updated) found = found.where('modified_at', 'is not', null);
  if (query.date_from !== undefined) found = found.where('created_at', '>=', query.date_from);
  if (query.date_to !== undefined) found = found.where('created_at', '<=', query.date_to);
  const rows = await found.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').offset(query.start).limit(query.count).execute();
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const authors = await readAuthors(db, businessId, rows.map((row) => row.author_id));
  return { items: rows.map((row) => toComment(row, authors)), total: Number(total) };
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

export interface NewComment {
  readonly reviewNo: number;
  readonly authorId: number | null;
  readonly content: string;
  readonly activated: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Adds a comment; published at once where it is activated. Answers its id. */
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
