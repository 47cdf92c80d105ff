import type { Kysely } from 'kysely';

/** Columns that may stay empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Why something waits although the business does not hold what is new. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['review', 'product_question'])
    await db.schema.alterTable(table).addColumn('held_for', 'text').execute();
}
