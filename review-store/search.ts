/**
 * Search for words, the same on both databases: all words of the query must be there, in any order, the last one
 * perhaps unfinished. SQLite looks them up in an FTS5 table beside the rows, PostgreSQL in a GIN index over a
 * `tsvector`; both are made from the column `search_text` (text.ts, migrations/0003-search.ts).
 */
import { sql, type RawBuilder } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Store } from './ids.ts';
import { searchTerms, type SearchTerms } from './text.ts';

export type SearchedTable = 'product' | 'product_review' | 'review';

/** The expression that PostgreSQL's index is over; a query must name it as it is. */
const wordsOf = (table: SearchedTable): RawBuilder<unknown> => sql`array_to_tsvector(string_to_array(${sql.ref(`${table}.search_text`)}, ' '))`;

/**
 * Up to so many rows that hold the words are looked up and sorted. Words that more rows hold are met soon on the way
 * through the listing, so that SQLite reads the listing in its order and tests row by row.
 */
const FEW = 1_000;

/** True where a row of the table holds what is searched for; always false where that is no word at all. */
export async function matching(db: Store, table: SearchedTable, businessId: number, query: string): Promise<RawBuilder<boolean>> {
  const terms = searchTerms(businessId, query);
  if (terms === null) return sql<boolean>`false`;
  if (isPostgres(db)) return sql<boolean>`${wordsOf(table)} @@ ${toTsQuery(terms)}::tsquery`;
  const index = sql.table(`${table}_search`);
  const match = toFtsQuery(terms);
  const found = sql`select rowid from ${index} where ${index} match ${match}`;
  const { rows } = await sql<{ found: number }>`select count(*) as found from (${found} limit ${FEW + 1})`.execute(db);
  if (rows[0]!.found <= FEW) return sql<boolean>`${sql.ref(`${table}.row_id`)} in (${found})`;
  return holding(table, terms);
}

/** Words hold no quote and no backslash, whatever was asked for: they are letters, marks, digits and emoji. */
function toTsQuery({ words, prefix }: SearchTerms): string {
  return [...words.map((word) => `'${word}'`), ...(prefix === null ? [] : [`'${prefix}':*`])].join(' & ');
}

function toFtsQuery({ words, prefix }: SearchTerms): string {
  return [...words.map((word) => `"${word}"`), ...(prefix === null ? [] : [`"${prefix}" *`])].join(' AND ');
}

function holding(table: SearchedTable, { words, prefix }: SearchTerms): RawBuilder<boolean> {
  const text = sql.ref(`${table}.search_text`);
  const tests = [...words.map((word) => ` ${word} `), ...(prefix === null ? [] : [` ${prefix}`])];
  return sql<boolean>`(${sql.join(tests.map((part) => sql`instr(' ' || ${text} || ' ', ${part}) > 0`), sql` and `)})`;
}
