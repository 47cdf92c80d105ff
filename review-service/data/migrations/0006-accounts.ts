import type { Kysely } from 'kysely';

/** Names by which an operator tells client tokens apart, and when a session was ended before its time. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('api_client')
    .addColumn('prefix', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('user_token').addColumn('ended_at', 'bigint').execute();
}
