import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { SearchTerms } from '../text.ts';
import type { SearchedTable } from '../engine.ts';

/**
 * Up to so many rows that hold the words are looked up and sorted. Words that more rows hold soon turn up on the way
 * through the listing, so SQLite reads the listing in its order and tests row by row.
 */
const FEW_ROWS = 1_000;

/** Words are looked up in an FTS5 table beside the rows. */
export async function matching<Tables>(
  db: Kysely<Tables>,
  table: SearchedTable,
  terms: SearchTerms,
): Promise<RawBuilder<boolean>> {
  const index = sql.table(`${table}_search`);
  const found = sql`select rowid from ${index} where ${index} match ${toFtsQuery(terms)}`;
  const counted = sql<{ found: number }>`select count(*) as found from (${found} limit ${FEW_ROWS + 1})`;
  const { rows } = await counted.execute(db);
  return rows[0]!.found <= FEW_ROWS ? sql`${sql.ref(`${table}.row_id`)} in (${found})` : holding(table, terms);
}

/** Words hold no quote, whatever was asked for: they are letters, marks, digits and emoji. */
function toFtsQuery({ words, prefix }: SearchTerms): string {
  return [...words.map((word) => `"${word}"`), ...(prefix === null ? [] : [`"${prefix}" *`])].join(' AND ');
}

function holding(table: SearchedTable, { words, prefix }: SearchTerms): RawBuilder<boolean> {
  const text = sql.ref(`${table}.search_text`);
  const parts = [...words.map((word) => ` ${word} `), ...(prefix === null ? [] : [` ${prefix}`])];
  const tests = parts.map((part) => sql`instr(' ' || ${text} || ' ', ${part}) > 0`);
  return sql`(${sql.join(tests, sql` and `)})`;
}
