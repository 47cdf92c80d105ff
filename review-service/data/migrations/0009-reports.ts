import type { Kysely } from 'kysely';

/** Whether the business was told of a report, and what came of it. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('review_flag').addColumn('told_at', 'bigint').execute();
  await db.schema.alterTable('review_flag').addColumn('closed_at', 'bigint').execute();
  await db.schema.alterTable('review_flag').addColumn('outcome', 'text').execute();
  await db.schema.createIndex('review_flag_told_at').on('review_flag').columns(['told_at', 'created_at']).execute();
  await db.schema.createIndex('review_flag_closed_at').on('review_flag').columns(['closed_at', 'created_at']).execute();
}
