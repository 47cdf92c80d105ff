import type { Kysely } from 'kysely';

/**
 * From here on, persons are keyed hashes. Hashes without the key are made again where the key is made
 * (earlier-data.ts); failed logins are forgotten within a day, and so at once.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.deleteFrom('login_failure' as never).execute();
  await db.schema.createIndex('idempotent_answer_person').on('idempotent_answer').column('person_hash').execute();
}
