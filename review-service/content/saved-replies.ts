/** Replies that a shop keeps under a name, to begin others with. */
import { randomUUID } from 'node:crypto';
import { refuse } from '../../contract/endpoints/errors.ts';
import { LONGEST_TEXT } from '../../contract/endpoints/limits.ts';
import { typedText } from '../../contract/entities/typed-text.ts';
import type { Database } from '../data/tables.ts';

export const LONGEST_REPLY_NAME = 60;
/** Each is in every page with a form for replies. */
const MOST_SAVED = 30;

export interface SavedReply {
  readonly id: string;
  readonly name: string;
  readonly content: string;
}

/** By their names. */
export const listSavedReplies = (db: Database, businessId: number): Promise<SavedReply[]> =>
  db
    .selectFrom('saved_reply')
    .select(['id', 'name', 'content'])
    .where('business_id', '=', businessId)
    .orderBy('name')
    .execute();

export interface NewReply {
  readonly name: string;
  readonly content: string;
}

/**
 * Keeps a reply, in place of one of the same name, in a transaction.
 * @returns its id.
 * @throws ApiError `malformed` for a name or a text that is empty or too long; `limitExceeded` if there are too many.
 */
export async function saveReply(
  transaction: Database,
  businessId: number,
  given: NewReply,
  now: number,
): Promise<string> {
  const [name, content] = [typedText(given.name), typedText(given.content)];
  for (const [what, text, most] of [
    ['name', name, LONGEST_REPLY_NAME],
    ['text', content, LONGEST_TEXT],
  ] as const)
    if (text === '' || text.length > most || text.includes('\0'))
      throw refuse('malformed', `The ${what} of a saved reply has 1 to ${most} characters`);
  const saved = await listSavedReplies(transaction, businessId);
  const same = saved.find((one) => one.name === name);
  if (same) await removeReply(transaction, businessId, same.id);
  else if (saved.length >= MOST_SAVED) throw refuse('limitExceeded', `At most ${MOST_SAVED} replies are saved`);
  const id = same?.id ?? randomUUID();
  await transaction
    .insertInto('saved_reply')
    .values({ id, business_id: businessId, name, content, created_at: now })
    .execute();
  return id;
}

export const removeReply = (db: Database, businessId: number, id: string): Promise<unknown> =>
  db.deleteFrom('saved_reply').where('business_id', '=', businessId).where('id', '=', id).execute();

export interface ReplyFields {
  readonly name: string;
  readonly product: string;
  readonly shop: string;
}

/** With its fields filled in; other words in braces stay. */
export const filledReply = (content: string, fields: ReplyFields): string =>
  content.replace(/\{(name|product|shop)\}/g, (_, field: keyof ReplyFields) => fields[field]);
