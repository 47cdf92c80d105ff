/** The authors of an export, known by their usernames. */
import type { User } from '../../../../contract/entities/entities.ts';
import { unknownUser } from '../../../../contract/entities/users.ts';
import { authorColumns, toColumns } from '../../../../exchange/reviews/plaudit/columns.ts';
import { SHOP, type WrittenAuthor } from '../../../../exchange/reviews/plaudit/lines.ts';
import { readEmail } from '../../../../exchange/reviews/values.ts';
import { firstLetter, lockEmails, type ShownAuthor } from '../../../../review-store/content/authors.ts';
import type { BusinessRow } from '../../../../review-store/content/businesses.ts';
import { nextIds } from '../../../../review-store/content/ids.ts';
import { engineOf } from '../../../../review-store/databases/engine.ts';
import { slices } from '../../../../review-store/databases/slices.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import { businessAuthor, businessUser, newUsername } from '../../../people/authors.ts';

/** Adds those who are not here. @returns the number of each, in their order. */
export async function restoreAuthors(
  db: Database,
  business: BusinessRow,
  written: readonly WrittenAuthor[],
): Promise<(number | null)[]> {
  const shown = written.map((author) => (author === null || author === SHOP ? null : shownOf(business, author)));
  const emails = new Set(shown.flatMap((author) => author?.email ?? []));
  await lockEmails(storeOf(db), business.id, ...emails);
  const ids = await knownIn(db, business.id, shown);
  const added = new Map<string | ShownAuthor, ShownAuthor>();
  for (const author of shown)
    if (author && !ids.has(author.username ?? author)) added.set(author.username ?? author, author);
  if (added.size > 0) {
    const first = await nextIds(storeOf(db), 'author', added.size);
    const rows = [...added].map(([key, author], at) => {
      ids.set(key, first + at);
      return { business_id: business.id, id: first + at, ...author };
    });
    await engineOf(db).insert(db, 'author', rows);
  }
  const shop = written.includes(SHOP) ? await businessAuthor(db, business) : null;
  return written.map((author, at) => {
    const known = shown[at];
    return author === SHOP ? shop : known ? (ids.get(known.username ?? known) ?? null) : null;
  });
}

/** Nobody is the shop by a name in a file, and no more of a last name is stored than a letter. */
function shownOf({ domain }: BusinessRow, author: object): ShownAuthor {
  const given = toColumns(authorColumns, author) as object as ShownAuthor;
  return {
    ...given,
    username: given.username === domain ? newUsername(given.first_name) : given.username,
    last_name: firstLetter(given.last_name),
    email: given.email === null ? null : readEmail(given.email),
  };
}

async function knownIn(
  db: Database,
  businessId: number,
  shown: readonly (ShownAuthor | null)[],
): Promise<Map<string | ShownAuthor, number>> {
  const names = [...new Set(shown.flatMap((author) => author?.username ?? []))];
  const known = new Map<string | ShownAuthor, number>();
  for (const some of slices(names)) {
    const rows = await db
      .selectFrom('author')
      .select(['id', 'username'])
      .where('business_id', '=', businessId)
      .where('username', 'in', some)
      .execute();
    for (const { id, username } of rows) known.set(username!, id);
  }
  return known;
}

/** An author within something that is stored as JSON. */
export const embeddedIn = (business: BusinessRow, author: unknown): User | null =>
  author === SHOP
    ? businessUser(business)
    : author === null || author === undefined
      ? null
      : { ...unknownUser, ...(author as Partial<User>) };
