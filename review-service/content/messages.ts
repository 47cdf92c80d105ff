/** Messages between a business and the authors of its reviews, as rows. */
import type { Selectable } from 'kysely';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import { nextNumber } from '../data/numbers.ts';
import type { Database, MessageTable } from '../data/tables.ts';

export interface NewMessage {
  readonly authorId: number;
  readonly reviewNo: number | null;
  readonly subject: string;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Stores a message from the business to an author. */
export async function saveSentMessage(
  db: Database,
  businessId: number,
  { authorId, reviewNo, subject, body, now }: NewMessage,
): Promise<void> {
  const id = await nextNumber(db, 'message');
  await db
    .insertInto('message')
    .values({
      business_id: businessId,
      id,
      author_id: authorId,
      review_id: reviewNo,
      sent: 1,
      subject,
      body,
      created_at: now,
    })
    .execute();
}

/** One page of a folder; `username` is always the author's. */
export async function findMessages(
  db: Database,
  businessId: number,
  query: Parameters<'listMessages'>,
): Promise<Selectable<MessageTable>[]> {
  const { username, start, count } = query;
  const direction = query.order === 'ASC' ? 'asc' : 'desc';
  let found = db
    .selectFrom('message')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('sent', '=', query.folder === 'sent' ? 1 : 0);
  if (username !== undefined) {
    found = found.where('author_id', 'in', (authors) =>
      authors
        .selectFrom('author')
        .select('author.id')
        .where('author.business_id', '=', businessId)
        .where('username', '=', username),
    );
  }
  return found.orderBy('created_at', direction).orderBy('id', direction).offset(start).limit(count).execute();
}
