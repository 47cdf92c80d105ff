import { sql, type RawBuilder } from 'kysely';

/** What a search looks through: case and compatibility forms folded, alike in both databases. */
export function foldForSearch(...texts: readonly (string | null)[]): string {
  return texts.filter(Boolean).join('\n').normalize('NFKC').toLowerCase();
}

/** A LIKE pattern that finds `text` anywhere, taken literally; used with `escape '\'`. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** True where a `search_text` column holds the words asked for, as they are. */
export function matches(column: string, query: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${containing(foldForSearch(query))} escape '\\'`;
}

/** True where a JSON array of texts holds one of these. */
export function holdsOneOf(column: string, values: readonly string[]): RawBuilder<boolean> {
  const tests = values.map((value) => sql<boolean>`${sql.ref(column)} like ${containing(JSON.stringify(value))} escape '\\'`);
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
}

