import type { Selectable } from 'kysely';
import type { User } from '../../contract/entities/entities.ts';
import { engineOf } from '../databases/engine.ts';
import { WriteConflict } from '../databases/errors.ts';
import { slices } from '../databases/slices.ts';
import { nextIds, type Store } from './ids.ts';
import { isUnchanged } from './rows.ts';
import type { AuthorTable } from '../tables.ts';

export type AuthorRow = Selectable<AuthorTable>;
/** The fields of an author that an answer shows. */
export type ShownAuthor = Omit<AuthorRow, 'business_id' | 'id'>;

/** The author of one piece of content. */
interface GivenAuthor {
  readonly user: User | null;
  /** The author of the same content so far: nothing else identifies one without a username. */
  readonly earlier: number | null;
}

/** Stores an author as a server of the API gave it, and returns the author's id. */
export async function saveAuthor(db: Store, businessId: number, user: User | null): Promise<number | null> {
  const [id = null] = await saveAuthors(db, businessId, [{ user, earlier: null }]);
  return id;
}

/** The same of many pieces of content, in their order; where several have one author, the last one says who it is. */
export async function saveAuthors(
  db: Store,
  businessId: number,
  given: readonly GivenAuthor[],
): Promise<(number | null)[]> {
  const { byName, byId } = await findGiven(db, businessId, given);
  const written = new Map<AuthorRow, AuthorRow | null>();
  const rows = given.map(({ user, earlier }) => {
    if (user === null) return null;
    const username = user.username || null;
    const found = username !== null ? byName.get(username) : earlier === null ? undefined : byId.get(earlier);
    const row = toRow(user, found);
    if (found && (username !== null || found.username === null)) {
      if (!written.has(found) && !isUnchanged(found, row)) written.set(found, { ...found });
      return Object.assign(found, row);
    }
    const added = { business_id: businessId, id: 0, ...row };
    if (username !== null) byName.set(username, added);
    written.set(added, null);
    return added;
  });
  await writeAuthors(db, written);
  return rows.map((row) => row && row.id);
}

async function findGiven(db: Store, businessId: number, given: readonly GivenAuthor[]) {
  const names = given.flatMap(({ user }) => user?.username || []);
  const ids = given.flatMap(({ user, earlier }) => (user && !user.username && earlier !== null ? earlier : []));
  const byName = new Map<string, AuthorRow>();
  const byId = new Map<number, AuthorRow>();
  const authors = db.selectFrom('author').selectAll().where('business_id', '=', businessId);
  for (const some of slices([...new Set(names)]))
    for (const row of await authors.where('username', 'in', some).execute()) byName.set(row.username!, row);
  for (const some of slices([...new Set(ids)]))
    for (const row of await authors.where('id', 'in', some).execute()) byId.set(row.id, row);
  return { byName, byId };
}

/** @param written - each as it was; null for a new one, which gets its number. */
async function writeAuthors(db: Store, written: ReadonlyMap<AuthorRow, AuthorRow | null>): Promise<void> {
  const added = [...written].flatMap(([row, before]) => (before ? [] : [row]));
  if (added.length > 0) {
    const first = await nextIds(db, 'author', added.length);
    for (const [at, row] of added.entries()) row.id = first + at;
  }
  await engineOf(db).insert(db, 'author', added);
  for (const [row, before] of written) {
    if (!before || isUnchanged(before, row)) continue;
    await db
      .updateTable('author')
      .set(row)
      .where('business_id', '=', row.business_id)
      .where('id', '=', row.id)
      .execute();
  }
}

const toRow = (user: User, found: AuthorRow | undefined): ShownAuthor => ({
  username: user.username || null,
  first_name: user.firstName,
  last_name: firstLetter(user.lastName),
  thumbnail: user.thumbnail,
  profile_page: user.profilePage,
  num_reviews: user.numReviews,
  num_helpful_votes: user.numHelpfulVotes,
  // Only solicited reviews come with the address, so its absence elsewhere does not remove it. It is stored and
  // looked up in lower case: nobody means two people by two spellings.
  email: user.email?.toLowerCase() ?? found?.email ?? null,
});

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
 * Until this transaction ends, nobody else adds an author with one of these addresses or erases those there are.
 * Otherwise two at once would each find nobody. Always in one order, so that no two wait for each other.
 */
export function lockEmails(db: Store, businessId: number, ...emails: readonly string[]): Promise<void> {
  const names = emails.map((email) => `author ${businessId} ${email.toLowerCase()}`);
  return engineOf(db).lock(db, ...names.toSorted());
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
  for (const some of slices(ids))
    await db.deleteFrom('author').where('business_id', '=', businessId).where('id', 'in', some).execute();
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

const letters = new Intl.Segmenter();
/** Nothing belongs to it: it is no other letter with what follows. */
const plainLetter = /^[\x20-\x7e](?:[\x20-\x7e]|$)/;
/** With all its marks and joined emoji, in UTF-16 code units. */
const MAX_LETTER_LENGTH = 50;

/** The API shows only the first letter of a last name, so no more of it is stored. */
export function firstLetter(lastName: string): string {
  const trimmed = lastName.trim();
  if (plainLetter.test(trimmed)) return trimmed[0]!;
  const [first] = letters.segment(trimmed.slice(0, MAX_LETTER_LENGTH).toWellFormed());
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
