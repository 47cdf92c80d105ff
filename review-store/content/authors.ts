import type { Selectable } from 'kysely';
import type { User } from '../../contract/entities/entities.ts';
import { engineOf } from '../databases/engine.ts';
import { WriteConflict } from '../databases/errors.ts';
import { nextId, type Store } from './ids.ts';
import { isUnchanged } from './rows.ts';
import type { AuthorTable } from '../tables.ts';

export type AuthorRow = Selectable<AuthorTable>;
/** The fields of an author that an answer shows. */
export type ShownAuthor = Omit<AuthorRow, 'business_id' | 'id'>;

/**
 * Stores an author as a server of the API gave it, and returns the author's id.
 * @param earlier - the author of the same content so far: nothing else identifies one without a username.
 */
export async function saveAuthor(
  db: Store,
  businessId: number,
  user: User | null,
  earlier: number | null = null,
): Promise<number | null> {
  if (user === null) return null;
  const username = user.username || null;
  const found = await (username === null
    ? earlier === null
      ? undefined
      : findAuthor(db, businessId, earlier)
    : findAuthorByUsername(db, businessId, username));
  const row = {
    username,
    first_name: user.firstName,
    last_name: firstLetter(user.lastName),
    thumbnail: user.thumbnail,
    profile_page: user.profilePage,
    num_reviews: user.numReviews,
    num_helpful_votes: user.numHelpfulVotes,
    // Only solicited reviews come with the address, so its absence elsewhere does not remove it. It is stored and
    // looked up in lower case: nobody means two people by two spellings.
    email: user.email?.toLowerCase() ?? found?.email ?? null,
  };
  if (found && (username !== null || found.username === null)) {
    if (!isUnchanged(found, row)) {
      await db
        .updateTable('author')
        .set(row)
        .where('business_id', '=', businessId)
        .where('id', '=', found.id)
        .execute();
    }
    return found.id;
  }
  const id = await nextId(db, 'author');
  await db
    .insertInto('author')
    .values({ business_id: businessId, id, ...row })
    .execute();
  return id;
}

export function findAuthor(db: Store, businessId: number, id: number): Promise<AuthorRow | undefined> {
  return db
    .selectFrom('author')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findAuthorByUsername(db: Store, businessId: number, username: string): Promise<AuthorRow | undefined> {
  return db
    .selectFrom('author')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('username', '=', username)
    .executeTakeFirst();
}

/** An author, locked until this transaction ends; undefined if they were erased meanwhile. */
export function lockAuthor(db: Store, businessId: number, id: number): Promise<AuthorRow | undefined> {
  const found = db.selectFrom('author').selectAll().where('business_id', '=', businessId).where('id', '=', id);
  return engineOf(db).forUpdate(found).executeTakeFirst();
}

/**
 * Until this transaction ends, nobody else adds an author with this address or erases those there are. Otherwise two at
 * once would each find nobody.
 */
export function lockEmail(db: Store, businessId: number, email: string): Promise<void> {
  return engineOf(db).lock(db, `author ${businessId} ${email.toLowerCase()}`);
}

/** Everybody who wrote under this address, oldest first: one person may have given several names. */
export function findAuthorsByEmail(db: Store, businessId: number, email: string): Promise<AuthorRow[]> {
  return db
    .selectFrom('author')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('email', '=', email.toLowerCase())
    .orderBy('id')
    .execute();
}

/** The same, and nobody else adds to what they wrote until this transaction ends; see `countForAuthor`. */
export function lockAuthorsByEmail(db: Store, businessId: number, email: string): Promise<AuthorRow[]> {
  return db
    .updateTable('author')
    .set((eb) => ({ email: eb.ref('email') }))
    .where('business_id', '=', businessId)
    .where('email', '=', email.toLowerCase())
    .returningAll()
    .execute();
}

/** Deletes authors; the caller deletes what they wrote first. */
export async function eraseAuthors(db: Store, businessId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('author').where('business_id', '=', businessId).where('id', 'in', ids).execute();
}

/** The authors of a page of content, by id: one query for all of them. */
export async function readAuthors(
  db: Store,
  businessId: number,
  content: readonly { readonly author_id: number | null }[],
): Promise<Map<number, AuthorRow>> {
  const wanted = [...new Set(content.map((row) => row.author_id).filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('author')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** With all its marks and joined emoji, in UTF-16 code units. */
const MAX_LETTER_LENGTH = 50;

/** The API shows only the first letter of a last name, so no more of it is stored. */
export function firstLetter(lastName: string): string {
  const [first] = new Intl.Segmenter().segment(lastName.trim().slice(0, MAX_LETTER_LENGTH).toWellFormed());
  return first?.segment ?? '';
}

/** An author inside something that is stored as JSON, cut down as `saveAuthor` and `toUser` do. */
export function toEmbeddedUser(user: User | null, withEmail: boolean): User | null {
  return user && { ...user, lastName: firstLetter(user.lastName), email: withEmail ? user.email : null };
}

/** @param withEmail - only solicited content shows the address. */
export function toUser(row: ShownAuthor | undefined, withEmail: boolean): User | null {
  if (!row) return null;
  return {
    username: row.username ?? '',
    firstName: row.first_name,
    lastName: row.last_name,
    thumbnail: row.thumbnail,
    profilePage: row.profile_page,
    numReviews: row.num_reviews,
    numHelpfulVotes: row.num_helpful_votes,
    email: withEmail ? row.email : null,
    user_photo: null,
  };
}

/**
 * Changes how much an author has written, or has been thanked for.
 * @throws AuthorErased if they are no longer there: then what they wrote must not be stored either.
 */
export async function countForAuthor(
  db: Store,
  businessId: number,
  id: number | null,
  change: { reviews?: number; helpfulVotes?: number },
): Promise<void> {
  if (id === null) return;
  const { numUpdatedRows } = await db
    .updateTable('author')
    .set((eb) => ({
      num_reviews: eb('num_reviews', '+', change.reviews ?? 0),
      num_helpful_votes: eb('num_helpful_votes', '+', change.helpfulVotes ?? 0),
    }))
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AuthorErased();
}

/** An author was erased between two statements of a transaction. Another attempt will find who is there now. */
export class AuthorErased extends WriteConflict {
  override readonly name = 'AuthorErased';

  constructor() {
    super('The author was erased meanwhile');
  }
}
