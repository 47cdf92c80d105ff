import { PostgresAdapter, sql, type Kysely } from 'kysely';

/**
 * The indexes that search reads. On both databases they follow the column `search_text` by themselves, so that no way
 * of writing, editing, removing or erasing a row can forget them (docs/decisions/0040-search.md).
 */
export async function up(db: Kysely<never>): Promise<void> {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const table of ['product', 'product_review', 'review'])
    await (onPostgres ? indexWords(db, table) : createFtsTable(db, table));
}

async function indexWords(db: Kysely<never>, table: string): Promise<void> {
  const words = sql`array_to_tsvector(string_to_array(${sql.ref(`${table}.search_text`)}, ' '))`;
  await sql`create index ${sql.ref(`${table}_search`)} on ${sql.table(table)} using gin (${words})`.execute(db);
}

/**
 * An FTS5 table without a copy of the text. `ascii` splits at spaces and changes nothing, since the words are made
 * elsewhere; where a word stands in its text is not kept; what is deleted is overwritten at once, as erasing demands.
 */
async function createFtsTable(db: Kysely<never>, table: string): Promise<void> {
  const rows = sql.table(table);
  const index = sql.table(`${table}_search`);
  const trigger = (event: string) => sql.id(`${table}_search_${event}`);
  const add = sql`insert into ${index} (rowid, search_text) values (new.row_id, new.search_text)`;
  const remove = sql`insert into ${index} (${index}, rowid, search_text) values ('delete', old.row_id, old.search_text)`;
  const options = sql.raw(
    `content = '${table}', content_rowid = 'row_id', tokenize = 'ascii', detail = none, prefix = '2 3'`,
  );
  await sql`create virtual table ${index} using fts5 (search_text, ${options})`.execute(db);
  await sql`insert into ${index} (${index}, rank) values ('secure-delete', 1)`.execute(db);
  await sql`create trigger ${trigger('insert')} after insert on ${rows} begin ${add}; end`.execute(db);
  await sql`create trigger ${trigger('delete')} after delete on ${rows} begin ${remove}; end`.execute(db);
  await sql`create trigger ${trigger('update')} after update of search_text on ${rows} when old.search_text <> new.search_text begin ${remove}; ${add}; end`.execute(
    db,
  );
}
