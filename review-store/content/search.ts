/**
 * Search for words, the same on both databases: all words of the query must be there, in any order, the last one
 * perhaps unfinished. Both databases look them up in an index over the column `search_text` (text.ts,
 * migrations/0003-search.ts).
 */
import { sql, type RawBuilder } from 'kysely';
import { engineOf, type SearchedTable } from '../databases/engine.ts';
import type { Store } from './ids.ts';
import { searchTerms } from '../databases/text.ts';

/** True for rows of the table that match; always false if the query contains no word. */
export async function matching(
  db: Store,
  table: SearchedTable,
  businessId: number,
  query: string,
): Promise<RawBuilder<boolean>> {
  const terms = searchTerms(businessId, query);
  return terms === null ? sql`false` : engineOf(db).matching(db, table, terms);
}
