/** After a restore: erases again who was erased since the backup was made. */
import type { BusinessRow } from '../../review-store/businesses.ts';
import type { Database } from '../tables.ts';
import { erasePerson } from './erase.ts';
import { hashOfErased, type ErasedEntry } from '../backups/erased-list.ts';

/** What a proxy has to forget as well. */
export interface ErasedPerson {
  readonly business: string;
  readonly email: string;
  readonly usernames: readonly string[];
}

/** Who was just being erased when the backup was made is in it. */
const MARGIN_MS = 600_000;

/**
 * @param madeAt - of the backup, in milliseconds since 1970; null if nobody knows.
 * @param others - addresses that are known to a proxy alone, by business.
 */
export async function eraseAgain(
  db: Database,
  entries: readonly ErasedEntry[],
  madeAt: number | null,
  others: readonly { readonly business: string; readonly email: string }[],
): Promise<ErasedPerson[]> {
  const hashes = new Set(entries.filter(({ at }) => at >= (madeAt ?? 0) - MARGIN_MS).map(({ hash }) => hash));
  if (hashes.size === 0) return [];
  const erased: ErasedPerson[] = [];
  for (const business of await db.selectFrom('business').selectAll().execute()) {
    const { domain } = business;
    const known = others.filter((other) => other.business === domain).map(({ email }) => email);
    for (const email of new Set([...(await addressesAt(db, business)), ...known])) {
      if (!hashes.has(hashOfErased(db, { business: domain, email }))) continue;
      const { usernames } = await erasePerson(db, business, email, { mailDirectory: null, directory: null });
      erased.push({ business: domain, email, usernames });
    }
  }
  await eraseByHash(db, [...hashes]);
  return erased;
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

/** What names nobody but by the same hash. */
async function eraseByHash(db: Database, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) {
    await db.deleteFrom('outbox_mail').where('recipient', '=', hash).execute();
    await db
      .updateTable('idempotent_answer')
      .set({ headers: '{}', body: '', person_hash: null })
      .where('person_hash', '=', hash)
      .execute();
  }
}
