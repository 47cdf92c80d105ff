import type { Kysely } from 'kysely';

/** A column with a default, which older programs leave empty; see question-words.ts. */
export const olderPrograms = 'all';

/** The words that questions about products are searched by. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('product_question')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}
