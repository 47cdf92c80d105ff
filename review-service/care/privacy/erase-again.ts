/** After a restore: erases again who was erased since the backup or dump was made. */
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import type { Database } from '../../data/tables.ts';
import { beginEpoch } from '../../data/changes/epochs.ts';
import { eraseRefused } from '../../content/refused-writes.ts';
import { markWithoutTransactions } from '../notices/untold.ts';
import { MAIL } from '../../letters/mail/sending/outbox.ts';
import { eraseNoted, type Person } from './erase.ts';
import type { ReviewName } from '../../../review-store/reviews/review-authors.ts';
import { rememberErased, withoutRemembered, type ErasedEntry } from '../backups/erased-list.ts';
import { erasedReview, hashOfErased } from '../../data/erased-subject.ts';

/** A person whom a proxy has to forget as well. */
export interface ErasedPerson {
  readonly business: string;
  readonly person: Person;
  readonly usernames: readonly string[];
}

/**
 * @param entries - of the lists that were found.
 * @param others - finds addresses that are known to a proxy alone, by business.
 * @param forgetIn - erases a person from the proxies. A person left in one of them is not remembered as erased.
 */
export async function eraseAgain(
  db: Database,
  entries: readonly ErasedEntry[],
  {
    others,
    forgetIn,
  }: {
    readonly others: () => Promise<readonly { readonly business: string; readonly email: string }[]>;
    readonly forgetIn: (person: ErasedPerson) => Promise<void>;
  },
): Promise<number> {
  const since = await withoutRemembered(db, entries);
  const hashes = new Set(since.map(({ hash }) => hash));
  if (hashes.size === 0) return 0;
  // Changes made here have numbers that were given out before, to other changes.
  await beginEpoch(db, markWithoutTransactions);
  const addresses = await others();
  let people = 0;
  const eraseFrom = async (business: BusinessRow, person: Person) => {
    const usernames = await eraseNoted(db, business, person);
    await forgetIn({ business: business.domain, person, usernames });
    people++;
  };
  for (const business of await db.selectFrom('business').selectAll().execute()) {
    const { domain } = business;
    const known = addresses.filter((other) => other.business === domain).map(({ email }) => email);
    for (const email of new Set([...(await addressesAt(db, business)), ...known])) {
      if (!hashes.has(hashOfErased(db, { business: domain, email }))) continue;
      await eraseFrom(business, { email });
    }
    for (const review of await namelessReviews(db, business))
      if (hashes.has(hashOfErased(db, { business: domain, ...erasedReview(review) })))
        await eraseFrom(business, { review });
  }
  await eraseByHash(db, [...hashes]);
  await rememberErased(db, since);
  return people;
}

/** Reviews of those who left no address. */
async function namelessReviews(db: Database, { id }: BusinessRow): Promise<ReviewName[]> {
  const found: ReviewName[] = [];
  for (const kind of ['business', 'product'] as const) {
    const table = kind === 'product' ? 'product_review' : 'review';
    const rows = await db
      .selectFrom(`${table} as review` as 'review')
      .leftJoin('author', (join) =>
        join.onRef('author.business_id', '=', 'review.business_id').onRef('author.id', '=', 'review.author_id'),
      )
      .select('review.id')
      .where('review.business_id', '=', id)
      .where('author.email', 'is', null)
      .execute();
    found.push(...rows.map(({ id: number }) => ({ kind, number })));
  }
  return found;
}

/** Every address of a customer: see columns.ts. */
async function addressesAt(db: Database, { id }: BusinessRow): Promise<string[]> {
  const found = new Set<string>();
  for (const table of ['author', 'page_link', 'edit_code', 'review_request'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('email')
      .distinct()
      .where('business_id', '=', id)
      .where('email', 'is not', null)
      .execute();
    for (const { email } of rows) found.add(email!);
  }
  return [...found];
}

/** Erases rows that name nobody but by the same hash. */
async function eraseByHash(db: Database, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) {
    await eraseRefused(db, hash);
    await db.deleteFrom('job').where('kind', '=', MAIL).where('key', 'like', `% ${hash}`).execute();
    await db
      .updateTable('idempotent_answer')
      .set({ headers: '{}', body: '', person_hash: null })
      .where('person_hash', '=', hash)
      .execute();
  }
}
