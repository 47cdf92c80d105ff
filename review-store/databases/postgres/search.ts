import { sql, type RawBuilder } from 'kysely';
import type { SearchTerms } from '../text.ts';
import type { SearchedTable } from '../engine.ts';

/** Words are looked up in a GIN index, which is over this very expression (../../migrations/0003-search.ts). */
export const matching = (table: SearchedTable, terms: SearchTerms): RawBuilder<boolean> =>
  sql`array_to_tsvector(string_to_array(${sql.ref(`${table}.search_text`)}, ' ')) @@ ${toTsQuery(terms)}::tsquery`;

/** Words hold no quote and no backslash, whatever was asked for: they are letters, marks, digits and emoji. */
function toTsQuery({ words, prefix }: SearchTerms): string {
  return [...words.map((word) => `'${word}'`), ...(prefix === null ? [] : [`'${prefix}':*`])].join(' & ');
}
