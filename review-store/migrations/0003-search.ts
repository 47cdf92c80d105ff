import { PostgresAdapter, type Kysely } from 'kysely';

/**
 * The indexes that search reads. On both databases they follow the column `search_text` by themselves, so that no way
 * of writing, editing, removing or erasing a row can forget them (docs/decisions/0040-search.md).
 */
export function up(db: Kysely<never>): string {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  return ['product', 'product_review', 'review'].map(onPostgres ? wordsOf : fullTextOf).join('');
}

const wordsOf = (table: string): string => `
  create index ${table}_search on ${table} using gin (array_to_tsvector(string_to_array(${table}.search_text, ' ')));
`;

/**
 * An FTS5 table without a copy of the text. `ascii` splits at spaces and changes nothing, since the words are made
 * elsewhere; where a word stands in its text is not kept; what is deleted is overwritten at once, as erasing demands.
 */
function fullTextOf(table: string): string {
  const index = `${table}_search`;
  const add = `insert into ${index} (rowid, search_text) values (new.row_id, new.search_text)`;
  const remove = `insert into ${index} (${index}, rowid, search_text) values ('delete', old.row_id, old.search_text)`;
  return `
    create virtual table ${index} using fts5 (
      search_text, content = '${table}', content_rowid = 'row_id', tokenize = 'ascii', detail = none, prefix = '2 3'
    );
    insert into ${index} (${index}, rank) values ('secure-delete', 1);
    create trigger ${index}_insert after insert on ${table} begin ${add}; end;
    create trigger ${index}_delete after delete on ${table} begin ${remove}; end;
    create trigger ${index}_update after update of search_text on ${table} when old.search_text <> new.search_text
      begin ${remove}; ${add}; end;
  `;
}
