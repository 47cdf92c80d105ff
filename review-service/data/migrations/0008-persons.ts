import type { Kysely } from 'kysely';

/**
 * Who somebody is stands in keyed hashes from here on. What was hashed without the key is hashed again where the key is
 * made (earlier-data.ts); failed logins are forgotten within a day, and so at once.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.deleteFrom('login_failure' as never).execute();
  await db.schema.createIndex('idempotent_answer_person').on('idempotent_answer').column('person_hash').execute();
}
