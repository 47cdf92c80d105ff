import type { Kysely } from 'kysely';

/** Kept answers say whom they are about, so that they can be erased with that person. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('idempotent_answer').addColumn('person_hash', 'text').execute();
}
