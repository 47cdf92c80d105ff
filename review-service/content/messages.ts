/** Messages between a business and the authors of its reviews, as rows. */
import type { Selectable } from 'kysely';
import type { Parameters } from '../../contract/endpoints/parameters.ts';
import { nextNumber } from '../data/numbers.ts';
import type { Database, MessageTable } from '../data/tables.ts';
import { mailAuthor, type ToAuthor } from '../letters/requests/mail-author.ts';
import { wordMail, type WordToAuthor } from './mail-to-author.ts';

/** The subjects of those that have none of their own. */
const RESOLUTION = 'Resolution';
const MESSAGE = 'Message';

export interface NewMessage extends Omit<WordToAuthor, 'shop'> {
  /** Of the shop; null for a message about a product, or about none. */
  readonly reviewNo: number | null;
}

export interface SentMessage {
  readonly id: number;
  /** The id of its mail; null if there is no address for it. */
  readonly mail: string | null;
}

/** Keeps a message from the business to an author, and mails it. */
export async function sendToAuthor(db: Database, to: ToAuthor, message: NewMessage): Promise<SentMessage> {
  const { business, author, now } = to;
  const { reviewNo, subject, body } = message;
  const id = await nextNumber(db, 'message');
  await db
    .insertInto('message')
    .values({
      business_id: business.id,
      id,
      author_id: author.id,
      review_id: reviewNo,
      sent: 1,
      subject: subject === null ? RESOLUTION : (subject ?? MESSAGE),
      body,
      created_at: now,
    })
    .execute();
  const mail = await mailAuthor(db, to, (wording) => wordMail({ ...message, shop: business.name }, wording));
  return { id, mail };
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
