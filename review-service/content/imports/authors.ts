/** The authors of many reviews at once. */
import { countForAuthor, lockEmails } from '../../../review-store/content/authors.ts';
import { nextIds } from '../../../review-store/content/ids.ts';
import { engineOf } from '../../../review-store/databases/engine.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { newUsername } from '../../people/authors.ts';
import type { StoredWords } from './fingerprints.ts';

type Named = Pick<StoredWords, 'firstName' | 'lastName' | 'email'>;

const keyOfAuthor = ({ email, firstName, lastName }: Named): string => JSON.stringify([email, firstName, lastName]);

/**
 * The authors of these reviews, in their order: an existing one if e-mail and name are the same, otherwise a new one.
 * The reviews are counted for them.
 */
export async function authorsOf(db: Database, businessId: number, reviews: readonly Named[]): Promise<number[]> {
  const store = storeOf(db);
  const emails = [...new Set(reviews.flatMap(({ email }) => email ?? []))];
  await lockEmails(store, businessId, ...emails);
  const known = new Map<string, number>();
  if (emails.length > 0) {
    const rows = await db
      .selectFrom('author')
      .select(['id', 'email', 'first_name', 'last_name'])
      .where('business_id', '=', businessId)
      .where('email', 'in', emails)
      .execute();
    for (const row of rows.toSorted((one, other) => other.id - one.id))
      known.set(keyOfAuthor({ email: row.email, firstName: row.first_name, lastName: row.last_name }), row.id);
  }
  const made: { readonly of: Named; reviews: number }[] = [];
  const madeByKey = new Map<string, number>();
  const more = new Map<number, number>();
  const places = reviews.map((review): { readonly id: number } | { readonly made: number } => {
    const key = keyOfAuthor(review);
    const id = review.email === null ? undefined : known.get(key);
    if (id !== undefined) {
      more.set(id, (more.get(id) ?? 0) + 1);
      return { id };
    }
    const index = review.email === null ? undefined : madeByKey.get(key);
    if (index !== undefined) {
      made[index]!.reviews += 1;
      return { made: index };
    }
    madeByKey.set(key, made.length);
    return { made: made.push({ of: review, reviews: 1 }) - 1 };
  });
  for (const [id, count] of more) await countForAuthor(store, businessId, id, { reviews: count });
  const firstId = made.length === 0 ? 0 : await insert(db, businessId, made);
  return places.map((place) => ('id' in place ? place.id : firstId + place.made));
}

async function insert(
  db: Database,
  businessId: number,
  made: readonly { readonly of: Named; readonly reviews: number }[],
): Promise<number> {
  const firstId = await nextIds(storeOf(db), 'author', made.length);
  const rows = made.map(({ of, reviews }, index) => ({
    business_id: businessId,
    id: firstId + index,
    username: newUsername(of.firstName),
    first_name: of.firstName,
    last_name: of.lastName,
    thumbnail: '',
    profile_page: '',
    email: of.email,
    num_reviews: reviews,
    num_helpful_votes: 0,
  }));
  await engineOf(db).insert(db, 'author', rows);
  return firstId;
}
