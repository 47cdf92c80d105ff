import type { Kysely } from 'kysely';

/** Contributions are found by their author: to be shown to them, and to be erased. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['product_review', 'review', 'comment', 'product_question', 'question']) {
    await db.schema.createIndex(`${table}_by_author`).on(table).columns(['business_id', 'author_id']).execute();
  }
}
