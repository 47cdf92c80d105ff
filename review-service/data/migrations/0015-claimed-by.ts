import type { Kysely } from 'kysely';

/** A new column that may be empty, which programs without this migration do not need. */
export const olderPrograms = 'all';

/** Which process runs the first request under an `Idempotency-Key`. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('idempotent_answer').addColumn('claimed_by', 'text').execute();
}
