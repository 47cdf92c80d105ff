import type { Kysely } from 'kysely';

/** Columns that may stay empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Whether the author of a product review is a verified buyer, and whether something was given for it. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['verified', 'incentivised'])
    await db.schema.alterTable('product_review').addColumn(column, 'bigint').execute();
}
