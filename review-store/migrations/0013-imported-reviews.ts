import type { Kysely } from 'kysely';

/** Columns that may stay empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** The shop's reply to a review of a product, and who collected the review. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [column, type] of [
    ['reply', 'text'],
    ['reply_created_at', 'bigint'],
    ['reply_modified_at', 'bigint'],
    ['collected_by', 'text'],
  ] as const)
    await db.schema.alterTable('product_review').addColumn(column, type).execute();
}
