/** Finds people by an e-mail address, a name, an order, or the number of a review. */
import { sql } from 'kysely';
import type { Database } from '../../data/tables.ts';
import { authorsNamed } from '../lists/who.ts';

export interface FoundPerson {
  /** Of their page. */
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
}

/** So many at most; a name may be that of many. */
export const MOST_PEOPLE = 50;

/** One for each address, and one for each author without. */
export async function findPeople(db: Database, businessId: number, q: string): Promise<FoundPerson[]> {
  const number = /^[1-9]\d{0,14}$/.test(q) ? Number(q) : 0;
  const reviewed = ['product_review', 'review'] as const;
  const written = reviewed.map(
    (table) => sql`select author_id from ${sql.table(table)} where business_id = ${businessId}
      and (id = ${number} or order_id = ${q}) and author_id is not null`,
  );
  const named = await authorsNamed(db, businessId, q);
  const authors = await db
    .selectFrom('author')
    .select(['id', 'email', 'first_name as firstName', 'last_name as lastName'])
    .where('business_id', '=', businessId)
    .where((eb) =>
      eb.or([
        eb('email', '=', q.toLowerCase()),
        ...(named.length > 0 ? [eb('id', 'in', named)] : []),
        sql<boolean>`id in (${sql.join(written, sql` union all `)})`,
      ]),
    )
    .orderBy('id')
    .limit(MOST_PEOPLE)
    .execute();
  const requests = await db
    .selectFrom('review_request')
    .select(['id', 'email', 'first_name as firstName', 'last_name as lastName'])
    .where('business_id', '=', businessId)
    .where('email', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('email', '=', q.toLowerCase()),
        eb('order_id', '=', q),
        sql<boolean>`lower(first_name || ' ' || last_name) = ${q.toLowerCase()}`,
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(MOST_PEOPLE)
    .execute();
  const found = new Map<string, FoundPerson>();
  for (const person of [...authors, ...requests]) {
    const key = person.email ?? `author ${person.id}`;
    if (!found.has(key)) found.set(key, { ...person, id: String(person.id) });
  }
  return [...found.values()].slice(0, MOST_PEOPLE);
}
