/**
 * The language that each review is written in, found by a thread within a minute after the review is written or
 * changed, and kept beside it.
 */
import { sql } from 'kysely';
import { makeGists } from '../../insights/language/gist-maker.ts';
import { idsIn } from '../../review-store/content/ids.ts';
import { inTransaction } from '../../review-store/databases/transaction.ts';
import type { Kind } from '../../review-store/jobs/worker.ts';
import { keepGarbageSmall } from '../../server-kit/garbage.ts';
import { BEGINNING, type Place } from '../data/changes/epochs.ts';
import { readChanges } from '../data/changes/listing.ts';
import { readSetting, writeSetting } from '../data/settings.ts';
import { storeOf, type Database } from '../data/tables.ts';

const EVERY_MS = 60_000;
const BATCH = 200;
/** A language shows in so many UTF-16 code units. */
const SAMPLE = 400;
const tables = ['product_review', 'review'] as const;

const placeOf = (businessId: number): string => `languages ${businessId}`;

export const languages = ({ db }: { readonly db: Database }): Kind => ({
  name: 'languages',
  isStanding: true,
  failing: 'the languages of reviews cannot be found',
  retryMs: EVERY_MS,
  async attempt({ signal }) {
    await findLanguages(db, signal);
    return EVERY_MS;
  },
});

/** Of all reviews that were written or changed since the last time. */
export async function findLanguages(db: Database, signal?: AbortSignal): Promise<void> {
  for (const { id } of await db.selectFrom('business').select('id').execute())
    while (await findSome(db, id)) signal?.throwIfAborted();
}

/** @returns whether there was anything. */
async function findSome(db: Database, businessId: number): Promise<boolean> {
  const after = (await readSetting<Place>(db, placeOf(businessId))) ?? BEGINNING;
  const changes = await readChanges(db, businessId, after, BATCH);
  const last = changes.at(-1);
  if (!last) return false;
  if (changes.length >= BATCH) keepGarbageSmall();
  const read = (of: Database, table: (typeof tables)[number]) =>
    of
      .selectFrom(table as 'review')
      .select(['id', 'title', sql<string>`substr(content, 1, ${sql.lit(SAMPLE)})`.as('content')])
      .where('business_id', '=', businessId)
      .where(
        'id',
        'in',
        idsIn(
          storeOf(of),
          changes.flatMap(({ kind, item_id: id }) => (kind === table ? id : [])),
        ),
      );
  const found = await Promise.all(
    tables.map(async (table) => {
      const texts = await read(db, table).execute();
      const gists = texts.length === 0 ? [] : await makeGists(texts);
      return { table, known: new Map(texts.map(({ id }, at) => [id, gists[at]!.language])) };
    }),
  );
  await inTransaction(db, async (transaction) => {
    for (const { table, known } of found) {
      // Those that are still there.
      const rows = (await read(transaction, table).execute()).flatMap(({ id }) =>
        known.has(id) ? { business_id: businessId, review_id: id, language: known.get(id)! } : [],
      );
      if (rows.length > 0)
        await transaction
          .insertInto(`${table}_language` as 'review_language')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['business_id', 'review_id'])
              .doUpdateSet((eb) => ({ language: eb.ref('excluded.language') })),
          )
          .execute();
    }
    await writeSetting(transaction, placeOf(businessId), { tx: last.tx, number: last.number });
  });
  return true;
}

/** Once the changes of a business have lost their transactions; see `beginEpoch`. */
export async function forgetTransaction(transaction: Database, businessId: number): Promise<void> {
  const place = await readSetting<Place>(transaction, placeOf(businessId));
  if (place) await writeSetting(transaction, placeOf(businessId), { ...place, tx: 0 });
}

/** Primary subtags of the languages that reviews of a business are written in. */
export async function readLanguages(db: Database, businessId: number): Promise<string[]> {
  const known = new Set<string>();
  for (const table of tables) {
    const first = sql`select min(language) from ${sql.table(`${table}_language`)} where business_id = ${businessId}`;
    const { rows } = await sql<{ name: string }>`with recursive found (name) as (
      ${first} and language > '' union all select (${first} and language > name) from found where name is not null)
      select name from found where name is not null`.execute(db);
    for (const { name } of rows) known.add(name);
  }
  return [...known].toSorted();
}
